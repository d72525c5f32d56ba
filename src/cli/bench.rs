//! `plumb bench`: the signature and the speed of this build.

use plumb::board::Position;
use plumb::engine::{BENCH_DEPTH, BENCH_HASH_MB, bench, bench_positions};
use plumb::notation::parse_fen;

use super::{Ending, Failure, Knowledge, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// Depth of each search, in plies
    #[arg(default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: u32,

    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = BENCH_HASH_MB)]
    hash: usize,
}

pub fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    let positions = bench_positions()
        .map(parse_fen)
        .collect::<Result<Vec<Position>, _>>()?;
    let count = positions.len();
    let each = |number: usize, nodes: u64| {
        say(format!("position {:>2}/{count}: {nodes} nodes", number + 1))
    };
    let result = bench(
        &knowledge.weights,
        &positions,
        arguments.depth,
        arguments.hash,
        each,
    )?;
    say(format!("Nodes searched: {}", result.total()));
    say(format!("Nodes per second: {}", result.nodes_per_second()));
    Ok(Ending::Done)
}

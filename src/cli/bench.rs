//! `plumb bench`: the signature and the speed of this build.

use std::time::Instant;

use plumb::board::Position;
use plumb::engine::{BENCH_DEPTH, BENCH_HASH_MB, bench, bench_positions};
use plumb::eval::Evaluator;
use plumb::notation::parse_fen;
use plumb::tables::Models;

use plumb_terminal::{Ending, Failure, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// Depth of each search, in plies
    #[arg(default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: u32,

    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = BENCH_HASH_MB)]
    hash: usize,

    /// Instead of searching, evaluate the positions so many times over
    #[arg(long, value_name = "N", conflicts_with_all = ["depth", "hash"])]
    evaluations: Option<u32>,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let positions = bench_positions()
        .map(parse_fen)
        .collect::<Result<Vec<Position>, _>>()?;
    if let Some(times) = arguments.evaluations {
        return evaluations(&positions, times, models);
    }
    let count = positions.len();
    let each = |number: usize, nodes: u64| {
        say(format!("position {:>2}/{count}: {nodes} nodes", number + 1));
        true
    };
    let result = bench(
        &models.get()?,
        &positions,
        arguments.depth,
        arguments.hash,
        each,
    )?;
    say(format!("Nodes searched: {}", result.total()));
    say(format!("Nodes per second: {}", result.nodes_per_second()));
    Ok(Ending::Done)
}

/// Static evaluations alone: their number, their sum as a check, and their speed.
fn evaluations(positions: &[Position], times: u32, models: &Models) -> Result<Ending, Failure> {
    let mut evaluator = Evaluator::new(models.get()?);
    let start = Instant::now();
    let mut sum = 0;
    for _ in 0..times {
        for position in positions {
            sum += i64::from(evaluator.evaluate(std::hint::black_box(position)));
        }
    }
    let count = u64::from(times) * positions.len() as u64;
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    say(format!("Evaluations: {count}"));
    say(format!("Sum of scores: {sum} cp"));
    say(format!(
        "Evaluations per second: {}",
        (count as f64 / seconds) as u64
    ));
    Ok(Ending::Done)
}

//! `plumb perft`: the proof of the move generator.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crossbeam::channel::unbounded;

use plumb::board::{MAX_PERFT_DEPTH, Position, divide, perft};
use plumb::notation::{CastlingStyle, read_epd, to_uci_move};

use plumb_terminal::{Ending, Failure, position, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// Length of the move sequences, in plies
    #[arg(required_unless_present = "suite", conflicts_with = "suite",
          value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    depth: Option<u32>,

    /// The position, instead of the start position
    #[arg(long, default_value = "startpos", conflicts_with = "suite")]
    fen: String,

    /// Show the count of each first move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,

    /// Write castling as the king taking the rook
    #[arg(long, conflicts_with = "suite")]
    chess960: bool,

    /// Check the counts in this file: lines of `FEN ;D1 20 ;D2 400 ...`
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,

    /// Leave out counts larger than this
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u64>,

    /// Positions worked on at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
}

pub fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    match (&arguments.suite, arguments.depth) {
        (Some(suite), _) => check_suite(
            suite,
            arguments.max_nodes.unwrap_or(u64::MAX),
            arguments.jobs,
        ),
        (None, depth) => count(arguments, depth.unwrap_or(1)),
    }
}

fn count(arguments: &Arguments, depth: u32) -> Result<Ending, Failure> {
    let position = position(&arguments.fen)?;
    let style = if arguments.chess960 {
        CastlingStyle::Chess960
    } else {
        CastlingStyle::Standard
    };
    let start = Instant::now();
    let nodes = if arguments.divide {
        let parts = divide(&position, depth);
        for (mv, nodes) in &parts {
            say(format!("{}: {nodes}", to_uci_move(&position, *mv, style)));
        }
        parts.iter().map(|(_, nodes)| nodes).sum()
    } else {
        perft(&position, depth)
    };
    let seconds = start.elapsed().as_secs_f64();
    say(format!(
        "{nodes} nodes in {seconds:.3} s, {:.0} Mnps",
        nodes as f64 / seconds.max(1e-9) / 1e6
    ));
    Ok(Ending::Done)
}

/// A position with its known counts.
struct Case {
    name: String,
    position: Position,
    counts: Vec<(u32, u64)>,
}

/// What became of a case: nodes counted, and the first count that was wrong.
struct Verdict {
    nodes: u64,
    depth: u32,
    wrong: Option<String>,
}

fn check_suite(path: &Path, max_nodes: u64, jobs: usize) -> Result<Ending, Failure> {
    let cases = read_suite(path, max_nodes)?;
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = unbounded();
    let (mut nodes, mut wrong) = (0, 0);
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, cases.len().max(1)) {
            let (sender, cases, next) = (sender.clone(), &cases, &next);
            scope.spawn(move || {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send((case, check(case))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (number, (case, verdict)) in receiver.into_iter().enumerate() {
            nodes += verdict.nodes;
            wrong += verdict.wrong.is_some() as usize;
            let what = match verdict.wrong {
                None => format!("ok    D{} {} nodes", verdict.depth, verdict.nodes),
                Some(wrong) => format!("WRONG {wrong}"),
            };
            say(format!(
                "{:>4}/{} {what}  {}",
                number + 1,
                cases.len(),
                case.name
            ));
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    say(format!(
        "{} positions, {wrong} wrong, {nodes} nodes in {seconds:.1} s, {:.0} Mnps",
        cases.len(),
        nodes as f64 / seconds.max(1e-9) / 1e6
    ));
    Ok(if wrong == 0 {
        Ending::Done
    } else {
        Ending::CheckFailed
    })
}

fn read_suite(path: &Path, max_nodes: u64) -> Result<Vec<Case>, Failure> {
    let unreadable = |error: io::Error| format!("cannot read {}: {error}", path.display());
    let file = File::open(path).map_err(unreadable)?;
    let mut cases = Vec::new();
    for line in read_epd(BufReader::new(file)) {
        let line = line.map_err(unreadable)?;
        let (_, epd) = line.map_err(|error| format!("{}: {error}", path.display()))?;
        let counts: Vec<(u32, u64)> = epd
            .perft
            .into_iter()
            .filter(|&(_, nodes)| nodes <= max_nodes)
            .collect();
        let name = plumb::notation::to_fen(&epd.position, plumb::notation::FenStyle::XFen);
        cases.push(Case {
            name,
            position: epd.position,
            counts,
        });
    }
    if cases.iter().all(|case| case.counts.is_empty()) {
        return Err(Failure(format!(
            "{} has no counts to check: expected lines of 'FEN ;D1 20 ;D2 400', none larger than --max-nodes",
            path.display()
        )));
    }
    Ok(cases)
}

fn check(case: &Case) -> Verdict {
    let mut verdict = Verdict {
        nodes: 0,
        depth: 0,
        wrong: None,
    };
    for &(depth, expected) in &case.counts {
        let found = perft(&case.position, depth);
        verdict.nodes += found;
        verdict.depth = depth;
        if found != expected {
            verdict.wrong = Some(format!("D{depth} expected {expected} found {found}"));
            break;
        }
    }
    verdict
}

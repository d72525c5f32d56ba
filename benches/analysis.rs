//! What an analysis costs: processor time and nodes of `assess` against a plain
//! search of as many nodes, and how often the default search is deep enough for
//! the vector of levels. `cargo bench -p plumb-benches --bench analysis`; it fails when a limit
//! is missed. With `--test` a few positions and few nodes, as a smoke test.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plumb::analysis::{AnalysisInput, DEFAULT_NODES, Effort, Probe, Settings, assess};
use plumb::board::{Color, Game, PieceKind, Position};
use plumb::notation::{Epd, epd_lines};
use plumb::search::{Bound, Limits};
use plumb::tables::Models;

/// Times the processor time of a plain search that an analysis may take.
const MOST_TIME: f64 = 4.2;
/// Times its nodes.
const MOST_NODES: f64 = 4.0;
/// The selective depth that fills the vector for classification, in plies.
const SELDEPTH: usize = 20;
/// The share of middlegame positions that must reach it.
const LEAST_SHARE: f64 = 0.95;

/// What this process has used of the processors.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere the clock on the wall has to do.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// Both sides have at least three pieces besides king and pawns.
fn is_middlegame(position: &Position) -> bool {
    let pieces = |side| {
        [
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Queen,
        ]
        .iter()
        .map(|&kind| position.pieces(side, kind).count())
        .sum::<u32>()
    };
    pieces(Color::White) >= 3 && pieces(Color::Black) >= 3 && position.legal_moves().len() > 1
}

/// Middlegames as games have them: every opening played on for some moves.
fn positions(models: &Models, count: usize) -> Vec<Position> {
    const PLIES: usize = 20;
    const NODES: u64 = 1_000;
    let never = AtomicBool::new(false);
    let mut probe = probe(models);
    let played_on = |line: Epd| {
        let mut game = Game::new(line.position);
        for _ in 0..PLIES {
            probe.clear();
            let search = probe.search(&game, Limits::nodes(NODES), None, &never);
            game.play(search.outcome.best?);
        }
        Some(game.position().clone())
    };
    epd_lines(include_str!("../epd/openings.epd"))
        .map(|line| line.expect("the suite is whole").1)
        .filter_map(played_on)
        .filter(is_middlegame)
        .take(count)
        .collect()
}

fn probe(models: &Models) -> Probe {
    let weights = models.get().expect("the built-in table is whole");
    Probe::new(weights, Settings::default().hash_mb).expect("there is memory for a small table")
}

/// Processor time of a plain search, and its deepest ply.
fn plain(models: &Models, position: &Position, nodes: u64) -> (Duration, usize) {
    let before = cpu_time();
    // Like the analysis, it begins with a table and a worker of its own.
    let mut probe = probe(models);
    let game = Game::new(position.clone());
    let never = AtomicBool::new(false);
    let search = probe.search(&game, Limits::nodes(nodes), None, &never);
    let spent = cpu_time() - before;
    let exact = search
        .iterations
        .iter()
        .filter(|iteration| iteration.bound == Bound::Exact);
    let deepest = exact.map(|iteration| iteration.seldepth).max();
    (spent, deepest.unwrap_or(0))
}

/// Processor time and nodes of a whole analysis, of a move in the middle of the list.
fn whole(models: &Models, position: &Position, nodes: u64) -> (Duration, u64) {
    let before = cpu_time();
    let moves = position.legal_moves();
    let request = AnalysisInput {
        game: Game::new(position.clone()),
        played: Some(moves[moves.len() / 2]),
        settings: Settings {
            effort: Effort::Nodes(nodes),
            ..Settings::default()
        },
    };
    let never = AtomicBool::new(false);
    let assessment = assess(&request, models, &never).expect("there is memory for a small table");
    (cpu_time() - before, assessment.nodes)
}

fn main() -> ExitCode {
    let is_test = std::env::args().any(|argument| argument == "--test");
    let (count, nodes) = if is_test {
        (2, 10_000)
    } else {
        (usize::MAX, DEFAULT_NODES)
    };
    let models = Models::embedded();
    let (mut plain_time, mut whole_time) = (Duration::ZERO, Duration::ZERO);
    let (mut most_nodes, mut deep, mut all) = (0.0_f64, 0, 0);
    for position in &positions(&models, count) {
        let (time, seldepth) = plain(&models, position, nodes);
        plain_time += time;
        let (time, analysed) = whole(&models, position, nodes);
        whole_time += time;
        most_nodes = most_nodes.max(analysed as f64 / nodes as f64);
        deep += usize::from(seldepth >= SELDEPTH);
        all += 1;
    }
    let times = whole_time.as_secs_f64() / plain_time.as_secs_f64();
    let share = f64::from(deep as u32) / f64::from(all);
    println!("{all} middlegame positions, {nodes} nodes a search");
    println!(
        "processor time of an analysis: {times:.2} times a plain search (at most {MOST_TIME})"
    );
    println!(
        "nodes of an analysis: {most_nodes:.2} times a search's at the most (at most {MOST_NODES})"
    );
    println!("selective depth {SELDEPTH} reached: {deep} of {all} (at least {LEAST_SHARE})");
    let is_good = times <= MOST_TIME && most_nodes <= MOST_NODES && share >= LEAST_SHARE;
    if is_good || is_test {
        ExitCode::SUCCESS
    } else {
        eprintln!("a limit is missed");
        ExitCode::FAILURE
    }
}

//! What an answer of the human-choice model costs: processor time and nodes of `plumb choices` in
//! every position of `epd/`, at the median, for all but one in a hundred, and at the worst.
//! `cargo bench -p plumb-benches --bench choices`; it fails when a limit is missed. A machine that
//! has other work takes longer now and then: each position is asked three times, and the quickest
//! counts. With `--test` a few positions, as a smoke test.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plumb::analysis::{HumanChoices, Probe, SHOWN_RATINGS};
use plumb::board::{Game, Position};
use plumb::choice::HumanModel;
use plumb::eval::Weights;
use plumb::glance::GLANCE_HASH_MB;
use plumb::notation::{CastlingStyle, epd_lines, to_fen};

/// The processor time that an answer may take.
const MOST_TIME: Duration = Duration::from_millis(5);
/// How often each position is asked.
const TIMES: usize = 3;

const FILES: [&str; 9] = [
    include_str!("../epd/bench.epd"),
    include_str!("../epd/chess960.epd"),
    include_str!("../epd/chess960_start.epd"),
    include_str!("../epd/double_chess960.epd"),
    include_str!("../epd/mates.epd"),
    include_str!("../epd/openings.epd"),
    include_str!("../epd/perft.epd"),
    include_str!("../epd/tactics.epd"),
    include_str!("../epd/tricky.epd"),
];

/// What this thread has used of a processor.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere the clock on the wall has to do.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// An answer: what it cost, and where.
struct Answer {
    time: Duration,
    nodes: u64,
    position: Position,
}

fn answer(probe: &mut Probe, model: &HumanModel, position: Position) -> Option<Answer> {
    let never = AtomicBool::new(false);
    let game = Game::new(position.clone());
    let style = CastlingStyle::natural(&position);
    let mut time = Duration::MAX;
    for _ in 0..TIMES {
        let before = cpu_time();
        HumanChoices::of(probe, &game, style, model, &SHOWN_RATINGS, &never)?;
        time = time.min(cpu_time() - before);
    }
    Some(Answer {
        time,
        nodes: probe.first_glance(&game, &never)?.nodes,
        position,
    })
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", 1_000.0 * time.as_secs_f64())
}

fn main() -> ExitCode {
    let is_test = std::env::args().any(|argument| argument == "--test");
    let model = HumanModel::embedded();
    let weights = Arc::new(Weights::embedded());
    let mut probe = Probe::new(weights, GLANCE_HASH_MB).expect("there is memory for a small table");
    let positions = FILES.into_iter().flat_map(epd_lines);
    let positions = positions.map(|line| line.expect("the suites are whole").1.position);
    let answers = positions.filter_map(|position| answer(&mut probe, &model, position));
    let mut answers: Vec<Answer> = answers.take(if is_test { 5 } else { usize::MAX }).collect();
    let last = answers.len() - 1;
    let at = |answers: &[Answer], hundredth: usize| {
        let answer = &answers[last * hundredth / 100];
        (milliseconds(answer.time), answer.nodes)
    };
    println!("{} positions that have a move", answers.len());
    answers.sort_by_key(|answer| answer.nodes);
    for (name, hundredth) in [("median", 50), ("99 %", 99), ("worst", 100)] {
        println!("nodes, {name}: {}", at(&answers, hundredth).1);
    }
    answers.sort_by_key(|answer| answer.time);
    for (name, hundredth) in [("median", 50), ("99 %", 99), ("worst", 100)] {
        println!("processor time, {name}: {}", at(&answers, hundredth).0);
    }
    println!("The slowest:");
    for answer in answers.iter().rev().take(5) {
        let fen = to_fen(&answer.position, Default::default());
        let time = milliseconds(answer.time);
        println!("  {time}, {} nodes: {fen}", answer.nodes);
    }
    let over = answers.iter().filter(|answer| answer.time > MOST_TIME);
    let over = over.count();
    println!("over {}: {over}", milliseconds(MOST_TIME));
    if over == 0 || is_test {
        ExitCode::SUCCESS
    } else {
        eprintln!("a limit is missed");
        ExitCode::FAILURE
    }
}

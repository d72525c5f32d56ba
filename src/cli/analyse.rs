//! `plumb analyse`: a position looked at on the spot, for reading.

use std::sync::Arc;

use plumb::board::{Game, Move, Position};
use plumb::eval::win_draw_loss;
use plumb::notation::to_san;
use plumb::search::{
    self, Bound, Clock, Limits, Observer, Report, ScoreValue, Shared, Timer, Worker,
};

use super::{Ending, Failure, Knowledge, position, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// The position, in quotation marks
    #[arg(default_value = "startpos")]
    fen: String,

    /// Look this many plies deep
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,

    /// Look at this many positions [default: 1000000 if nothing else is said]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Look for this long
    #[arg(long, value_name = "MS")]
    movetime: Option<i64>,

    /// Show this many of the best moves
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,

    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = 64)]
    hash: usize,
}

pub fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    let position = position(&arguments.fen)?;
    let unlimited = arguments.depth.is_none() && arguments.movetime.is_none();
    let limits = Limits {
        depth: arguments.depth,
        nodes: arguments.nodes.or(unlimited.then_some(1_000_000)),
        clock: arguments.movetime.map_or(Clock::Unlimited, Clock::MoveTime),
        multi_pv: arguments.multipv as usize,
        ..Limits::default()
    };
    let shared = Shared::new(Arc::clone(&knowledge.weights), arguments.hash, 1)?;
    let mut worker = Worker::new(0, Arc::clone(&knowledge.weights));
    shared.begin_search();
    let timer = Timer::start(&limits);
    let game = Game::new(position.clone());
    say("depth  score    nodes        best line");
    let outcome = search::run(
        &shared,
        &mut worker,
        &game,
        &limits,
        &timer,
        &mut Printer(&position),
    );
    match (outcome.best, outcome.last.lines.first()) {
        (Some(best), Some(line)) => {
            let [win, draw, loss] =
                win_draw_loss(line.score.to_int(), &position, &knowledge.chances);
            let percent = |permille: u32| permille as f64 / 10.0;
            say(format!(
                "\nBest move: {}, {} for the side to move (win {:.1} %, draw {:.1} %, loss {:.1} %)",
                to_san(&position, best),
                score_text(line.score.value()),
                percent(win),
                percent(draw),
                percent(loss)
            ));
        }
        _ if position.in_check() => drop(say("\nThe side to move is mated.")),
        _ => drop(say("\nThe side to move has no legal move: stalemate.")),
    }
    Ok(Ending::Done)
}

struct Printer<'a>(&'a Position);

impl Observer for Printer<'_> {
    fn report(&mut self, report: &Report) {
        for line in &report.lines {
            let mark = match line.bound {
                Bound::Exact => ' ',
                Bound::Lower => '+',
                Bound::Upper => '-',
            };
            let score = score_text(line.score.value());
            let depth = format!("{}/{}", report.depth, line.seldepth);
            say(format!(
                "{depth:<6} {score:>6}{mark} {:>9}   {}",
                report.nodes,
                line_text(self.0, &line.moves)
            ));
        }
    }
}

/// Pawns, or moves to mate.
fn score_text(score: ScoreValue) -> String {
    match score {
        ScoreValue::Cp(cp) => format!("{:+.2}", cp as f64 / 100.0),
        ScoreValue::Mate(moves) => format!("#{moves}"),
    }
}

/// The moves as players write them, with move numbers.
fn line_text(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut text = String::new();
    for (index, &mv) in moves.iter().enumerate() {
        let number = position.fullmove_number();
        match position.turn() {
            plumb::board::Color::White => text.push_str(&format!("{number}. ")),
            plumb::board::Color::Black if index == 0 => text.push_str(&format!("{number}... ")),
            plumb::board::Color::Black => {}
        }
        text.push_str(&to_san(&position, mv));
        text.push(' ');
        position = position.play(mv);
    }
    text.truncate(text.trim_end().len());
    text
}

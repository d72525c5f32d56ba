//! What is said of a game, as data: text, PGN, JSON and pages are written from it alone.

use super::hints::Hints;
use super::severity::Severity;
use crate::explain::MoveExplanation;
use plumb_chess::board::{Color, Move, Position};
use plumb_engine::search::ScoreValue;
use plumb_support::wording::text;

/// A game reviewed.
#[derive(Clone, Debug)]
pub struct GameReview {
    /// The file it comes from, as it was named.
    pub file: String,
    /// Its number there, from 1.
    pub number: usize,
    /// Its tags, in order.
    pub tags: Vec<(String, String)>,
    /// What stands after its moves.
    pub result: String,
    /// The position before its first move.
    pub start: Position,
    /// Its plies, in order, null moves too.
    pub plies: Vec<PlyReview>,
    /// The rating by which White's and Black's moves are judged, in Elo; none where the file
    /// says none and none was given.
    pub ratings: [Option<u16>; 2],
    /// It was stopped, and some plies are missing or were not looked at.
    pub is_stopped: bool,
}

/// A ply of a game.
#[derive(Clone, Debug)]
pub struct PlyReview {
    /// The position before it.
    pub before: Position,
    /// The move; none for a null move.
    pub mv: Option<Move>,
    /// The clock as the file has it, `1:59:30`.
    pub clock: Option<String>,
    /// The score after it, from White's side; none where nothing was searched, or a mate is
    /// on the board.
    pub white_after: Option<ScoreValue>,
    /// White's winning chance after it, 0 to 1.
    pub white_chance: Option<f64>,
    /// It is the first choice.
    pub is_first_choice: bool,
    /// What it lost of the mover's winning chances, 0 to 1; none where that is not known.
    pub drop: Option<f64>,
    /// What is wrong with it, where it has a sign.
    pub fault: Option<Fault>,
}

/// A move that has a sign.
#[derive(Clone, Debug)]
pub struct Fault {
    /// How bad it is.
    pub severity: Severity,
    /// The mover's winning chances with the first choice and with the move, 0 to 1: of the
    /// two pairs of searches the one with the smaller difference, which is the drop.
    pub chances: [f64; 2],
    /// Why.
    pub explanation: MoveExplanation,
    /// The first choice, and the line that it begins.
    pub best_line: Vec<Move>,
    /// The line that begins with the move that was played.
    pub played_line: Vec<Move>,
    /// All legal moves, with what each loses of the winning chances, 0 to 1; empty where it
    /// was stopped before.
    pub answers: Vec<Answer>,
    /// What helps to find the right move.
    pub hints: Hints,
}

/// A legal move in the position of a fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The move.
    pub mv: Move,
    /// What it loses of the winning chances, 0 to 1.
    pub drop: f64,
    /// It counts as right.
    pub is_right: bool,
}

/// A side's moves added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideSummary {
    /// Moves whose loss is known.
    pub moves: usize,
    /// First choices among them.
    pub first_choices: usize,
    /// Faults of each severity, from the least to the worst.
    pub faults: [usize; 3],
    /// What a move lost of the winning chances on average, 0 to 1; none without moves.
    pub mean_drop: Option<f64>,
}

impl GameReview {
    /// The value of a tag; nothing if it is missing, empty or `?`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(tag, _)| tag == name)?;
        Some(value.as_str()).filter(|value| !value.is_empty() && *value != "?")
    }

    /// The name of a side's player, or of the side.
    pub fn player(&self, side: Color) -> &str {
        let known = side.fold(text!(board.white), text!(board.black));
        self.tag(side.fold("White", "Black")).unwrap_or(known)
    }

    /// What a side's moves come to.
    pub fn summary(&self, side: Color) -> SideSummary {
        let mut summary = SideSummary::default();
        let mut drops = 0.0;
        for ply in &self.plies {
            let Some(drop) = ply.drop.filter(|_| ply.before.turn() == side) else {
                continue;
            };
            summary.moves += 1;
            summary.first_choices += usize::from(ply.is_first_choice);
            drops += drop;
            if let Some(fault) = &ply.fault {
                summary.faults[fault.severity as usize] += 1;
            }
        }
        summary.mean_drop = (summary.moves > 0).then(|| drops / summary.moves as f64);
        summary
    }
}

//! A game so far, summed up for both sides: how often the player made the
//! engine's first choice, what his moves cost, and what was left out.
//!
//! Facts, not findings: one game never shows anything about a player, and the
//! counts stand beside every share. Moves are taken forwards, each with a
//! cleared table.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use super::assessment::{Assessment, Basis, assess};
use super::levels::level_value;
use super::request::{Effort, Request, Settings};
use crate::board::{Color, Game};
use crate::search::OutOfMemory;

/// Plies at the start of a game that are taken to be opening knowledge.
pub const OPENING_PLIES: usize = 16;
/// Further from equal than this, in centipawns, a position is decided.
pub const DECIDED_CP: i32 = 300;
/// No move counts as worse than this in the average error, in centipawns.
pub const ERROR_LIMIT_CP: i32 = 300;

/// Why a move is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// It is among the first plies.
    Opening,
    /// There was no other move.
    OnlyMove,
    /// The position had been on the board before.
    Repetition,
    /// One side was winning already.
    Decided,
    /// The search was stopped before it knew enough.
    Unknown,
}

/// One side's part of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideSummary {
    /// Moves made.
    pub moves: usize,
    /// Moves left out: opening, only moves, repetitions, decided positions, unknown.
    pub excluded: [usize; 5],
    /// Moves counted.
    pub counted: usize,
    /// Of them, the engine's first choice.
    pub matched: usize,
    /// Of them, as good as the best at the same depth.
    pub equal: usize,
    /// The sum of their losses, each cut off at 300, in centipawns.
    pub error_cp: i32,
    /// Plies of the longest forced line entered.
    pub longest_forced: usize,
    /// Moves that mated faster and at more risk than need be.
    pub risky_mates: usize,
    /// The largest excess of risk among those.
    pub mate_risk_excess: f64,
}

/// A game so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSummary {
    /// White's part.
    pub white: SideSummary,
    /// Black's part.
    pub black: SideSummary,
    /// It was stopped, and the last moves are missing.
    pub is_stopped: bool,
}

impl GameSummary {
    /// Looks at every move of a game with so many nodes for each search; tells
    /// how far it is after each.
    pub fn of(
        game: &Game,
        basis: &Basis,
        nodes: u64,
        stop: &AtomicBool,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<GameSummary, OutOfMemory> {
        let mut summary = GameSummary::default();
        let mut so_far = Game::new(game.start().clone());
        let moves: Vec<_> = game.moves().iter().copied().flatten().collect();
        for (index, &mv) in moves.iter().enumerate() {
            let position = so_far.position();
            // Counted from the start of the game, wherever this one was set up.
            let ply = 2 * (position.fullmove_number() as usize).saturating_sub(1)
                + usize::from(position.turn() == Color::Black);
            let request = Request {
                game: so_far.clone(),
                played: Some(mv),
                settings: Settings {
                    effort: Effort::Nodes(nodes),
                    ..Settings::default()
                },
                json: false,
            };
            let assessment = assess(&request, basis, stop)?;
            if stop.load(Ordering::Relaxed) {
                summary.is_stopped = true;
                break;
            }
            let side = match so_far.position().turn() {
                Color::White => &mut summary.white,
                Color::Black => &mut summary.black,
            };
            side.add(&assessment, ply, so_far.repetitions() > 0);
            so_far.play(mv);
            progress(index + 1, moves.len());
        }
        Ok(summary)
    }

    /// Facts, one a line.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for (name, side) in [("white", &self.white), ("black", &self.black)] {
            let share = |count: usize| match side.counted {
                0 => "none".to_owned(),
                all => format!("{:.1} %", 100.0 * count as f64 / all as f64),
            };
            let error = match side.counted {
                0 => "none".to_owned(),
                all => format!("{:.1} cp", f64::from(side.error_cp) / all as f64),
            };
            let [opening, only, repeated, decided, unknown] = side.excluded;
            let _ = writeln!(
                out,
                "summary {name} moves {} counted {} first-choice {} ({}) as-good {} ({}) error {error} \
                 excluded opening {opening} only {only} repeated {repeated} decided {decided} unknown {unknown} \
                 longest-forced {} risky-mates {} excess {:.3}",
                side.moves,
                side.counted,
                side.matched,
                share(side.matched),
                side.equal,
                share(side.equal),
                side.longest_forced,
                side.risky_mates,
                side.mate_risk_excess,
            );
        }
        let _ = writeln!(
            out,
            "summary note one game is never evidence about a player; rules plumb: opening {OPENING_PLIES} plies, \
             decided beyond {DECIDED_CP} cp, error cut off at {ERROR_LIMIT_CP} cp; stopped {}",
            if self.is_stopped { "yes" } else { "no" }
        );
        out
    }
}

impl SideSummary {
    fn add(&mut self, assessment: &Assessment, ply: usize, is_repeated: bool) {
        self.moves += 1;
        self.longest_forced = self.longest_forced.max(assessment.forced.plies.len());
        if let Some(excess) = assessment.mate_risk.as_ref().and_then(|risk| risk.excess)
            && excess > 0.0
        {
            self.risky_mates += 1;
            self.mate_risk_excess = self.mate_risk_excess.max(excess);
        }
        let (Some(best), Some(played), Some(alternatives)) = (
            &assessment.best,
            &assessment.played,
            &assessment.alternatives,
        ) else {
            self.excluded[Exclusion::Unknown as usize] += 1;
            return;
        };
        let exclusion = if ply < OPENING_PLIES {
            Some(Exclusion::Opening)
        } else if alternatives.legal == 1 {
            Some(Exclusion::OnlyMove)
        } else if is_repeated {
            Some(Exclusion::Repetition)
        } else if level_value(best.score).abs() > DECIDED_CP {
            Some(Exclusion::Decided)
        } else {
            None
        };
        if let Some(exclusion) = exclusion {
            self.excluded[exclusion as usize] += 1;
            return;
        }
        let Some(listed) = alternatives.find(played.mv) else {
            self.excluded[Exclusion::Unknown as usize] += 1;
            return;
        };
        self.counted += 1;
        self.matched += usize::from(played.is_first_choice);
        self.equal += usize::from(listed.is_equal_best);
        self.error_cp += listed.loss_cp.min(ERROR_LIMIT_CP);
    }
}

//! Forced-line length: how many plies in a row had one good choice.
//!
//! From a position along the best line, both sides counted, a choice is forced
//! where there is one legal move, or where the best move is ahead of the second
//! by a threshold. The line ends at the first choice that is not. A long one
//! says that a game followed it without anybody having to think of something
//! else; it says nothing of how hard the one good choice was to see.
//!
//! Each choice gets a search of its own for two lines, with a share of the
//! budget that shrinks slowly from ply to ply: the first choices matter most,
//! and later ones find what was learned on the way in the table. The table is
//! cleared at the start and only ever carried forwards, so that no choice knows
//! what comes after it. Start with `ForcedLine::find`.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb_chess::board::{Game, Move, Outcome};
use plumb_engine::glance::level_value;
use plumb_engine::search::{Limits, Score};

use super::iteration::RankedLine;
use super::probe::Probe;

/// A choice is forced when the best move is ahead by so much, in centipawns.
pub const FORCED_CP: i32 = 30;

/// What counts as forced, and what may be spent on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedOptions {
    /// How far the best move must be ahead of the second, in centipawns.
    pub threshold_cp: i32,
    /// Nodes for the whole line.
    pub nodes: u64,
    /// The line is not followed further than this, in plies.
    pub max_plies: usize,
}

impl Default for ForcedOptions {
    fn default() -> ForcedOptions {
        ForcedOptions {
            threshold_cp: FORCED_CP,
            nodes: 200_000,
            max_plies: 60,
        }
    }
}

/// Why a choice was forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ForcedKind {
    /// It is the only legal move.
    OnlyLegal,
    /// Every other move is worse by the threshold or more.
    OnlyGood,
}

/// One forced choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedPly {
    /// The move.
    pub mv: Move,
    /// Why it was forced.
    pub kind: ForcedKind,
    /// How far it is ahead of the second-best move, in centipawns, a mate in n
    /// counting as 10000 - n; none for an only legal move.
    pub margin_cp: Option<i32>,
    /// It captures where the move before it captured.
    pub is_recapture: bool,
}

/// Why a forced line is no longer than it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ForcedEnd {
    /// The next choice was not forced: the best move is ahead by only so much.
    NotForced {
        /// In centipawns, as in `ForcedPly`.
        margin_cp: i32,
    },
    /// The game was over.
    GameOver(Outcome),
    /// A position of the line came back.
    Repetition,
    /// The nodes were used up.
    BudgetSpent,
    /// Stopped from outside.
    Stopped,
    /// The line was followed as far as was asked for.
    MaxPlies,
}

/// A row of forced choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedLine {
    /// The choices, from the position on the board on, both sides in turn. Their
    /// number is the forced-line length, in plies.
    pub plies: Vec<ForcedPly>,
    /// Why it ended.
    pub end: ForcedEnd,
    /// Nodes searched.
    pub nodes: u64,
}

impl ForcedLine {
    /// Follows the best line from the position on the board as long as it is
    /// forced. The searcher's memory is cleared first.
    pub fn find(
        probe: &mut Probe,
        game: &Game,
        options: &ForcedOptions,
        stop: &AtomicBool,
    ) -> ForcedLine {
        probe.clear();
        let mut budget = Budget::new(options.nodes);
        let threshold_cp = options.threshold_cp;
        let choose =
            |game: &Game| Ok::<_, Infallible>(choose(probe, game, threshold_cp, &mut budget, stop));
        let Ok((plies, end)) = ForcedLine::follow(game, options.max_plies, choose);
        ForcedLine {
            plies,
            end,
            nodes: budget.spent,
        }
    }

    /// Follows a line as long as `choose`, which is asked at each choice, says
    /// that it is forced: whoever searches, this is where a line ends. An error
    /// of `choose` is handed back.
    pub fn follow<E>(
        game: &Game,
        max_plies: usize,
        mut choose: impl FnMut(&Game) -> Result<Result<ForcedPly, ForcedEnd>, E>,
    ) -> Result<(Vec<ForcedPly>, ForcedEnd), E> {
        let mut game = game.clone();
        let mut keys = vec![game.position().key()];
        let mut plies = Vec::new();
        let end = loop {
            if let Some(outcome) = game.outcome() {
                break ForcedEnd::GameOver(outcome);
            }
            if plies.len() >= max_plies {
                break ForcedEnd::MaxPlies;
            }
            let choice = match ForcedPly::only_legal(&game) {
                Some(choice) => choice,
                None => match choose(&game)? {
                    Ok(choice) => choice,
                    Err(end) => break end,
                },
            };
            plies.push(choice);
            game.play(choice.mv);
            let key = game.position().key();
            if keys.contains(&key) {
                break ForcedEnd::Repetition;
            }
            keys.push(key);
        };
        Ok((plies, end))
    }

    /// How many of the choices were only legal moves.
    pub fn only_legal_moves(&self) -> usize {
        let is_only = |ply: &&ForcedPly| ply.kind == ForcedKind::OnlyLegal;
        self.plies.iter().filter(is_only).count()
    }

    /// How many of the choices were recaptures.
    pub fn recaptures(&self) -> usize {
        self.plies.iter().filter(|ply| ply.is_recapture).count()
    }
}

impl ForcedPly {
    /// The only legal move on the board.
    fn only_legal(game: &Game) -> Option<ForcedPly> {
        let [mv] = game.position().legal_moves()[..] else {
            return None;
        };
        Some(ForcedPly {
            mv,
            kind: ForcedKind::OnlyLegal,
            margin_cp: None,
            is_recapture: is_recapture(game, mv),
        })
    }

    /// The best move on the board, if a search's two best lines say that it is
    /// forced; why it is not, if they don't.
    pub fn only_good(
        game: &Game,
        best: &RankedLine,
        second: &RankedLine,
        threshold_cp: i32,
    ) -> Result<ForcedPly, ForcedEnd> {
        let gap = margin_cp(best.score, second.score);
        match best.moves.first() {
            None => Err(ForcedEnd::BudgetSpent),
            Some(&mv) if is_ahead(best.score, second.score, threshold_cp) => Ok(ForcedPly {
                mv,
                kind: ForcedKind::OnlyGood,
                margin_cp: Some(gap),
                is_recapture: is_recapture(game, mv),
            }),
            Some(_) => Err(ForcedEnd::NotForced { margin_cp: gap }),
        }
    }
}

/// The one good choice on the board, or why there is none.
fn choose(
    probe: &mut Probe,
    game: &Game,
    threshold_cp: i32,
    budget: &mut Budget,
    stop: &AtomicBool,
) -> Result<ForcedPly, ForcedEnd> {
    let limits = Limits {
        multi_pv: 2,
        ..Limits::nodes(budget.share().ok_or(ForcedEnd::BudgetSpent)?)
    };
    let search = probe.search(game, limits, None, stop);
    budget.spent += search.nodes();
    if stop.load(Ordering::Relaxed) {
        return Err(ForcedEnd::Stopped);
    }
    let [best, second, ..] = search.lines(2) else {
        return Err(ForcedEnd::BudgetSpent);
    };
    ForcedPly::only_good(game, best, second, threshold_cp)
}

/// How far `best` is ahead of `second`, in centipawns, a mate in n counting as
/// 10000 - n; never negative.
fn margin_cp(best: Score, second: Score) -> i32 {
    (level_value(best) - level_value(second)).max(0)
}

/// Whether `best` leaves `second` behind: by the threshold, or because only one
/// of them is a mate.
fn is_ahead(best: Score, second: Score, threshold_cp: i32) -> bool {
    let mates = best.is_mate() && !best.is_mated();
    let other_mates = second.is_mate() && !second.is_mated();
    mates != other_mates
        || best.is_mated() != second.is_mated()
        || margin_cp(best, second) >= threshold_cp
}

/// Whether `mv` captures on the square where the last move of `game` captured.
fn is_recapture(game: &Game, mv: Move) -> bool {
    let (Some(&Some(last)), Some(before)) = (
        game.moves().last(),
        game.ply()
            .checked_sub(1)
            .and_then(|ply| game.position_at(ply)),
    ) else {
        return false;
    };
    before.captured_by(last).is_some()
        && game.position().captured_by(mv).is_some()
        && last.to() == mv.to()
}

/// The nodes of a line, and how they are shared out.
struct Budget {
    total: u64,
    spent: u64,
}

/// Below this a search for two lines says next to nothing.
const LEAST_SHARE: u64 = 1_000;

impl Budget {
    fn new(total: u64) -> Budget {
        Budget { total, spent: 0 }
    }

    /// The nodes for the next choice: an eighth of what is left; none once that
    /// is less than an eighth of the first share, or too little altogether.
    fn share(&self) -> Option<u64> {
        let left = self.total.saturating_sub(self.spent);
        let share = (left / 8).max(LEAST_SHARE);
        (share <= left && share >= self.total / 64).then_some(share)
    }
}

#[cfg(test)]
#[path = "forced_tests.rs"]
mod tests;

//! What endgame tables tell a search. Files and formats are the business of
//! whoever implements [`EndgameTables`]; the search knows none.

use std::ops::Neg;
use std::sync::Arc;

use plumb_chess::board::Position;

use super::score::{Bound, Score};

/// Who wins, from the point of view of the side to move, right after a capture
/// or a pawn move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// It loses, but not before the fifty-move rule makes it a draw.
    BlessedLoss,
    /// Nobody wins.
    Draw,
    /// The side to move wins, but not before the fifty-move rule makes it a draw.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The same where the fifty-move rule does not count.
    pub fn without_fifty_move_rule(self) -> Wdl {
        match self {
            Wdl::BlessedLoss => Wdl::Loss,
            Wdl::CursedWin => Wdl::Win,
            other => other,
        }
    }

    /// The score `ply` plies from the root, and what it is to the true one: a mate
    /// that the search sees is more than a win that the tables know.
    pub(super) fn score(self, ply: usize) -> (Score, Bound) {
        match self {
            Wdl::Win => (Score::table_win(ply), Bound::Lower),
            Wdl::Loss => (-Score::table_win(ply), Bound::Upper),
            // A hair off the draw, so that there is something to play for.
            Wdl::CursedWin => (Score::DRAW + 1, Bound::Exact),
            Wdl::BlessedLoss => (Score::DRAW - 1, Bound::Exact),
            Wdl::Draw => (Score::DRAW, Bound::Exact),
        }
    }
}

impl Neg for Wdl {
    type Output = Wdl;
    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// How far it is to the next capture, pawn move or mate when both sides play for
/// their result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dtz {
    /// Plies; positive when the side to move wins, negative when it loses, 0 for a
    /// draw. Beyond 100 the fifty-move rule comes in between.
    pub plies: i32,
    /// Some tables count in moves: then it may be one ply more than said.
    pub is_rounded: bool,
}

/// Endgame tables, asked by all threads of a search. None of them knows anything
/// of positions in which somebody may still castle; such are not asked for.
pub trait EndgameTables: Send + Sync {
    /// The most men, kings included, of which there is a table.
    fn max_men(&self) -> u32;

    /// Who wins, as if a capture or pawn move had just been made. Nothing where
    /// there is no table, or none that can be read.
    fn wdl(&self, position: &Position) -> Option<Wdl>;

    /// How far it is to the next capture, pawn move or mate. Nothing where there is
    /// no table, or none that can be read.
    fn dtz(&self, position: &Position) -> Option<Dtz>;

    /// What was wrong with the first table that could not be read; told once.
    fn take_failure(&self) -> Option<String>;
}

/// Tables, and how a search uses them.
#[derive(Clone)]
pub struct TableUse {
    /// The tables.
    pub tables: Arc<dyn EndgameTables>,
    /// Positions with more men than this are not looked up, even if there are
    /// tables of them.
    pub max_men: u32,
    /// Positions with just so many men as there are tables of are looked up only
    /// with so many plies left to search; with fewer men always.
    pub min_depth: i32,
    /// Whether a win that takes too long is a draw.
    pub fifty_move_rule: bool,
}

impl TableUse {
    /// The most men in positions that are looked up; 0 when none is.
    pub(super) fn men(&self) -> u32 {
        self.max_men.min(self.tables.max_men())
    }

    /// Whether a position has so few men, and no castling, as to be looked up.
    pub(super) fn covers(&self, position: &Position) -> bool {
        position.occupied().count() <= self.men() && position.castling().rights().is_empty()
    }

    /// Who wins, as the rules in use have it.
    pub(super) fn wdl(&self, position: &Position) -> Option<Wdl> {
        let wdl = self.tables.wdl(position)?;
        Some(self.by_the_rules(wdl))
    }

    /// Without the fifty-move rule nothing is cursed or blessed.
    pub(super) fn by_the_rules(&self, wdl: Wdl) -> Wdl {
        if self.fifty_move_rule {
            wdl
        } else {
            wdl.without_fifty_move_rule()
        }
    }
}

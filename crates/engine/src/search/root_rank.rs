//! Root moves ranked by endgame tables, so that a won game is really won.
//!
//! Knowing who wins is not enough: of ten winning moves the search may prefer one
//! that makes no headway until the fifty-move rule ends the game. The distance to
//! the next capture, pawn move or mate, together with the plies that have passed
//! since the last one, tells which moves still win in time. All of those have the
//! same rank, and the search chooses among them; once a position has come back,
//! the nearest goes first. The idea is that of Ronald de Man's probing code.

use plumb_chess::board::{Game, Move};

use super::score::Score;
use super::tablebase::{Dtz, TableUse, Wdl};

/// What tables say of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RootRank {
    /// More is better; equal where the tables do not mind.
    pub rank: i32,
    /// The outcome as a score, from the point of view of the side to move.
    pub score: Score,
}

/// What tables say of the root moves.
pub(super) struct RootRanking {
    /// One for each move, in the order in which they were given.
    pub ranks: Vec<RootRank>,
    /// Whether distances were known, by which progress is certain.
    pub by_distance: bool,
}

/// The rank of a move that wins before the fifty-move rule makes a draw. It is so large
/// that, with any distance taken off, it stays above `CURSED_WIN`.
const WIN: i32 = 100_000;
/// The rank of a win that comes too late, before its distance is taken off.
const CURSED_WIN: i32 = 50_000;

/// Plies without capture and pawn move that make a draw.
const FIFTY_MOVES_PLIES: i32 = 100;

/// Ranks moves of the position on the board; nothing where tables do not have it,
/// or not all that it takes.
pub(super) fn rank(uses: &TableUse, game: &Game, moves: &[Move]) -> Option<RootRanking> {
    if !uses.covers(game.position()) {
        return None;
    }
    let mut game = game.clone();
    let has_repeated = has_repeated(&game);
    let by_distance: Option<Vec<RootRank>> = moves
        .iter()
        .map(|&mv| {
            let clock = i32::from(game.position().halfmove_clock());
            game.play(mv);
            let distance = distance(uses, &game);
            game.undo();
            distance.map(|distance| by_distance(uses, distance, clock, has_repeated))
        })
        .collect();
    if let Some(ranks) = by_distance {
        return Some(RootRanking {
            ranks,
            by_distance: true,
        });
    }
    let by_outcome: Option<Vec<RootRank>> = moves
        .iter()
        .map(|&mv| {
            game.play(mv);
            let wdl = match outcome_by_rules(&game) {
                Some(wdl) => Some(wdl),
                None => uses.tables.wdl(game.position()).map(|wdl| -wdl),
            };
            game.undo();
            wdl.map(|wdl| by_outcome(uses, wdl))
        })
        .collect();
    Some(RootRanking {
        ranks: by_outcome?,
        by_distance: false,
    })
}

/// Whether any position since the last capture or pawn move stood twice.
fn has_repeated(game: &Game) -> bool {
    let mut game = game.clone();
    loop {
        if game.repetitions() > 0 {
            return true;
        }
        if game.position().halfmove_clock() == 0 || !game.undo() {
            return false;
        }
    }
}

/// The outcome for the side that has just moved, where the game is over by the rules alone.
fn outcome_by_rules(game: &Game) -> Option<Wdl> {
    let position = game.position();
    if position.has_no_moves() {
        return Some(if position.in_check() {
            Wdl::Win
        } else {
            Wdl::Draw
        });
    }
    game.outcome().map(|_| Wdl::Draw)
}

/// The distance for the side that has just moved, its move counted.
fn distance(uses: &TableUse, game: &Game) -> Option<Dtz> {
    let zeroing = |wdl| Dtz {
        plies: match wdl {
            Wdl::Win => 1,
            Wdl::CursedWin => FIFTY_MOVES_PLIES + 1,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => -FIFTY_MOVES_PLIES - 1,
            Wdl::Loss => -1,
        },
        is_rounded: false,
    };
    if let Some(wdl) = outcome_by_rules(game) {
        return Some(zeroing(wdl));
    }
    let position = game.position();
    if position.halfmove_clock() == 0 {
        return uses.tables.wdl(position).map(|wdl| zeroing(-wdl));
    }
    let dtz = uses.tables.dtz(position)?;
    let plies = -dtz.plies;
    Some(Dtz {
        plies: plies + plies.signum(),
        ..dtz
    })
}

/// The rank of a move by distance. `distance` is for the side that makes it, the move
/// counted; `clock` is the number of plies without capture or pawn move before it, and
/// `has_repeated` whether a position stood twice since then.
fn by_distance(uses: &TableUse, distance: Dtz, clock: i32, has_repeated: bool) -> RootRank {
    let total = distance.plies.abs() + clock;
    let in_time = total + i32::from(distance.is_rounded) <= FIFTY_MOVES_PLIES;
    let (wdl, rank) = match distance.plies {
        0 => (Wdl::Draw, 0),
        // Once a position has come back, the nearest win is ranked first, so that the
        // game makes headway.
        1.. if in_time && has_repeated => (Wdl::Win, WIN - distance.plies),
        1.. if in_time => (Wdl::Win, WIN),
        // The other side may err; the nearer the better.
        1.. => (Wdl::CursedWin, CURSED_WIN - total),
        _ if total > FIFTY_MOVES_PLIES => (Wdl::BlessedLoss, total - CURSED_WIN),
        // Where the other side has no time to lose, the longest defence is best;
        // otherwise the search knows better what is hard to win.
        _ if total - distance.plies >= FIFTY_MOVES_PLIES => (Wdl::Loss, total - WIN),
        _ => (Wdl::Loss, -WIN),
    };
    let (score, _) = uses.by_the_rules(wdl).score(0);
    RootRank { rank, score }
}

/// The rank of a move of which only the outcome is known, for the side that makes it.
fn by_outcome(uses: &TableUse, wdl: Wdl) -> RootRank {
    let wdl = uses.by_the_rules(wdl);
    let rank = match wdl {
        Wdl::Win => WIN,
        Wdl::CursedWin => CURSED_WIN,
        Wdl::Draw => 0,
        Wdl::BlessedLoss => -CURSED_WIN,
        Wdl::Loss => -WIN,
    };
    let (score, _) = wdl.score(0);
    RootRank { rank, score }
}

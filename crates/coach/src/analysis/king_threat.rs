//! How near each king is to being mated.
//!
//! The mover's own king: the mover passes, and the opponent's shortest mate is
//! looked for; a king that could be mated if one did nothing is under threat.
//! The opponent's king: the mover's shortest mate from the position as it is.
//! Only mates of up to `THREAT_MOVES` moves count, and a proof that tries every
//! move runs beside the search, so that an answer without a mate can be certain
//! too. Start with `KingThreat::find`.

use std::sync::atomic::{AtomicBool, Ordering};

use plumb_chess::board::Game;
use plumb_engine::search::{Limits, ScoreValue};

use super::probe::Probe;

/// The longest mate that is a threat, in moves of the mating side.
pub const THREAT_MOVES: u32 = 3;

/// How near both kings are to being mated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingThreat {
    /// The king of the side to move, if it passed.
    pub own: Threat,
    /// The king of the side that is not to move.
    pub other: Threat,
    /// Nodes searched.
    pub nodes: u64,
}

/// How near one king is to being mated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The shortest mate, in moves of the mating side; none where there is none
    /// of up to `THREAT_MOVES` moves or none was found.
    pub mate_in: Option<u32>,
    /// How the answer came about.
    pub certainty: Certainty,
}

/// How an answer about a threat came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Certainty {
    /// Every shorter mate is ruled out; without a mate, all that count are.
    Proved,
    /// The nodes were used up: a shorter mate may be there.
    BudgetSpent,
    /// Stopped from outside: likewise.
    Stopped,
    /// The mover is in check and cannot pass; nothing was searched.
    InCheck,
    /// The game is over; nothing was searched.
    GameOver,
}

impl KingThreat {
    /// Looks at the position on the board, with at most `nodes` nodes for each
    /// king, the searcher's memory cleared before each.
    pub fn find(probe: &mut Probe, game: &Game, nodes: u64, stop: &AtomicBool) -> KingThreat {
        let unsearched = |certainty| Threat {
            mate_in: None,
            certainty,
        };
        if game.outcome().is_some() {
            return KingThreat {
                own: unsearched(Certainty::GameOver),
                other: unsearched(Certainty::GameOver),
                nodes: 0,
            };
        }
        let (own, spent_on_own) = if game.position().in_check() {
            (unsearched(Certainty::InCheck), 0)
        } else {
            let mut passed = game.clone();
            passed.play_null();
            shortest_mate(probe, &passed, nodes, stop)
        };
        let (other, spent_on_other) = shortest_mate(probe, game, nodes, stop);
        KingThreat {
            own,
            other,
            nodes: spent_on_own + spent_on_other,
        }
    }
}

/// The shortest mate for the side to move, and the nodes it took. One more move
/// is allowed from search to search: a search for a mate in three would be
/// content with the first it comes across.
fn shortest_mate(probe: &mut Probe, game: &Game, nodes: u64, stop: &AtomicBool) -> (Threat, u64) {
    probe.clear();
    let mut certainty = Certainty::Proved;
    let mut mate_in = None;
    let mut spent = 0;
    for moves in 1..=THREAT_MOVES {
        let left = nodes.saturating_sub(spent);
        if left == 0 {
            certainty = Certainty::BudgetSpent;
            break;
        }
        let limits = Limits {
            mate: Some(moves),
            ..Limits::nodes(left)
        };
        let search = probe.search(game, limits, None, stop);
        spent += search.nodes();
        let is_stopped = stop.load(Ordering::Relaxed);
        let score = search.outcome.last.lines.first().map(|line| line.score);
        let found = score.and_then(|score| match score.value() {
            ScoreValue::Mate(moves) if moves > 0 => Some(moves.unsigned_abs()),
            _ => None,
        });
        mate_in = found.filter(|&found| found <= THREAT_MOVES).or(mate_in);
        if is_stopped {
            certainty = Certainty::Stopped;
            break;
        }
        if mate_in.is_some_and(|found| found <= moves) {
            break;
        }
        if spent >= nodes {
            certainty = Certainty::BudgetSpent;
            break;
        }
    }
    (Threat { mate_in, certainty }, spent)
}

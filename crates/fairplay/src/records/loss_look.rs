//! One look at what a move lost: the first choice alone and the played move alone, searched
//! to the same depth.
//!
//! A list of several lines has few nodes for each of them, and its last line is often
//! refuted by nothing but the horizon, so a loss is never taken from it. A single look can
//! be wrong too: whether two agree says `agree`, how looks are made `loss_search.rs`.

use serde::{Deserialize, Serialize};

use super::value::Value;
use plumb_coach::analysis::Iteration;
use plumb_engine::search::Bound;

/// Looks at a move agree if their losses differ by at most this, in centipawns. It is also
/// the greatest loss that two looks are enough for.
const AGREEMENT_CP: i32 = 50;

/// Greater losses may differ by this part of the last one: how much a lost queen is worth
/// is not known to half a pawn.
const AGREEMENT_PART: i32 = 4;

/// The looks go so many plies deeper, one after the other, than the single line.
pub(super) const DEEPER_PLIES: [u32; 3] = [0, 2, 4];

/// The least loss, in centipawns, that needs a confirming look once looks agree on it.
pub(super) const SERIOUS_CP: i32 = 100;
/// How many plies deeper than the single line the confirming look goes: looks of almost the same
/// depth overlook the same things.
pub(super) const CONFIRMING_PLIES: u32 = 8;

/// The first choice and the played move, each searched alone, at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LossLook {
    /// The iteration that gave both scores, in plies.
    pub depth: u32,
    /// The first choice.
    pub first_choice: Value,
    /// The played move.
    pub played: Value,
}

impl LossLook {
    /// From the reports of both searches, at the deepest iteration that both finished;
    /// nothing if one of them has no exact score.
    pub(super) fn of(first_choice: &[Iteration], played: &[Iteration]) -> Option<LossLook> {
        let exact = |one: &&Iteration| one.bound == Bound::Exact;
        let deepest = |iterations: &[Iteration]| Some(iterations.iter().rfind(exact)?.depth);
        let depth = deepest(first_choice)?.min(deepest(played)?);
        let at_depth = |iterations: &[Iteration]| -> Option<Value> {
            let mut finished = iterations.iter().filter(exact);
            Some(finished.rfind(|one| one.depth <= depth)?.score.into())
        };
        Some(LossLook {
            depth,
            first_choice: at_depth(first_choice)?,
            played: at_depth(played)?,
        })
    }

    /// First choice less played, in centipawns; 0 where the played move is better.
    pub fn loss_cp(&self) -> i32 {
        (self.first_choice.level_cp() - self.played.level_cp()).max(0)
    }
}

/// Whether the looks at a move agree on what it lost, in centipawns for the player. `drop_cp` is
/// what the searches before and after the move say (0 where it is negative); it counts as a look
/// before all others.
/// Losses agree if they differ by at most [`AGREEMENT_CP`], or by a quarter of the last one where
/// that is more. Which losses have to agree:
/// - if the last one is at most [`AGREEMENT_CP`]: the last two (the drop is the first of them
///   where there is one look only);
/// - if the last look is the confirming one: that and the one before;
/// - if the last one is greater: the last two looks and the drop.
pub(super) fn agree(drop_cp: i32, looks: &[LossLook]) -> bool {
    let first = drop_cp.max(0);
    let losses: Vec<i32> = looks.iter().map(LossLook::loss_cp).collect();
    let asked = match losses.as_slice() {
        [last] if *last <= AGREEMENT_CP => vec![first, *last],
        [.., before, last] if *last <= AGREEMENT_CP || is_confirmed(looks) => vec![*before, *last],
        [.., before, last] => vec![first, *before, *last],
        _ => return false,
    };
    let spread = asked.iter().max().zip(asked.iter().min());
    let last = losses.last().copied().unwrap_or_default();
    let agreement = AGREEMENT_CP.max(last / AGREEMENT_PART);
    spread.is_some_and(|(most, least)| most - least <= agreement)
}

/// Whether the last look is so deep that it can only be the confirming one.
fn is_confirmed(looks: &[LossLook]) -> bool {
    let deepest_other = looks.first().map_or(0, |first| {
        first.depth + DEEPER_PLIES[DEEPER_PLIES.len() - 1]
    });
    looks.last().is_some_and(|last| last.depth > deepest_other)
}

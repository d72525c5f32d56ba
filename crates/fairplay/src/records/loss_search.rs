//! Looks at what a move lost, deeper each time, until they agree.
//!
//! The first look of all is the pair of searches before and after the move, which are made
//! anyway. Each further one searches the first choice alone and the played move alone. How
//! they are searched is for the judge to say. Start with `loss_looks`.

use super::loss_look::{CONFIRMING_PLIES, DEEPER_PLIES, LossLook, SERIOUS_CP, agree};

/// How far a look goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LookExtent {
    /// In plies.
    pub depth: u32,
    /// The last look, so deep that its nodes are limited whatever the depth that the
    /// moves are judged at.
    pub is_confirming: bool,
}

/// Looks at a move, deeper each time, until they agree. `drop_cp` is what the searches
/// before and after the move say, `depth` that of the single line; `look` searches both
/// moves so far, or as far as its nodes suffice, and gives nothing when stopped.
pub(super) fn loss_looks<E>(
    drop_cp: i32,
    depth: u32,
    mut look: impl FnMut(LookExtent) -> Result<Option<LossLook>, E>,
) -> Result<Option<Vec<LossLook>>, E> {
    let mut looks: Vec<LossLook> = Vec::new();
    let mut are_agreed = false;
    let deeper = DEEPER_PLIES.map(|plies| (plies, false));
    for (plies, is_confirming) in deeper.into_iter().chain([(CONFIRMING_PLIES, true)]) {
        // Only a serious loss comes here with looks that agree: it is confirmed, and
        // nothing else is.
        if are_agreed != is_confirming {
            continue;
        }
        let extent = LookExtent {
            depth: depth.saturating_add(plies),
            is_confirming,
        };
        let Some(found) = look(extent)? else {
            return Ok(None);
        };
        if looks.last().is_some_and(|last| found.depth <= last.depth) {
            // The nodes do not suffice for more.
            break;
        }
        let is_serious = found.loss_cp() >= SERIOUS_CP;
        looks.push(found);
        are_agreed = agree(drop_cp, &looks);
        if are_agreed && !is_serious {
            break;
        }
    }
    Ok(Some(looks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Value;

    /// Looks that find these losses, each at the depth that was asked for; nothing more is
    /// found than `deepest`.
    fn looked(drop_cp: i32, losses: &[i32], deepest: u32) -> Vec<LossLook> {
        let mut left = losses.iter();
        let looks = loss_looks(drop_cp, 8, |extent| {
            assert_eq!(extent.is_confirming, extent.depth == 16);
            Ok::<_, ()>(Some(LossLook {
                depth: extent.depth.min(deepest),
                first_choice: Value::Cp(10),
                played: Value::Cp(10 - left.next().unwrap()),
            }))
        });
        looks.unwrap().unwrap()
    }

    #[test]
    fn small_losses_need_two_looks_greater_ones_three_and_serious_ones_a_last() {
        /// The searches before and after, the looks, the deepest that may be, their
        /// depths, and whether they agree.
        type Case = (i32, &'static [i32], u32, &'static [u32], bool);
        let cases: [Case; 16] = [
            (68, &[20], 99, &[8], true),
            (880, &[110, 20, 59], 99, &[8, 10, 12], false),
            (880, &[110, 40, 45], 99, &[8, 10, 12], true),
            (95, &[100, 90], 99, &[8, 10], true),
            (105, &[110, 100, 120], 99, &[8, 10, 16], true),
            (105, &[110, 100, 20], 99, &[8, 10, 16], false),
            (105, &[170, 100, 56], 99, &[8, 10, 12], true),
            (105, &[170, 100, 130, 90], 99, &[8, 10, 12, 16], true),
            (105, &[170, 100, 160], 99, &[8, 10, 12], false),
            (900, &[880, 1000, 950], 99, &[8, 10, 16], true),
            (105, &[110, 140, 175], 99, &[8, 10, 16], true),
            (900, &[880, 1000, 300], 99, &[8, 10, 16], false),
            (250, &[320, 320, 310], 99, &[8, 10, 16], true),
            (250, &[320, 320, 310], 10, &[8, 10], true),
            (5, &[110, 100, 105], 99, &[8, 10, 12], false),
            (0, &[100, 100, 100], 9, &[8, 9], false),
        ];
        for (drop_cp, losses, deepest, depths, are_agreed) in cases {
            let looks = looked(drop_cp, losses, deepest);
            let found: Vec<u32> = looks.iter().map(|one| one.depth).collect();
            assert_eq!(
                (found.as_slice(), agree(drop_cp, &looks)),
                (depths, are_agreed)
            );
        }
    }

    #[test]
    fn a_better_move_than_the_first_choice_is_no_loss() {
        let look = looked(-300, &[-80], 99);
        assert_eq!((look.len(), look[0].loss_cp()), (1, 0));
    }

    #[test]
    fn stopped_looks_are_none() {
        assert_eq!(loss_looks(0, 8, |_| Ok::<_, ()>(None)), Ok(None));
    }
}

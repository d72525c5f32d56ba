//! The search's numbers, in one place.
//!
//! Set by hand from common practice; a later tuning replaces them. Margins
//! are in centipawns, depths in plies.

/// First aspiration window on either side of the last score, in centipawns.
pub const ASPIRATION_CP: i32 = 18;
/// Aspiration windows are used from this depth on.
pub const ASPIRATION_DEPTH: u32 = 5;

/// Reverse futility pruning up to this depth.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Margin per ply of depth.
pub const REVERSE_FUTILITY_CP: i32 = 75;
/// Razoring up to this depth.
pub const RAZOR_DEPTH: i32 = 3;
/// Margin per ply of depth.
pub const RAZOR_CP: i32 = 220;
/// Null moves from this depth on.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// Null-move results from this depth on are verified by a search without.
pub const NULL_MOVE_VERIFY_DEPTH: i32 = 12;

/// Late quiet moves are left out up to this depth.
pub const LATE_MOVE_DEPTH: i32 = 8;
/// Futility pruning of quiet moves up to this depth.
pub const FUTILITY_DEPTH: i32 = 8;
/// Margin at depth 0 and per ply.
pub const FUTILITY_CP: (i32, i32) = (80, 95);
/// Moves that lose material are left out up to this depth.
pub const SEE_DEPTH: i32 = 8;
/// Allowed loss per ply for quiet moves, and per ply squared for captures.
pub const SEE_QUIET_CP: i32 = 60;
/// See above.
pub const SEE_CHECK_CP: i32 = 200;
/// See above.
pub const SEE_NOISY_CP: i32 = 22;
/// Quiet moves with a record worse than this much per ply are left out.
pub const HISTORY_PRUNING: i32 = -3_500;
/// History pruning up to this depth.
pub const HISTORY_PRUNING_DEPTH: i32 = 4;

/// A quiet move's record of this size changes its reduction by one ply.
pub const HISTORY_PER_PLY: i32 = 10_000;
/// Quiescence leaves out captures that cannot bring the score this close.
pub const DELTA_CP: i32 = 150;

/// How many quiet moves are tried at a depth before the rest is left out.
pub fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = 4 + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}

/// History's reward for a cutoff at this depth.
pub fn history_bonus(depth: i32) -> i32 {
    (16 * depth * depth + 120 * depth).min(1_800)
}

/// How many plies late moves are reduced by, by depth and move number.
pub struct Reductions {
    plies: [[u8; 64]; 64],
}

impl Reductions {
    /// From the usual product of logarithms. `libm` computes them, so that
    /// every machine searches the same tree.
    pub fn new() -> Reductions {
        let mut plies = [[0; 64]; 64];
        for depth in 1..64 {
            for number in 1..64 {
                let product = libm::log(depth as f64) * libm::log(number as f64);
                plies[depth][number] = (0.6 + product / 2.3) as u8;
            }
        }
        Reductions { plies }
    }

    /// Plies for the move with this number (the first is 1) at this depth.
    #[inline]
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        self.plies[(depth as usize).min(63)][number.min(63)] as i32
    }
}

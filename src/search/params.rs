//! The search's numbers, declared in `tables/search.toml` with their meaning and
//! range, and what is computed from them.

include!(concat!(env!("OUT_DIR"), "/search_parameters.rs"));

/// How many quiet moves are tried at a depth before the rest is left out.
#[inline]
pub fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = late_move_base() + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}

/// History's reward for a cutoff at this depth.
#[inline]
pub fn history_bonus(depth: i32) -> i32 {
    (bonus_slope() * depth + bonus_base()).clamp(0, bonus_limit())
}

/// History's punishment, at this depth, of moves tried before the one that cut off.
#[inline]
pub fn history_malus(depth: i32) -> i32 {
    (malus_slope() * depth + malus_base()).clamp(0, malus_limit())
}

/// How many 1024ths of a ply late moves are reduced by, by depth and move number.
pub struct Reductions {
    quiet: [[i16; 64]; 64],
    noisy: [[i16; 64]; 64],
}

impl Reductions {
    /// From the usual product of logarithms. `libm` computes them, so that
    /// every machine searches the same tree.
    pub fn new() -> Reductions {
        let table = |base: i32, slope: i32| {
            let mut plies = [[0; 64]; 64];
            for depth in 1..64 {
                for number in 1..64 {
                    let product = libm::log(depth as f64) * libm::log(number as f64);
                    plies[depth][number] = (base as f64 + slope as f64 * product) as i16;
                }
            }
            plies
        };
        Reductions {
            quiet: table(reduction_base_1024(), reduction_slope_1024()),
            noisy: table(reduction_noisy_base_1024(), reduction_noisy_slope_1024()),
        }
    }

    /// For the move with this number (the first is 1) at this depth.
    #[inline]
    pub fn get(&self, noisy: bool, depth: i32, number: usize) -> i32 {
        let table = if noisy { &self.noisy } else { &self.quiet };
        table[(depth as usize).min(63)][number.min(63)] as i32
    }
}

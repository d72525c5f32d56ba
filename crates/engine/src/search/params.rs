//! The search's numbers, declared in `tables/search.toml` with their meaning and
//! range, and what is computed from them.
//!
//! They are constant functions. A build with the feature `tunable` can set them,
//! for tuning by games, and only there are they global: passing them to every
//! node would change the search that is tuned, and a process plays with one set
//! of them from its start to its end.

#[cfg(feature = "tunable")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A number of the search, as `tables/search.toml` declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its section of the table.
    pub section: &'static str,
    /// Its name; no two have the same.
    pub name: &'static str,
    /// What this program was built with.
    pub value: i32,
    /// The least that it may be tuned to.
    pub least: i32,
    /// The greatest that it may be tuned to.
    pub most: i32,
    /// The change that makes a difference in play.
    pub step: i32,
    /// What it means, in a sentence or two.
    pub means: &'static str,
}

/// Whether this build can be told to search with other numbers.
pub const PARAMETERS_CAN_BE_SET: bool = cfg!(feature = "tunable");

/// Makes the search use these numbers, in the order of [`PARAMETERS`]. Whoever
/// makes a `Shared` afterwards has tables of reductions that follow from them.
#[cfg(feature = "tunable")]
pub fn set_parameters(values: &[i32]) {
    for (slot, &value) in VALUES.iter().zip(values) {
        slot.store(value, Ordering::Relaxed);
    }
}

include!(concat!(env!("OUT_DIR"), "/search_parameters.rs"));

/// A number given in percent, as a factor.
pub fn from_percent(percent: i32) -> f64 {
    f64::from(percent) / 100.0
}

/// How many quiet moves are tried at a depth before the rest is left out.
#[inline]
pub fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = late_move_base() + late_move_square_16ths() * depth * depth / 16;
    let sixteenths = if improving {
        16
    } else {
        late_move_not_improving_16ths()
    };
    (sixteenths * count / 16) as usize
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
        let logarithms: [f64; 64] = std::array::from_fn(|number| libm::log(number as f64));
        let table = |base: i32, slope: i32| {
            let mut plies = [[0; 64]; 64];
            for depth in 1..64 {
                for number in 1..64 {
                    let product = logarithms[depth] * logarithms[number];
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

//! Endgame scaling as a sum of settings: what a tuner fits settings to.

use arrayvec::ArrayVec;

use super::endgame;
use super::facts::{Facts, PawnFacts};
use super::sides::Sides;
use super::weights::{Setting, Weights};
use plumb_chess::board::Position;

/// So many settings share one scale at the most.
pub const SUMMED_SETTINGS: usize = 3;

/// What is left of a score, in 128ths: the constant and all settings times their counts,
/// added up, and 128 where that is more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScaleSum {
    /// What is left whatever the settings are.
    pub constant: i32,
    /// Settings, and how often each counts.
    pub counts: ArrayVec<(Setting, i32), SUMMED_SETTINGS>,
}

/// The sums behind a `Scale`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScaleSums {
    /// Of `Scale::endgame`.
    pub endgame: ScaleSum,
    /// Of `Scale::whole`.
    pub whole: ScaleSum,
}

/// Asks the rules of endgame scaling which settings a position's scales are made of: once with
/// all settings at zero, and once for each setting with that one at one. So the rules stand in
/// one place only, where they are played.
pub struct ScaleProbe {
    nothing: Weights,
    one_each: Vec<(Setting, Weights)>,
}

impl Default for ScaleProbe {
    fn default() -> ScaleProbe {
        let nothing = Weights::none();
        let with = |setting| {
            let mut weights = nothing.clone();
            weights.set_setting(setting, 1);
            (setting, weights)
        };
        let scaling = Setting::ALL
            .iter()
            .filter(|setting| setting.is_endgame_scale());
        let one_each = scaling.map(|&setting| with(setting)).collect();
        ScaleProbe { nothing, one_each }
    }
}

impl ScaleProbe {
    /// The sums behind what would be left of an advantage of each side.
    pub fn sums(&self, position: &Position) -> Sides<ScaleSums> {
        let mut facts = Facts::new(position, PawnFacts::of(position));
        facts.find_attacks();
        Sides::from_fn(|strong| {
            let least = endgame::scale(&facts, strong, &self.nothing);
            let constant = |constant| ScaleSum {
                constant,
                counts: ArrayVec::new(),
            };
            let mut sums = ScaleSums {
                endgame: constant(least.endgame),
                whole: constant(least.whole),
            };
            for (setting, weights) in &self.one_each {
                let scale = endgame::scale(&facts, strong, weights);
                for (sum, left) in [
                    (&mut sums.endgame, scale.endgame),
                    (&mut sums.whole, scale.whole),
                ] {
                    if left != sum.constant {
                        sum.counts.push((*setting, left - sum.constant));
                    }
                }
            }
            sums
        })
    }
}

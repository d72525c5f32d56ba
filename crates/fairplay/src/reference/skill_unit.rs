//! The s and c of all reference players together: a unit for those of others.
//!
//! Regan's published values are on the centipawns of the engine he used, and an
//! engine's centipawns are its own: s fitted here and s published there are not the
//! same number. Divided by what the reference games come to by the same engine and
//! search, both lose that scale. Start with `SkillUnit::of`.

use serde::{Deserialize, Serialize};

use plumb_engine::choice::{Estimate, MoveChoice, NoSkill, Skill};

/// The s and c under which the choices of all reference players are most likely.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillUnit {
    /// Choices that say something.
    pub choices: u64,
    /// s of all together, in the units of this engine.
    pub sensitivity: f64,
    /// Its standard error, over players.
    pub sensitivity_error: f64,
    /// c of all together.
    pub consistency: f64,
    /// Its standard error, over players.
    pub consistency_error: f64,
}

/// A player's s and c divided by those of the reference: 1 is a player like these.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RelativeSkill {
    /// s over theirs; smaller is stronger.
    pub sensitivity: Estimate,
    /// c over theirs; larger is stronger.
    pub consistency: Estimate,
}

impl SkillUnit {
    /// Of each player's choices.
    pub fn of(players: &[Vec<MoveChoice>]) -> Result<SkillUnit, NoSkill> {
        let skill = Skill::fit(players.iter().flatten())?;
        let influences: Vec<[f64; 2]> = players.iter().map(|one| skill.influence(one)).collect();
        let skill = skill.with_errors_over(&influences);
        Ok(SkillUnit {
            choices: skill.choices as u64,
            sensitivity: skill.sensitivity.value,
            sensitivity_error: skill.sensitivity.error,
            consistency: skill.consistency.value,
            consistency_error: skill.consistency.error,
        })
    }

    /// Its numbers by their keys in the table.
    pub(super) fn numbers(&self) -> [(&'static str, f64); 4] {
        [
            ("sensitivity", self.sensitivity),
            ("sensitivity_error", self.sensitivity_error),
            ("consistency", self.consistency),
            ("consistency_error", self.consistency_error),
        ]
    }

    /// Whether all its numbers are finite, as those of a table have to be.
    pub(super) fn is_finite(&self) -> bool {
        self.numbers().iter().all(|(_, number)| number.is_finite())
    }

    /// A skill in this unit. Intervals have the errors of both.
    pub fn relative(&self, skill: &Skill) -> RelativeSkill {
        let over = |own: &Estimate, unit: f64, unit_error: f64| {
            // Half of the interval in logarithms, which may not be symmetric.
            let side = |end: f64| {
                let own = libm::log(end / own.value);
                let both = own.hypot(1.959_963_984_540_054 * unit_error / unit);
                libm::exp(both.copysign(own))
            };
            let value = own.value / unit;
            let error = (own.error / own.value).hypot(unit_error / unit) * value;
            Estimate {
                value,
                error,
                low: value * side(own.low),
                high: value * side(own.high),
                range: own.range.map(|ends| ends.map(|end| end / unit)),
            }
        };
        RelativeSkill {
            sensitivity: over(&skill.sensitivity, self.sensitivity, self.sensitivity_error),
            consistency: over(&skill.consistency, self.consistency, self.consistency_error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_engine::choice::partial_credit;

    /// So many players of this s who choose twenty times each, by an engine on whose
    /// scale everything is so many times as large.
    fn players(count: usize, s: f64, scale: f64) -> Vec<Vec<MoveChoice>> {
        let choice = |n: usize| {
            let step = [0.02, 0.1, 0.3, 0.7][n % 4];
            let differences = [0.0, step, 1.7 * step, 3.0 * step];
            // Numbers spread evenly between 0 and 1 take the place of chance.
            let mut left = (n as f64 * 0.618_033_988_749_895).fract();
            let shares = partial_credit(&differences, s, 0.5);
            let played = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            MoveChoice::new(
                &differences.map(|d| d * scale),
                4,
                Some(played.unwrap_or(3)),
            )
            .unwrap()
        };
        let player = |at: usize| (20 * at..20 * at + 20).map(choice).collect();
        (0..count).map(player).collect()
    }

    #[test]
    fn the_scale_of_an_engine_drops_out() {
        let relative = |scale| {
            let unit = SkillUnit::of(&players(40, 0.12, scale)).unwrap();
            let own = Skill::fit(players(15, 0.08, scale).iter().flatten()).unwrap();
            (own.sensitivity.value, unit.relative(&own))
        };
        let (small, one) = relative(1.0);
        let (large, other) = relative(2.0);
        assert!((large / small - 2.0).abs() < 1e-3, "{small} {large}");
        let (one, other) = (one.sensitivity, other.sensitivity);
        assert!((one.value - other.value).abs() < 1e-3 * one.value);
        assert!(one.low < one.value && one.value < one.high);
        assert!((0.4..0.95).contains(&one.value), "{}", one.value);
    }
}

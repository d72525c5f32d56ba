//! Regan's sensitivity s and consistency c of a player, fitted to his choices.
//!
//! K. W. Regan and G. McC. Haworth, Intrinsic Chess Ratings, AAAI 2011: a player
//! chooses move i with p_i = p_0^exp((δ_i / s)^c), shares summing to one. Here
//! both are those under which his choices were most likely (maximum likelihood),
//! with standard errors from the curvature there. Everything is computed in the
//! logarithms of s and c, the same on every machine. Start with `Skill::fit`.

use serde::Serialize;

use super::move_choice::MoveChoice;

/// The fewest choices for a fit.
pub const FIT_GATE: usize = 100;
/// s and c are looked for between these.
pub const SENSITIVITY_BOUNDS: (f64, f64) = (1e-4, 10.0);
/// See [`SENSITIVITY_BOUNDS`].
pub const CONSISTENCY_BOUNDS: (f64, f64) = (0.05, 5.0);

/// Half of the 95 % interval of a standard normal number.
const Z95: f64 = 1.959_963_984_540_054;

/// A number with its standard error and 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The lower end of the interval, symmetric about the logarithm.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The least and the greatest value over several fits of the same player's
    /// choices; none if there was only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
}

impl Estimate {
    /// From its logarithm and the standard error of that.
    pub fn of_log(log: f64, spread: f64) -> Estimate {
        Estimate {
            value: libm::exp(log),
            error: libm::exp(log) * spread,
            low: libm::exp(log - Z95 * spread),
            high: libm::exp(log + Z95 * spread),
            range: None,
        }
    }

    fn widen(&mut self, other: f64) {
        let [least, greatest] = self.range.unwrap_or([self.value; 2]);
        self.range = Some([least.min(other), greatest.max(other)]);
    }
}

/// A player's skill in Regan's model, without a unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Skill {
    /// Choices that say something: more than one move, and not all equal.
    pub choices: usize,
    /// s: the scaled difference that he notices; smaller is stronger.
    pub sensitivity: Estimate,
    /// c: how surely he notices large ones; larger is stronger.
    pub consistency: Estimate,
    /// How far the errors of ln s and ln c go together, -1 to 1.
    pub correlation: f64,
    /// The natural logarithm of the likelihood.
    pub log_likelihood: f64,
}

/// Why there is no fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "reason")]
pub enum NoSkill {
    /// Too few choices.
    #[error("fit: {choices} choices; expected at least {needed}")]
    TooFew {
        /// How many there were.
        choices: usize,
        /// How many it takes.
        needed: usize,
    },
    /// He always chose a best move: any smaller s explains it better.
    #[error("fit: every choice was a best move; s has no bound")]
    NoError,
    /// The likelihood still rises where the range that is looked at ends.
    #[error("fit: s or c lies outside the range looked at")]
    OutOfRange,
    /// The likelihood is too flat for a standard error.
    #[error("fit: the choices say too little about s and c")]
    Flat,
}

impl Skill {
    /// Gives s and c the range from the least to the greatest over this other
    /// fit, themselves, and all fits that were given before.
    pub fn widen(&mut self, other: &Skill) {
        self.sensitivity.widen(other.sensitivity.value);
        self.consistency.widen(other.consistency.value);
    }

    /// The skill under which these choices are most likely.
    pub fn fit<'a>(choices: impl IntoIterator<Item = &'a MoveChoice>) -> Result<Skill, NoSkill> {
        // Where all moves are equal, every player chooses alike.
        let choices: Vec<&MoveChoice> = choices
            .into_iter()
            .filter(|choice| !choice.is_indifferent())
            .collect();
        if choices.len() < FIT_GATE {
            return Err(NoSkill::TooFew {
                choices: choices.len(),
                needed: FIT_GATE,
            });
        }
        if choices.iter().all(|choice| choice.is_best()) {
            return Err(NoSkill::NoError);
        }
        let bounds = [SENSITIVITY_BOUNDS, CONSISTENCY_BOUNDS]
            .map(|(low, high)| (libm::log(low), libm::log(high)));
        let of_every = |step: usize, [s, c]: [f64; 2]| -> f64 {
            let (s, c) = (libm::exp(s), libm::exp(c));
            let some = choices.iter().step_by(step);
            some.map(|choice| choice.log_credit(s, c)).sum()
        };
        let likelihood = |point| of_every(1, point);
        // A sample is enough to know where to begin.
        let step = choices.len().div_ceil(GRID_CHOICES);
        let start = highest(&|point| of_every(step, point), &bounds);
        let best = climb(&likelihood, start, &bounds);
        let inside = |i: usize| best[i] - bounds[i].0 > EDGE && bounds[i].1 - best[i] > EDGE;
        if !inside(0) || !inside(1) {
            return Err(NoSkill::OutOfRange);
        }
        let covariance = covariance(&likelihood, best).ok_or(NoSkill::Flat)?;
        let fitted = |i: usize| Estimate::of_log(best[i], covariance[i][i].sqrt());
        Ok(Skill {
            choices: choices.len(),
            sensitivity: fitted(0),
            consistency: fitted(1),
            correlation: covariance[0][1] / (covariance[0][0] * covariance[1][1]).sqrt(),
            log_likelihood: likelihood(best),
        })
    }
}

/// This close to an end, in logarithms, the end is where it wants to go.
const EDGE: f64 = 0.02;
/// A standard error of a logarithm beyond this says nothing.
const WIDEST: f64 = 2.0;

/// How many choices the grid is computed with, at most.
const GRID_CHOICES: usize = 500;
/// Points of the grid along each side.
const GRID: usize = 8;

fn cell(bounds: &[(f64, f64); 2]) -> [f64; 2] {
    bounds.map(|(low, high)| (high - low) / GRID as f64)
}

/// The highest point of a grid.
fn highest(height: &impl Fn([f64; 2]) -> f64, bounds: &[(f64, f64); 2]) -> [f64; 2] {
    let cell = cell(bounds);
    let grid = (0..GRID * GRID).map(|n| {
        let place = [n % GRID, n / GRID];
        let point = [0, 1].map(|i: usize| bounds[i].0 + (place[i] as f64 + 0.5) * cell[i]);
        (height(point), point)
    });
    let top = grid.max_by(|a, b| a.0.total_cmp(&b.0));
    top.map_or([bounds[0].0, bounds[1].0], |(_, point)| point)
}

/// The highest point that a simplex (J. A. Nelder and R. Mead, 1965) finds from
/// `start`, held inside the bounds.
fn climb(height: &impl Fn([f64; 2]) -> f64, start: [f64; 2], bounds: &[(f64, f64); 2]) -> [f64; 2] {
    let held = |point: [f64; 2]| [0, 1].map(|i| point[i].clamp(bounds[i].0, bounds[i].1));
    let cell = cell(bounds);
    let beside = |i: usize| {
        let mut point = start;
        point[i] += 0.4 * cell[i];
        (height(held(point)), held(point))
    };
    let mut simplex = [(height(start), start), beside(0), beside(1)];
    for _ in 0..300 {
        simplex.sort_by(|a, b| b.0.total_cmp(&a.0));
        let [best, middle, worst] = simplex;
        let size = [0, 1].map(|i: usize| {
            (best.1[i] - worst.1[i])
                .abs()
                .max((best.1[i] - middle.1[i]).abs())
        });
        if size[0].max(size[1]) < 1e-6 {
            break;
        }
        let centre = [0, 1].map(|i: usize| 0.5 * (best.1[i] + middle.1[i]));
        let along = |factor: f64| {
            let point = held([0, 1].map(|i: usize| centre[i] + factor * (centre[i] - worst.1[i])));
            (height(point), point)
        };
        let reflected = along(1.0);
        if reflected.0 > best.0 {
            let further = along(2.0);
            simplex[2] = if further.0 > reflected.0 {
                further
            } else {
                reflected
            };
        } else if reflected.0 > middle.0 {
            simplex[2] = reflected;
        } else {
            let nearer = along(if reflected.0 > worst.0 { 0.5 } else { -0.5 });
            if nearer.0 > worst.0.max(reflected.0) {
                simplex[2] = nearer;
            } else {
                for other in &mut simplex[1..] {
                    let point = [0, 1].map(|i: usize| 0.5 * (best.1[i] + other.1[i]));
                    *other = (height(point), point);
                }
            }
        }
    }
    simplex.sort_by(|a, b| b.0.total_cmp(&a.0));
    simplex[0].1
}

/// The inverse of the observed information, by central differences; nothing
/// where the point is no peak or the peak is too flat.
fn covariance(height: &impl Fn([f64; 2]) -> f64, at: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    const STEP: f64 = 1e-3;
    let value = |s: f64, c: f64| height([at[0] + s * STEP, at[1] + c * STEP]);
    let middle = value(0.0, 0.0);
    let square = STEP * STEP;
    let a = (2.0 * middle - value(1.0, 0.0) - value(-1.0, 0.0)) / square;
    let d = (2.0 * middle - value(0.0, 1.0) - value(0.0, -1.0)) / square;
    let plus = value(1.0, 1.0) + value(-1.0, -1.0);
    let b = (value(1.0, -1.0) + value(-1.0, 1.0) - plus) / (4.0 * square);
    let determinant = a * d - b * b;
    if !(a > 0.0 && d > 0.0 && determinant > 0.0) {
        return None;
    }
    let inverse = [
        [d / determinant, -b / determinant],
        [-b / determinant, a / determinant],
    ];
    let widest = inverse[0][0].max(inverse[1][1]).sqrt();
    (widest <= WIDEST).then_some(inverse)
}

#[cfg(test)]
#[path = "skill_tests.rs"]
mod tests;

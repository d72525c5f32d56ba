//! The evaluation once more, in real numbers, with its slopes.
//!
//! `Model::score` takes the same stages in the same order as the evaluation's
//! `stages`, without rounding. `Model::learn` also goes back through them, to
//! say how the error would change with each weight. `tune` compares both with
//! the evaluation itself, on every position, before anything is fitted.

use super::samples::{List, PackedSum, Row, Samples};
use plumb_engine::eval::{SCORE_BOUND_CP, Setting, Tapered, Term, WEIGHT_COUNT, Weights};

/// What is fitted: both halves of every weight, then the settings that have a place.
pub(super) const PARAMETERS: usize = 2 * WEIGHT_COUNT + Setting::ALL.len() - 2;

/// The places of tempo and of the limit of danger points.
pub(super) const TEMPO: usize = 2 * WEIGHT_COUNT;
const DANGER_LIMIT: usize = TEMPO + 1;

/// A setting's place among the parameters. The divisor of danger points has none, because the
/// weights of king danger say the same: all points and their limit times f, the divisor times f
/// squared, is the same evaluation. The fifty-move horizon has none, because labelled positions
/// seldom come with their clock.
pub(super) const fn setting_place(setting: Setting) -> Option<usize> {
    match setting {
        Setting::DangerDivisor | Setting::FiftyMoveHorizon => None,
        Setting::Tempo => Some(TEMPO),
        // From the limit of danger points on, as in the table.
        other => Some(DANGER_LIMIT + other as usize - Setting::DangerLimit as usize),
    }
}

/// The settings that have a place, with it.
pub(super) fn fitted_settings() -> impl Iterator<Item = (Setting, usize)> {
    let placed = |&setting: &Setting| setting_place(setting).map(|place| (setting, place));
    Setting::ALL.iter().filter_map(placed)
}

/// How far from a target a prediction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "kebab-case", parse_err_ty = String, parse_err_fn = unknown_loss)]
pub enum Loss {
    /// The square of the difference in chances.
    Squared,
    /// The difference to the power of two and a half: large errors count more.
    Steep,
    /// Cross entropy: surprises count without bound.
    CrossEntropy,
}

fn unknown_loss(text: &str) -> String {
    format!("'{text}' is no loss, expected squared, steep or cross-entropy")
}

/// Chances of a score, from 0 to 1.
pub(super) fn chances(score_cp: f32, scale_cp: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-score_cp / scale_cp))
}

impl Loss {
    /// The loss, and how it changes with the score.
    fn of(self, score: f32, target: f32, scale: f32) -> (f32, f32) {
        let p = chances(score, scale);
        let error = p - target;
        let slope = p * (1.0 - p) / scale;
        match self {
            Loss::Squared => (error * error, 2.0 * error * slope),
            Loss::Steep => {
                let root = error.abs().sqrt();
                let size = error * error * root;
                (size, 2.5 * error * root * slope)
            }
            Loss::CrossEntropy => {
                // From the odds instead of the chances, which are 1 in single
                // precision long before the surprise stops growing.
                let odds = score / scale;
                let surprise =
                    odds.max(0.0) + libm::log1pf(libm::expf(-odds.abs())) - target * odds;
                (surprise, error / scale)
            }
        }
    }
}

/// What a fit leaves alone, and what an error is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    pub(super) danger_divisor: f32,
    /// Centipawns that change the odds by a factor of e.
    pub(super) scale_cp: f32,
    pub(super) loss: Loss,
}

/// What a pass forwards leaves for the way back.
struct Pass {
    score: f32,
    /// Danger points of White's and Black's king, both halves.
    danger: [[f32; 2]; 2],
    /// How the score changes with the halves, and with tempo.
    slopes: [f32; 2],
    tempo_slope: f32,
    /// The sums that left a part of the endgame half and of the whole score, and how the score
    /// changes with each of their 128ths.
    scalings: [(PackedSum, f32); 2],
}

impl Model {
    pub(super) fn new(weights: &Weights, scale_cp: f32, loss: Loss) -> Model {
        let setting = |setting| weights.setting(setting) as f32;
        Model {
            danger_divisor: setting(Setting::DangerDivisor),
            scale_cp,
            loss,
        }
    }

    /// The score in centipawns, from White's side.
    pub(super) fn score(&self, samples: &Samples, row: &Row, parameters: &[f32]) -> f32 {
        self.pass(samples, row, parameters).score
    }

    /// The weighted loss of a row.
    pub(super) fn loss(&self, samples: &Samples, row: &Row, parameters: &[f32]) -> f32 {
        let score = self.score(samples, row, parameters);
        self.loss.of(score, row.target, self.scale_cp).0 * row.weight
    }

    /// Adds to `gradient` how the row's loss changes with each parameter;
    /// gives the loss.
    pub(super) fn learn(
        &self,
        samples: &Samples,
        row: &Row,
        parameters: &[f32],
        gradient: &mut [f32],
    ) -> f32 {
        let pass = self.pass(samples, row, parameters);
        let (loss, slope) = self.loss.of(pass.score, row.target, self.scale_cp);
        let slope = slope * row.weight;
        let halves = pass.slopes.map(|half| half * slope);
        spread(samples, row, List::Linear, halves, gradient);
        gradient[TEMPO] += slope * pass.tempo_slope;
        for (sum, scale_slope) in &pass.scalings {
            for (setting, count) in sum.counts() {
                if let Some(place) = setting_place(setting) {
                    gradient[place] += slope * scale_slope * count;
                }
            }
        }
        for (king, list) in [List::WhiteDanger, List::BlackDanger]
            .into_iter()
            .enumerate()
        {
            let sign = if king == 0 { -1.0 } else { 1.0 };
            let limit = parameters[DANGER_LIMIT];
            let points = [0, 1].map(|half| {
                let points = pass.danger[king][half];
                let slope = 2.0 * points.min(limit) / self.danger_divisor;
                let slope = sign * halves[half] * slope;
                if points >= limit {
                    gradient[DANGER_LIMIT] += slope;
                }
                if points > 0.0 && points < limit {
                    slope
                } else {
                    0.0
                }
            });
            if points != [0.0; 2] {
                spread(samples, row, list, points, gradient);
            }
        }
        loss * row.weight
    }

    #[inline]
    fn pass(&self, samples: &Samples, row: &Row, parameters: &[f32]) -> Pass {
        let mut balance = sum(samples, row, List::Linear, parameters);
        let danger =
            [List::WhiteDanger, List::BlackDanger].map(|list| sum(samples, row, list, parameters));
        let [white, black] =
            danger.map(|points| self.danger_cost(points, parameters[DANGER_LIMIT]));
        for half in 0..2 {
            balance[half] += black[half] - white[half];
        }
        let endgame_sum = row.endgame_scale(balance[1] >= 0.0);
        let (endgame_scale, endgame_moves) = scale(endgame_sum, parameters);
        let phase = row.phase();
        let blend = balance[0] * phase + balance[1] * endgame_scale * (1.0 - phase);
        let tempo = if row.white_moves { 1.0 } else { -1.0 };
        let score = blend + tempo * parameters[TEMPO];
        let whole_sum = row.whole_scale(score >= 0.0);
        let (whole_scale, whole_moves) = scale(whole_sum, parameters);
        let left = whole_scale * row.fifty_left;
        let bound = (SCORE_BOUND_CP - 1) as f32;
        let unbound = score * left;
        // Beyond the bound nothing changes any more.
        let within = unbound.abs() < bound;
        let left = if within { left } else { 0.0 };
        let whole_slope = if within { score * row.fifty_left } else { 0.0 };
        let endgame_slope = balance[1] * (1.0 - phase) * left;
        let slope_if = |moves, slope| if moves { slope / 128.0 } else { 0.0 };
        Pass {
            score: unbound.clamp(-bound, bound),
            danger,
            slopes: [phase * left, (1.0 - phase) * endgame_scale * left],
            tempo_slope: tempo * left,
            scalings: [
                (*endgame_sum, slope_if(endgame_moves, endgame_slope)),
                (*whole_sum, slope_if(whole_moves, whole_slope)),
            ],
        }
    }

    fn danger_cost(&self, points: [f32; 2], limit: f32) -> [f32; 2] {
        points.map(|points| {
            let points = points.clamp(0.0, limit);
            points * points / self.danger_divisor
        })
    }
}

/// What is left of a score, from 0 to 1, and whether settings change it: at the corner, too, where
/// smaller ones do, as otherwise one that has reached 128 could never come back.
#[inline]
fn scale(sum: &PackedSum, parameters: &[f32]) -> (f32, bool) {
    let mut left = f32::from(sum.constant);
    for (setting, count) in sum.counts() {
        if let Some(place) = setting_place(setting) {
            left += parameters[place] * count;
        }
    }
    (left.min(128.0) / 128.0, left <= 128.0)
}

#[inline]
fn sum(samples: &Samples, row: &Row, list: List, parameters: &[f32]) -> [f32; 2] {
    let (places, counts) = samples.counts(row, list);
    let mut sum = [0.0; 2];
    for (&place, &count) in places.iter().zip(counts) {
        let at = 2 * usize::from(place);
        sum[0] += parameters[at] * f32::from(count);
        sum[1] += parameters[at + 1] * f32::from(count);
    }
    sum
}

#[inline]
fn spread(samples: &Samples, row: &Row, list: List, halves: [f32; 2], gradient: &mut [f32]) {
    let (places, counts) = samples.counts(row, list);
    for (&place, &count) in places.iter().zip(counts) {
        let at = 2 * usize::from(place);
        gradient[at] += halves[0] * f32::from(count);
        gradient[at + 1] += halves[1] * f32::from(count);
    }
}

/// The parameters of a table.
pub(super) fn parameters(weights: &Weights) -> Vec<f64> {
    let mut parameters = Vec::with_capacity(PARAMETERS);
    for &term in Term::ALL {
        for slot in 0..term.slots().len() {
            let weight = weights.get(term, slot);
            parameters.push(f64::from(weight.middlegame()));
            parameters.push(f64::from(weight.endgame()));
        }
    }
    parameters.extend(fitted_settings().map(|(setting, _)| f64::from(weights.setting(setting))));
    parameters
}

/// The table with these parameters, rounded and within the table's limits.
pub(super) fn with_parameters(weights: &Weights, parameters: &[f64]) -> Weights {
    let mut weights = weights.clone();
    let limit = f64::from(Tapered::LIMIT);
    let whole = |value: f64| value.round().clamp(-limit, limit) as i32;
    let mut at = 0;
    for &term in Term::ALL {
        for slot in 0..term.slots().len() {
            let pair = Tapered::new(whole(parameters[at]), whole(parameters[at + 1]));
            weights.set(term, slot, pair);
            at += 2;
        }
    }
    for (setting, place) in fitted_settings() {
        weights.set_setting(setting, whole(parameters[place]));
    }
    weights
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;

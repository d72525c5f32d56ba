//! Whether a window is unusual under its target, and when nothing is said.

use serde::Serialize;

use super::figures::SampleFigures;
use super::loss_table::LossDepth;
use super::method::Method;
use super::path_p_value::path_p_value;
use super::study::{Question, Study};
use super::window::LEAST_MOVES;
use super::window_calibration::WindowCalibration;
use plumb_support::wording::counted;

/// A p-value below this is unusual: Gong et al.'s (2026) limit.
pub const UNUSUAL_P: f64 = 0.01;
/// The limit of R-hat for chains to agree. All three conditions have to hold.
const MOST_RHAT: f64 = 1.01;
/// The limit of the bulk effective sample size for chains to agree.
const LEAST_ESS: f64 = 400.0;
/// The limit of PACE's δ over medoids for chains to agree; a δ inside its floor is enough, too.
const MOST_DELTA: f64 = 0.1;

/// A judgement on one window under one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The p-value is below [`UNUSUAL_P`].
    Unusual,
    /// It is not.
    NotUnusual,
    /// Nothing is said.
    Withheld,
}

/// A verdict with what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Why nothing is said.
    pub withheld_because: Option<String>,
    /// The place of the p-value among honest windows, from 0 to 1, where it stands in for it.
    pub p_among_honest: Option<f64>,
}

/// Judges a study.
pub fn judge(
    study: &Study,
    question: &Question,
    policy: &str,
    depth: LossDepth,
    calibration: Option<&WindowCalibration>,
) -> Judgement {
    let withheld = |reason: String| Judgement {
        verdict: Verdict::Withheld,
        withheld_because: Some(reason),
        p_among_honest: None,
    };
    if study.is_partial {
        return withheld("it was stopped".to_owned());
    }
    let moves = study.window.suspect_moves();
    if moves < LEAST_MOVES {
        let moves = counted(moves as u64, "move");
        return withheld(format!(
            "the player has {moves} in the window, and nothing is said about fewer than {LEAST_MOVES}"
        ));
    }
    let figures = study.sample.as_ref().map(|(_, figures)| figures);
    let (p, even_p) = match (&study.path, figures) {
        (Some(decisions), _) => {
            let p = path_p_value(decisions);
            (p, p)
        }
        (None, Some(figures)) => (figures.p.value, figures.p.randomised),
        (None, None) => return withheld("no line was drawn".to_owned()),
    };
    if let (Question::Sample(plan), Some(figures)) = (question, figures)
        && matches!(plan.method, Method::Chains(_) | Method::Smc(_))
        && let Some(reason) = disagreement(figures)
    {
        return withheld(reason);
    }
    let Some(calibration) = calibration else {
        return withheld("there is no table of honest windows for these tables".to_owned());
    };
    let rating = study.ratings.of(study.window.suspect);
    let band = match calibration.band(policy, question.statistic(), rating, depth) {
        Ok(band) => band,
        Err(reason) => return withheld(reason),
    };
    let is_policy = match question {
        Question::Sample(plan) => plan.target.is_policy(),
        Question::Path(_) => true,
    };
    let is_rank = !band.is_calibrated();
    if is_rank && !is_policy {
        return withheld(format!(
            "the policy '{policy}' is not calibrated for ratings of {} to {}, and honest windows are known for its own law alone",
            band.ratings[0], band.ratings[1]
        ));
    }
    if is_rank && band.plies != study.window.moves.len() {
        return withheld(format!(
            "the policy '{policy}' is not calibrated for ratings of {} to {}, and honest windows are known for {} plies alone",
            band.ratings[0], band.ratings[1], band.plies
        ));
    }
    let (p, p_among_honest) = match is_rank {
        true => {
            let rank = band.rank(even_p);
            (rank, Some(rank))
        }
        false => (p, None),
    };
    Judgement {
        verdict: match p < UNUSUAL_P {
            true => Verdict::Unusual,
            false => Verdict::NotUnusual,
        },
        withheld_because: None,
        p_among_honest,
    }
}

/// Why chains or runs cannot be believed; nothing where they can.
fn disagreement(figures: &SampleFigures) -> Option<String> {
    let rhats = [
        ("the loss", &figures.split_rhat_total_cpl),
        ("ln pi", &figures.split_rhat_log_pi),
        ("the loss's ranks", &figures.rank_rhat_total_cpl),
    ];
    for (name, rhat) in rhats {
        match (rhat.value, &rhat.reason) {
            (Some(value), _) if value < MOST_RHAT => {}
            (Some(value), _) => {
                return Some(format!(
                    "the chains disagree: R-hat of {name} is {value:.3}, and {MOST_RHAT} is asked for"
                ));
            }
            (None, reason) => {
                let reason = reason.as_deref().unwrap_or("it cannot be told");
                return Some(format!("R-hat of {name} cannot be told: {reason}"));
            }
        }
    }
    let ess = figures.bulk_ess_total_cpl.value.unwrap_or(0.0);
    if ess <= LEAST_ESS {
        return Some(format!(
            "the draws are worth {ess:.0} independent ones, and more than {LEAST_ESS} are asked for"
        ));
    }
    let pace = &figures.pace_medoid;
    if pace.delta >= MOST_DELTA && pace.delta > pace.floor_95 {
        return Some(format!(
            "the chains are in different places: PACE's delta is {:.3}, and 95 % of random deals are below {:.3}",
            pace.delta, pace.floor_95
        ));
    }
    None
}

//! The work of each kind: a file of its own with two functions. `check` reads its options
//! before the job is taken, `run` does the work.

use super::counterfactual_job;
use super::fairplay_job;
use super::gong_job;
use super::job_kind::JobKind;
use super::job_settings::JobSettings;
use super::job_task::JobFailure;
use super::job_work::JobWork;
use super::query_options::OptionTypes;
use super::review_job;
use crate::fields::Fields;
use crate::gong::{GongKind, PLAYER_ID};
use crate::limits::ServiceLimits;
use crate::problem::Problem;
use plumb_engine::tables::Models;

/// Reads the options of a job; everything that is wrong with them is one problem.
pub(super) fn check(
    kind: JobKind,
    options: Fields,
    models: &Models,
    limits: &ServiceLimits,
    settings: &JobSettings,
) -> Result<(), Problem> {
    match kind {
        JobKind::Fairplay => fairplay_job::check(options, limits),
        JobKind::Review => review_job::check(options, limits),
        JobKind::Counterfactual => counterfactual_job::check(options, models, limits, settings),
        JobKind::Detection => {
            gong_job::check(GongKind::Detection, options, models, limits, settings)
        }
        JobKind::Diagnostics => {
            gong_job::check(GongKind::Diagnostics, options, models, limits, settings)
        }
    }
}

/// Does the work of a job whose options were read before.
pub(super) fn run(kind: JobKind, options: Fields, work: &JobWork<'_>) -> Result<(), JobFailure> {
    match kind {
        JobKind::Fairplay => fairplay_job::run(options, work),
        JobKind::Review => review_job::run(options, work),
        JobKind::Counterfactual => counterfactual_job::run(options, work),
        JobKind::Detection => gong_job::run(GongKind::Detection, options, work),
        JobKind::Diagnostics => gong_job::run(GongKind::Diagnostics, options, work),
    }
}

/// How the options of a kind stand in a query.
pub(super) fn option_types(kind: JobKind) -> OptionTypes {
    match kind {
        JobKind::Fairplay => fairplay_job::OPTION_TYPES,
        JobKind::Review | JobKind::Counterfactual | JobKind::Detection | JobKind::Diagnostics => {
            OptionTypes::default()
        }
    }
}

/// Takes away what nobody needs to do the work, and nobody keeps.
pub(super) fn forget_names(kind: JobKind, options: &mut Fields) {
    if matches!(kind, JobKind::Detection | JobKind::Diagnostics) {
        options.forget(PLAYER_ID);
    }
}

//! The work of each kind: a file of its own with two functions. `check` reads its options
//! before the job is taken, `run` does the work.

use serde_json::Value;

use super::counterfactual_job;
use super::fairplay_job;
use super::gong_job;
use super::job_kind::JobKind;
use super::job_settings::JobSettings;
use super::job_task::JobFailure;
use super::job_work::JobWork;
use super::review_job;
use crate::fields::Fields;
use crate::gong::{GongKind, PLAYER_ID, gong_schema};
use crate::limits::ServiceLimits;
use crate::problem::Problem;
use crate::request_reader::request_schema;
use plumb_coach::review::ReviewRequest;
use plumb_counterfactual::WindowRequest;
use plumb_engine::tables::Models;
use plumb_fairplay::FairplayRequest;

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

/// The schema of a kind's options.
pub(super) fn options_schema(kind: JobKind, limits: &ServiceLimits) -> Value {
    match kind {
        JobKind::Fairplay => request_schema::<FairplayRequest>(limits),
        JobKind::Review => request_schema::<ReviewRequest>(limits),
        JobKind::Counterfactual => request_schema::<WindowRequest>(limits),
        JobKind::Detection => gong_schema(GongKind::Detection, limits),
        JobKind::Diagnostics => gong_schema(GongKind::Diagnostics, limits),
    }
}

/// Takes away what nobody needs to do the work, and nobody keeps.
pub(super) fn forget_names(kind: JobKind, options: &mut Fields) {
    if matches!(kind, JobKind::Detection | JobKind::Diagnostics) {
        options.forget(PLAYER_ID);
    }
}

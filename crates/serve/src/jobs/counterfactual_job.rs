//! Jobs of the kind `counterfactual`: what `plumb counterfactual --json` says of one window.

use std::io::Write;

use super::job_kind::RESULT_JSON;
use super::job_settings::JobSettings;
use super::job_task::JobFailure;
use super::job_work::JobWork;
use crate::fields::Fields;
use crate::limits::ServiceLimits;
use crate::problem::Problem;
use crate::window_question::WindowQuestion;
use plumb_counterfactual::WindowRequest;
use plumb_engine::tables::Models;
use plumb_support::output_file::OutputFile;

pub(super) fn check(
    fields: Fields,
    models: &Models,
    limits: &ServiceLimits,
    settings: &JobSettings,
) -> Result<(), Problem> {
    read(fields, models, limits, settings).map(drop)
}

fn read(
    fields: Fields,
    models: &Models,
    limits: &ServiceLimits,
    settings: &JobSettings,
) -> Result<WindowQuestion, Problem> {
    let request: WindowRequest = fields.request(limits)?;
    WindowQuestion::of(&request, models, limits, &settings.policy)
}

pub(super) fn run(fields: Fields, work: &JobWork<'_>) -> Result<(), JobFailure> {
    let models = work.models;
    let question = read(fields, models, work.limits, work.settings);
    let question = question.map_err(|problem| problem.detail().to_owned())?;
    let mut advance = |done: u64, all: u64| work.advance(done, all);
    let report = question.report(models, work.threads, &work.stop, &mut advance)?;
    // What was drawn until then is not what was asked for.
    if report.partial || work.is_stopped() {
        return Err(JobFailure::Stopped);
    }
    work.out()?;
    let mut file = OutputFile::create(work.path(RESULT_JSON))?;
    writeln!(file, "{}", serde_json::to_string(&report)?)?;
    file.finish()?;
    Ok(())
}

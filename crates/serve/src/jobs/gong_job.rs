//! Jobs of the kinds `detection` and `diagnostics`: what `/api/detect_anomaly` and
//! `/api/diagnostics` answer, for clients that do not wait.

use std::io::Write;

use super::job_kind::RESULT_JSON;
use super::job_settings::JobSettings;
use super::job_task::JobFailure;
use super::job_work::JobWork;
use crate::fields::Fields;
use crate::gong::{GongKind, answer, read};
use crate::limits::ServiceLimits;
use crate::problem::Problem;
use plumb_engine::tables::Models;
use plumb_support::output_file::OutputFile;

pub(super) fn check(
    kind: GongKind,
    fields: Fields,
    models: &Models,
    limits: &ServiceLimits,
    settings: &JobSettings,
) -> Result<(), Problem> {
    read(kind, fields, models, limits, &settings.policy).map(drop)
}

pub(super) fn run(kind: GongKind, fields: Fields, work: &JobWork<'_>) -> Result<(), JobFailure> {
    let question = read(
        kind,
        fields,
        work.models,
        work.limits,
        &work.settings.policy,
    );
    let question = question.map_err(|problem| problem.detail().to_owned())?;
    let mut advance = |done: u64, all: u64| work.advance(done, all);
    let report = question.report(work.models, work.threads, &work.stop, &mut advance)?;
    // What was drawn until then is not what was asked for.
    if report.partial || work.is_stopped() {
        return Err(JobFailure::Stopped);
    }
    work.out()?;
    let mut file = OutputFile::create(work.path(RESULT_JSON))?;
    writeln!(file, "{}", answer(kind, &report)?)?;
    file.finish()?;
    Ok(())
}

//! Jobs of the kind `fairplay`: a run of `plumb fairplay` over the games of an upload. Its run
//! knows what is searched, so that a job goes on where it was.

use std::sync::atomic::AtomicBool;

use super::job_task::JobFailure;
use super::job_work::JobWork;
use super::uploaded_games::{UploadedGames, paths, tell_problem};
use crate::fields::Fields;
use crate::limits::ServiceLimits;
use crate::problem::Problem;
use plumb_engine::syzygy::Tablebases;
use plumb_fairplay::{
    Audit, AuditEvent, AuditObserver, AuditOutcome, AuditSettings, FairplayRequest, GameInput,
    ReportDestination, RunFolder,
};

pub(super) fn check(options: Fields, limits: &ServiceLimits) -> Result<(), Problem> {
    options.request::<FairplayRequest>(limits).map(drop)
}

/// Hears of what happens in a run.
struct Listener<'a>(&'a JobWork<'a>);

impl AuditObserver for Listener<'_> {
    fn stop(&self) -> &AtomicBool {
        &self.0.stop
    }

    fn event(&self, event: AuditEvent<'_>) {
        let work = self.0;
        match event {
            AuditEvent::Problem(problem) => {
                let (number, line) = (problem.number, problem.line);
                tell_problem(work, &problem.file, number, line, &problem.reason);
            }
            AuditEvent::Searched(progress) | AuditEvent::LookedDeeper(progress) => {
                work.advance(progress.games, progress.all_games);
            }
            _ => {}
        }
    }
}

pub(super) fn run(options: Fields, work: &JobWork<'_>) -> Result<(), JobFailure> {
    let request = options.request::<FairplayRequest>(work.limits);
    let request = request.map_err(|problem| problem.detail().to_owned())?;
    let out = work.out()?;
    let listener = Listener(work);
    // Let go last.
    let folder = RunFolder::open(&out)?;
    let store = folder.store()?;
    let tablebases = match work.settings.syzygy.as_slice() {
        [] => None,
        folders => Some(Tablebases::open(folders)?),
    };
    let settings = AuditSettings {
        tablebases,
        jobs: work.threads,
        ..request.settings(work.settings.profile)
    };
    let mut audit = Audit::begin(store, settings, work.models)?;
    if !audit.is_read()? {
        UploadedGames::of(work)?;
        let open = |path| GameInput::open(path, &work.stop);
        let inputs: Result<Vec<GameInput>, _> = paths(work).iter().map(|path| open(path)).collect();
        audit.read(inputs?, &request.selection.games()?, &listener)?;
    }
    match audit.run(ReportDestination::Folder(out), &listener)? {
        AuditOutcome::Reported(_) => Ok(()),
        AuditOutcome::Searched(_)
        | AuditOutcome::StoppedSearching
        | AuditOutcome::StoppedReporting => Err(JobFailure::Stopped),
    }
}

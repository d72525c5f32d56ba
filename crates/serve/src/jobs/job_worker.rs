//! The thread that works on jobs, one after the other. Its searches have threads of their own,
//! so that requests which wait for their answers never wait for a job; its threads give way
//! to theirs.

use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use super::job_dispatch::run;
use super::job_priority::give_way;
use super::job_store::REQUEST;
use super::job_task::{JobFailure, JobTask};
use super::job_work::JobWork;
use crate::fields::Fields;
use crate::service::Service;
use plumb_support::fallible::STACK_BYTES;
use plumb_support::wording::text;

/// Starts the thread; it ends when the service's jobs are closed.
pub(crate) fn start_worker(service: &Arc<Service>) -> io::Result<JoinHandle<()>> {
    let service = Arc::clone(service);
    thread::Builder::new()
        .name("jobs".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            give_way();
            while let Some(task) = service.jobs.next() {
                let outcome = catch_unwind(AssertUnwindSafe(|| work_on(&service, &task)));
                let broken = |_| Err(JobFailure::Failed(text!(job_problem.broke_down).to_owned()));
                service.jobs.finish(&task, outcome.unwrap_or_else(broken));
            }
        })
}

fn work_on(service: &Service, task: &JobTask) -> Result<(), JobFailure> {
    let known = (&service.models, &service.limits, &service.job_settings);
    let work = JobWork::new(known, service.job_threads, &service.jobs, task);
    let request = fs::read(work.path(REQUEST))?;
    let options = Fields::parse(&request).map_err(|problem| problem.detail().to_owned())?;
    let outcome = run(task.kind, options, &work);
    match outcome {
        // Whatever went wrong then may have done so for this reason.
        Err(_) if work.is_stopped() => Err(JobFailure::Stopped),
        outcome => outcome,
    }
}

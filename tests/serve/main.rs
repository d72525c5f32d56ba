//! `plumb serve` as clients meet it: the same answers as the commands give, refusals that say
//! what was expected, limits that hold, and an end that loses nothing.

mod answers;
mod client;
mod document;
mod ending;
mod gong;
mod job_events;
mod job_restart;
mod job_service;
mod job_uploads;
mod jobs;
mod limits;
mod login;
mod page;
mod policies;
mod refusals;
mod service;
mod start;

/// The program behind policies that are programs.
#[test]
fn pretend_engine() {
    plumb_testing::pretend::run_if_asked();
}

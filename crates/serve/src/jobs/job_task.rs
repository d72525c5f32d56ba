//! A job whose turn it is, and why it may come to nothing.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::job_id::JobId;
use super::job_kind::JobKind;
use crate::window_question::NoReport;

/// Why a job has no results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum JobFailure {
    /// It was stopped before it was done.
    Stopped,
    /// It cannot be done: why, in one line.
    Failed(String),
}

impl<E: std::fmt::Display> From<E> for JobFailure {
    fn from(error: E) -> JobFailure {
        JobFailure::Failed(error.to_string())
    }
}

impl From<NoReport> for JobFailure {
    fn from(no_report: NoReport) -> JobFailure {
        match no_report {
            NoReport::Stopped => JobFailure::Stopped,
            NoReport::NoLines(reason) | NoReport::Failed(reason) => JobFailure::Failed(reason),
        }
    }
}

/// A job whose turn it is.
pub(super) struct JobTask {
    pub(super) id: JobId,
    pub(super) kind: JobKind,
    pub(super) folder: PathBuf,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) told_problems: u64,
}

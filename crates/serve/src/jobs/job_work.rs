//! A job at work: what it is made with, and how others hear of it.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::job_id::JobId;
use super::job_settings::JobSettings;
use super::job_store::{JobStore, OUT};
use super::job_task::JobTask;
use crate::limits::ServiceLimits;
use plumb_engine::tables::Models;

/// Clients hear of progress at most so often.
const PROGRESS_TIME: Duration = Duration::from_secs(1);

/// What a job works with.
pub(super) struct JobWork<'a> {
    pub(super) models: &'a Models,
    pub(super) limits: &'a ServiceLimits,
    pub(super) settings: &'a JobSettings,
    /// Threads that may search.
    pub(super) threads: usize,
    /// Set when it is to end before it is done.
    pub(super) stop: Arc<AtomicBool>,
    store: &'a JobStore,
    id: JobId,
    folder: PathBuf,
    /// Problems that clients heard of before the service was started again, ...
    told_problems: u64,
    /// ... and those of this time, which come in the same order.
    problems: Cell<u64>,
    last_progress: Cell<Option<Instant>>,
}

impl<'a> JobWork<'a> {
    pub(super) fn new(
        (models, limits, settings): (&'a Models, &'a ServiceLimits, &'a JobSettings),
        threads: usize,
        store: &'a JobStore,
        task: &JobTask,
    ) -> JobWork<'a> {
        JobWork {
            models,
            limits,
            settings,
            threads,
            stop: Arc::clone(&task.stop),
            store,
            id: task.id,
            folder: task.folder.clone(),
            told_problems: task.told_problems,
            problems: Cell::new(0),
            last_progress: Cell::new(None),
        }
    }

    /// Its folder for results, which is made if it is not there.
    pub(super) fn out(&self) -> std::io::Result<PathBuf> {
        let out = self.folder.join(OUT);
        fs::create_dir_all(&out)?;
        Ok(out)
    }

    /// A file below its folder.
    pub(super) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.join(name)
    }

    /// Whether it is to end before it is done.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// So much of the step that runs is done.
    pub(super) fn advance(&self, done: u64, all: u64) {
        let now = Instant::now();
        let is_due = |last: Instant| now.duration_since(last) >= PROGRESS_TIME;
        let is_told = self.last_progress.get().is_none_or(is_due);
        if is_told {
            self.last_progress.set(Some(now));
        }
        self.store.advance(self.id, done, all, is_told);
    }

    /// Part of the upload is left out, and why; said once, also where it is met again after a
    /// restart.
    pub(super) fn problem(&self, problem: &Value) {
        self.problems.set(self.problems.get() + 1);
        if self.problems.get() > self.told_problems {
            self.store.add_problem(self.id, problem);
        }
    }
}

//! All jobs: which there are, how far they are, and which is next.
//!
//! Each has a folder under its name with `job.json`, `request.json`, what was uploaded, `events`
//! and `out`. `job.json` is written whenever a job is begun, left to the next start, or over, so
//! that whatever was not over when the service ended is queued again at the next start, and a job
//! that was running then is known.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Condvar, Mutex, MutexGuard};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::data_folder::DataFolder;
use super::event_log::{EventLog, EventName};
use super::job_id::JobId;
use super::job_record::{JobRecord, JobState, now_ms};
use super::job_task::{JobFailure, JobTask};
use super::kept_bytes::{KeptBytes, folder_bytes};
use super::page_policy::page_script;
use crate::limits::ServiceLimits;
use crate::problem::Problem;
use plumb_support::output_file::OutputFile;
use plumb_support::wording::{self, say};
use strum::VariantArray;

/// So many jobs that are over are remembered; older ones are forgotten.
const MOST_OVER: usize = 1_000;
/// The file that says what was asked for.
pub(super) const REQUEST: &str = "request.json";
const RECORD: &str = "job.json";
/// The folder of its results.
pub(super) const OUT: &str = "out";
/// How the folder of a job is called until all of it is there.
const UNFINISHED: &str = ".new";

/// The jobs of a service.
pub(crate) struct JobStore {
    data: DataFolder,
    state: Mutex<State>,
    /// A job waits, or the store is closed.
    changed: Condvar,
    /// Counts events, so that whoever follows a job hears of them.
    news: watch::Sender<u64>,
    /// Jobs that may wait.
    capacity: usize,
    /// How long the files of a job stay that is over, in milliseconds.
    retain_ms: u64,
    /// How much room those of all such jobs may take, in bytes.
    kept_bytes: u64,
    /// What results depend on beside the request.
    provenance: String,
}

struct State {
    jobs: BTreeMap<JobId, JobRecord>,
    waiting: VecDeque<JobId>,
    running: Option<(JobId, Arc<AtomicBool>)>,
    kept: KeptBytes,
    is_closed: bool,
}

/// What became of a job that nobody wants any more.
pub(super) enum Deletion {
    /// It was not over, and is cancelled.
    Cancelled(Value),
    /// It was over, and is forgotten.
    Forgotten,
}

/// The folder of a job that is still being made; it goes away unless the job is taken.
pub(super) struct NewJob {
    pub(super) id: JobId,
    pub(super) folder: PathBuf,
    is_taken: bool,
}

impl Drop for NewJob {
    fn drop(&mut self) {
        if !self.is_taken {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

impl JobStore {
    /// The jobs of a folder; those that were not over wait again, the oldest first, but one that has
    /// ended the service twice has failed. Beside them a
    /// line for each that cannot be read: it is left as it is. `provenance` is
    /// what the results of new jobs depend on beside the request.
    pub(crate) fn open(
        data: DataFolder,
        limits: &ServiceLimits,
        provenance: String,
    ) -> io::Result<(JobStore, Vec<String>)> {
        let folder = data.jobs();
        fs::create_dir_all(&folder)?;
        let mut jobs = BTreeMap::new();
        let mut damaged = Vec::new();
        for entry in fs::read_dir(&folder)?.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.ends_with(UNFINISHED) {
                let _ = fs::remove_dir_all(entry.path());
            } else if let Ok(id) = name.parse::<JobId>() {
                // One that cannot be read, as after a full disk, keeps no other from going on.
                match read_record(&entry.path()) {
                    Ok(record) => {
                        // It may have been killed before its files were gone.
                        if record.state == JobState::Failed {
                            remove_files(&entry.path());
                        }
                        jobs.insert(id, record);
                    }
                    Err(error) => {
                        damaged.push(format!("{}: {error}", entry.path().join(RECORD).display()));
                    }
                }
            }
        }
        let mut waiting: Vec<&JobRecord> = jobs.values().collect();
        waiting.retain(|job| !job.state.is_over());
        waiting.sort_by_key(|job| (job.created_ms, job.id));
        let store = JobStore {
            data,
            state: Mutex::new(State {
                waiting: waiting.iter().map(|job| job.id).collect(),
                jobs,
                running: None,
                kept: KeptBytes::default(),
                is_closed: false,
            }),
            changed: Condvar::new(),
            news: watch::channel(0).0,
            capacity: limits.jobs,
            retain_ms: limits.retain_s.saturating_mul(1_000),
            kept_bytes: limits.kept_bytes,
            provenance,
        };
        Ok((store, damaged))
    }

    fn folder(&self, id: JobId) -> PathBuf {
        self.data.jobs().join(id.to_string())
    }

    /// A folder for a job that comes in, if there is room for it.
    pub(super) fn begin(&self) -> Result<NewJob, Problem> {
        check_room(&self.state.lock(), self.capacity)?;
        let id = JobId::random().map_err(|error| not_written(&error))?;
        let folder = self.data.jobs().join(format!("{id}{UNFINISHED}"));
        super::data_folder::create_private(&folder).map_err(|error| not_written(&error))?;
        Ok(NewJob {
            id,
            folder,
            is_taken: false,
        })
    }

    /// Takes a job with what was asked for, unless the same work, or the same key, is there: then
    /// it is that job.
    pub(super) fn submit(
        &self,
        mut new: NewJob,
        mut record: JobRecord,
        request: &str,
    ) -> Result<JobRecord, Problem> {
        record.provenance.clone_from(&self.provenance);
        let mut state = self.state.lock();
        if let Some(key) = &record.idempotency {
            let mut jobs = state.jobs.values();
            let with_key = |job: &&JobRecord| job.idempotency.as_ref() == Some(key);
            if let Some(job) = jobs.find(with_key) {
                return match job.content == record.content && job.kind == record.kind {
                    true => Ok(job.clone()),
                    false => Err(Problem::reused_key()),
                };
            }
        }
        let is_same = |job: &&JobRecord| {
            // What came to nothing may be tried again.
            let is_alive = matches!(
                job.state,
                JobState::Queued | JobState::Running | JobState::Done
            );
            let is_as_new = job.provenance == record.provenance;
            is_alive && is_as_new && job.kind == record.kind && job.content == record.content
        };
        if let Some(job) = state.jobs.values().find(is_same) {
            return Ok(job.clone());
        }
        check_room(&state, self.capacity)?;
        let folder = self.folder(record.id);
        write_file(&new.folder.join(REQUEST), request)
            .and_then(|()| write_record(&new.folder, &record))
            .and_then(|()| fs::rename(&new.folder, &folder))
            .map_err(|error| not_written(&error))?;
        new.is_taken = true;
        state.jobs.insert(record.id, record.clone());
        state.waiting.push_back(record.id);
        self.changed.notify_one();
        Ok(record)
    }

    /// All jobs, the newest first.
    pub(super) fn list(&self) -> Vec<Value> {
        let state = self.state.lock();
        let mut jobs: Vec<&JobRecord> = state.jobs.values().collect();
        jobs.sort_by_key(|job| std::cmp::Reverse((job.created_ms, job.id)));
        jobs.into_iter().map(JobRecord::view).collect()
    }

    /// A job, if there is one of this name.
    pub(super) fn get(&self, id: JobId) -> Option<JobRecord> {
        self.state.lock().jobs.get(&id).cloned()
    }

    /// A job as clients see it.
    pub(super) fn view(&self, id: JobId) -> Option<Value> {
        let state = self.state.lock();
        state.jobs.get(&id).map(JobRecord::view)
    }

    /// A file below the folder of a job.
    pub(super) fn path(&self, id: JobId, name: &str) -> PathBuf {
        self.folder(id).join(name)
    }

    /// The events of a job.
    pub(super) fn events(&self, id: JobId) -> EventLog {
        EventLog::of(&self.folder(id))
    }

    /// Hears whenever something happens to any job, or the store is closed.
    pub(super) fn news(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// Whether it takes no more jobs.
    pub(super) fn is_closed(&self) -> bool {
        self.state.lock().is_closed
    }

    /// How many jobs there are in each state.
    pub(crate) fn counts(&self) -> Vec<(JobState, usize)> {
        let state = self.state.lock();
        let count = |wanted: &JobState| {
            let jobs = state.jobs.values();
            (*wanted, jobs.filter(|job| job.state == *wanted).count())
        };
        JobState::VARIANTS.iter().map(count).collect()
    }

    /// Cancels a job that is not over, or forgets one that is; nothing if there is none.
    pub(super) fn delete(&self, id: JobId) -> Result<Option<Deletion>, Problem> {
        let mut state = self.state.lock();
        let State {
            jobs,
            waiting,
            running,
            kept,
            ..
        } = &mut *state;
        let Some(job) = jobs.get_mut(&id) else {
            return Ok(None);
        };
        let stop = running.as_ref().filter(|(other, _)| *other == id);
        if job.state.is_over() && stop.is_none() {
            fs::remove_dir_all(self.folder(id)).map_err(|error| not_written(&error))?;
            jobs.remove(&id);
            kept.forget(id);
            return Ok(Some(Deletion::Forgotten));
        }
        if !job.state.is_over() {
            self.end(job, JobState::Cancelled, EventName::Cancelled)
                .map_err(|error| not_written(&error))?;
            waiting.retain(|other| *other != id);
        }
        match stop {
            // Whoever works on it takes its files away.
            Some((_, stop)) => stop.store(true, Ordering::Relaxed),
            None => self.remove_files(id),
        }
        Ok(Some(Deletion::Cancelled(jobs[&id].view())))
    }

    /// The job whose turn it is, once there is one; none when the store is closed.
    pub(super) fn next(&self) -> Option<JobTask> {
        let mut state = self.state.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(id) = state.waiting.pop_front() {
                let Some(job) = state.jobs.get_mut(&id) else {
                    continue;
                };
                job.state = JobState::Running;
                // So that the next start knows what was worked on, should it end the service.
                // Without room on the disk the job itself fails sooner or later.
                let _ = write_record(&self.folder(id), job);
                let task = JobTask {
                    id,
                    kind: job.kind,
                    folder: self.folder(id),
                    stop: Arc::default(),
                    told_problems: job.problems,
                };
                state.running = Some((id, Arc::clone(&task.stop)));
                return Some(task);
            }
            self.changed.wait(&mut state);
        }
    }

    /// The job that runs has come so far; clients hear of it if they are to.
    pub(super) fn advance(&self, id: JobId, done: u64, all: u64, is_told: bool) {
        let mut state = self.state.lock();
        let Some(job) = state.jobs.get_mut(&id) else {
            return;
        };
        (job.done, job.all) = (done, all);
        if is_told && job.state == JobState::Running {
            let data = json!({ "done": done, "all": all });
            // Without room on the disk the job itself fails sooner or later.
            let _ = self.tell(job, EventName::Progress, &data);
        }
    }

    /// Part of the upload of the job that runs is left out.
    pub(super) fn add_problem(&self, id: JobId, problem: &Value) {
        let mut state = self.state.lock();
        let Some(job) = state.jobs.get_mut(&id) else {
            return;
        };
        if job.state == JobState::Running {
            job.problems += 1;
            let _ = self.tell(job, EventName::Problem, problem);
        }
    }

    /// Takes in what became of the job that ran.
    pub(super) fn finish(&self, task: &JobTask, outcome: Result<(), JobFailure>) {
        let page = task.kind.result("report.html");
        let page = page.filter(|_| outcome.is_ok());
        let script = page.and_then(|page| page_script(&task.folder.join(page.path)));
        let mut state = self.state.lock();
        state.running = None;
        let Some(job) = state.jobs.get_mut(&task.id) else {
            return;
        };
        if job.state.is_over() {
            // Cancelled while it ran.
            self.remove_files(task.id);
            return;
        }
        let (ending, event) = match outcome {
            Ok(()) => {
                job.done = job.all;
                job.page_script = script;
                (JobState::Done, EventName::Done)
            }
            Err(JobFailure::Failed(reason)) => {
                job.error = Some(one_line(&reason, &task.folder));
                (JobState::Failed, EventName::Failed)
            }
            // The service ends: it goes on after the next start.
            Err(JobFailure::Stopped) => {
                job.state = JobState::Queued;
                let _ = write_record(&task.folder, job);
                return;
            }
        };
        match self.end(job, ending, event) {
            Ok(()) if ending == JobState::Failed => self.remove_files(task.id),
            Ok(()) => {}
            // Not even its state could be written: the next start tries it again.
            Err(_) => {
                job.state = JobState::Failed;
                job.error
                    .get_or_insert_with(|| wording::text!(job_problem.not_written).to_owned());
            }
        }
    }

    /// A job is over: its file says so first, then whoever follows it hears.
    fn end(&self, job: &mut JobRecord, state: JobState, event: EventName) -> io::Result<()> {
        let mut ended = job.clone();
        ended.state = state;
        ended.ended_ms = Some(now_ms());
        write_record(&self.folder(job.id), &ended)?;
        *job = ended;
        let data = job.view();
        self.tell(job, event, &data)
    }

    fn tell(&self, job: &mut JobRecord, event: EventName, data: &Value) -> io::Result<()> {
        let log = EventLog::of(&self.folder(job.id));
        log.append(job.last_event + 1, event, data)?;
        job.last_event += 1;
        self.news.send_modify(|count| *count += 1);
        Ok(())
    }

    /// Removes all files of a job but what it is remembered by.
    fn remove_files(&self, id: JobId) {
        remove_files(&self.folder(id));
    }

    /// Takes away the files of jobs that have been over for long enough, and of the oldest where
    /// they take too much room; forgets jobs that have been over for twice as long, and the
    /// oldest where there are too many.
    pub(crate) fn expire(&self) {
        let mut state = self.state.lock();
        let State {
            jobs,
            running,
            kept,
            ..
        } = &mut *state;
        let time_ms = now_ms();
        let ended = jobs
            .values()
            .filter_map(|job| Some((job.ended_ms?, job.id)));
        let mut over: Vec<(u64, JobId)> = ended.collect();
        over.sort_unstable_by_key(|&(ended_ms, _)| std::cmp::Reverse(ended_ms));
        let running = running.as_ref().map(|(id, _)| *id);
        let mut bytes = 0;
        for (index, (ended_ms, id)) in over.into_iter().enumerate() {
            // Whoever works on it still may write there.
            if running == Some(id) {
                continue;
            }
            let folder = self.folder(id);
            bytes += kept.of(id, &folder);
            let is_past = |times: u64| {
                let kept_ms = self.retain_ms.saturating_mul(times);
                time_ms >= ended_ms.saturating_add(kept_ms)
            };
            // The newest stays in any case: somebody waits for it.
            let is_too_much = bytes > self.kept_bytes && index > 0;
            let is_due = is_past(1) || is_too_much;
            if let Some(job) = jobs.get_mut(&id)
                && is_due
                && job.state != JobState::Expired
            {
                let mut expired = job.clone();
                expired.state = JobState::Expired;
                if write_record(&folder, &expired).is_ok() {
                    *job = expired;
                    self.remove_files(id);
                    let _ = fs::remove_file(folder.join("events"));
                    kept.forget(id);
                }
            }
            let is_old = index >= MOST_OVER || is_past(2);
            if is_old && fs::remove_dir_all(&folder).is_ok() {
                jobs.remove(&id);
                kept.forget(id);
            }
        }
    }

    /// Takes no more jobs, begins none, and lets go whoever follows one.
    pub(crate) fn close(&self) {
        self.state.lock().is_closed = true;
        self.changed.notify_all();
        self.news.send_modify(|count| *count += 1);
    }

    /// Whether a job runs.
    pub(crate) fn is_running(&self) -> bool {
        self.state.lock().running.is_some()
    }

    /// Stops the job that runs; after the next start it goes on.
    pub(crate) fn stop(&self) {
        if let Some((_, stop)) = &self.state.lock().running {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

fn check_room(state: &MutexGuard<'_, State>, capacity: usize) -> Result<(), Problem> {
    match (state.is_closed, state.waiting.len() < capacity) {
        (true, _) => Err(Problem::busy(wording::text!(refusal.ends))),
        (false, true) => Ok(()),
        (false, false) => Err(Problem::busy(wording::text!(refusal.jobs))),
    }
}

/// Removes all files of a job's folder but what the job is remembered by.
fn remove_files(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if [RECORD, "events"].iter().any(|kept| name == *kept) {
            continue;
        }
        let _ = match path.is_dir() {
            true => fs::remove_dir_all(&path),
            false => fs::remove_file(&path),
        };
    }
}

/// A job as its folder has it: one that was not over waits again, and the last word of one that
/// is over is said.
fn read_record(folder: &Path) -> io::Result<JobRecord> {
    let text = fs::read_to_string(folder.join(RECORD))?;
    let mut job: JobRecord = serde_json::from_str(&text)?;
    let log = EventLog::of(folder);
    let counts = log.repair()?;
    job.last_event = counts.last;
    if job.state == JobState::Running {
        job.problems = counts.problems;
        // Files grow with each record of a run; other kinds only tell how far they are.
        let bytes = folder_bytes(&folder.join(OUT));
        job.note_crash(format!("{bytes} {}", counts.progress));
        if !job.state.is_over() {
            job.state = JobState::Queued;
        }
        let _ = write_record(folder, &job);
    }
    let last_word = match job.state {
        JobState::Queued | JobState::Running => {
            job.state = JobState::Queued;
            job.problems = counts.problems;
            None
        }
        JobState::Done => Some(EventName::Done),
        JobState::Failed => Some(EventName::Failed),
        JobState::Cancelled => Some(EventName::Cancelled),
        JobState::Expired => None,
    };
    if let Some(event) = last_word.filter(|_| !counts.is_ended) {
        job.last_event += 1;
        log.append(job.last_event, event, &job.view())?;
    }
    Ok(job)
}

fn write_record(folder: &Path, record: &JobRecord) -> io::Result<()> {
    write_file(&folder.join(RECORD), &serde_json::to_string(record)?)
}

fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OutputFile::create(path.to_owned())?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

fn not_written(error: &io::Error) -> Problem {
    Problem::internal(say!(refusal.job_not_kept, error = error.kind()))
}

/// A reason without the folder of the job, which is nobody's business.
fn one_line(reason: &str, folder: &Path) -> String {
    let folder = folder.display().to_string();
    let reason = reason.replace(&format!("{folder}/"), "");
    reason
        .replace(&folder, wording::text!(job_problem.its_folder))
        .replace('\n', " ")
}

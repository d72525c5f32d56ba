//! What is known of a job, as it stands in its folder and as clients see it.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::job_id::JobId;
use super::job_kind::JobKind;
use plumb_support::calendar::UtcTime;
use plumb_support::wording::text;

/// A job that has ended the service as often is not begun again.
const MOST_CRASHES: u32 = 2;

/// How far a job is.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub(crate) enum JobState {
    /// It waits for its turn, also after a restart.
    Queued,
    /// It is worked on.
    Running,
    /// Its results are there.
    Done,
    /// It came to nothing; its error says why.
    Failed,
    /// Somebody did not want it any more.
    Cancelled,
    /// It was over so long ago that its files are gone.
    Expired,
}

impl JobState {
    /// Whether nothing more will be done.
    pub(crate) fn is_over(self) -> bool {
        !matches!(self, JobState::Queued | JobState::Running)
    }
}

/// A job, as its file `job.json` has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JobRecord {
    pub(super) id: JobId,
    pub(super) kind: JobKind,
    pub(super) state: JobState,
    /// When it came, in milliseconds since 1970.
    pub(super) created_ms: u64,
    /// When it was over, in milliseconds since 1970.
    pub(super) ended_ms: Option<u64>,
    /// So much of the step that runs is done: games, searches or lines, as the kind counts.
    pub(super) done: u64,
    /// So much there is to do in it; 0 where that is not known.
    pub(super) all: u64,
    /// Games that were left out.
    pub(super) problems: u64,
    /// Why it failed.
    pub(super) error: Option<String>,
    /// A digest of its uploads and options: the same work is the same job.
    pub(super) content: String,
    /// A digest of what else its results depend on: tables, engine, what the service was started with.
    #[serde(default)]
    pub(super) provenance: String,
    /// A digest of the header `Idempotency-Key` it came with.
    pub(super) idempotency: Option<String>,
    /// The digest by which a browser may run the script of its page, once there is one.
    pub(super) page_script: Option<String>,
    /// How often the service ended while it was worked on, without any progress in between.
    #[serde(default)]
    pub(super) crashes: u32,
    /// How far it had come when the service ended last.
    #[serde(default)]
    pub(super) crash_place: String,
    /// The number of its last event.
    #[serde(skip)]
    pub(super) last_event: u64,
}

impl JobRecord {
    /// A job that has just come.
    pub(super) fn new(id: JobId, kind: JobKind, content: String) -> JobRecord {
        JobRecord {
            id,
            kind,
            state: JobState::Queued,
            created_ms: now_ms(),
            ended_ms: None,
            done: 0,
            all: 0,
            problems: 0,
            error: None,
            content,
            provenance: String::new(),
            idempotency: None,
            page_script: None,
            crashes: 0,
            crash_place: String::new(),
            last_event: 0,
        }
    }

    /// Notes that the service ended while the job was worked on, at this place. A job that ends it
    /// at the same place twice fails, as it would end it after every start; one that comes further
    /// each time, as when the machine is switched off, goes on.
    pub(super) fn note_crash(&mut self, place: String) {
        self.crashes = match place == self.crash_place {
            true => self.crashes + 1,
            false => 1,
        };
        self.crash_place = place;
        if self.crashes >= MOST_CRASHES {
            self.state = JobState::Failed;
            self.ended_ms = Some(now_ms());
            self.error = Some(text!(job_problem.ended_service).to_owned());
        }
    }

    /// As clients see it, with the names of what can be fetched.
    pub(super) fn view(&self) -> Value {
        let is_done = self.state == JobState::Done;
        let results = self.kind.results().iter().filter(|_| is_done);
        let files: Vec<&str> = results.map(|result| result.name).collect();
        json!({
            "id": self.id,
            "kind": self.kind,
            "state": self.state,
            "created": rfc_3339(self.created_ms),
            "ended": self.ended_ms.map(rfc_3339),
            "done": self.done,
            "all": self.all,
            "problems": self.problems,
            "error": self.error,
            "files": files,
        })
    }
}

/// This moment in milliseconds since 1970.
pub(super) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_millis() as u64
}

/// Milliseconds since 1970 as a date and a time of day.
fn rfc_3339(ms: u64) -> String {
    UtcTime::from_unix_seconds(ms / 1_000).rfc_3339()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(places: &[&str]) -> JobRecord {
        let id = "0".repeat(32).parse().unwrap();
        let mut job = JobRecord::new(id, JobKind::Review, String::new());
        for place in places {
            job.state = JobState::Running;
            job.note_crash((*place).to_owned());
        }
        job
    }

    #[test]
    fn a_job_that_ends_the_service_twice_at_one_place_has_failed() {
        let failed = after(&["0 ", "0 "]);
        assert_eq!(failed.state, JobState::Failed);
        assert!(failed.error.unwrap().contains("twice") && failed.ended_ms.is_some());
        assert_eq!(after(&["100 ", "0 ", "0 "]).state, JobState::Failed);
    }

    #[test]
    fn a_job_that_comes_further_each_time_goes_on() {
        assert_eq!(after(&["0 "]).state, JobState::Running);
        let places: Vec<String> = (0..30).map(|done| format!("{done} ")).collect();
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        assert_eq!(after(&places).state, JobState::Running);
    }
}

//! What jobs there are, and what comes of them. What each does is said in `job_dispatch`.

use serde::{Deserialize, Serialize};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::serve) enum JobKind {
    /// `plumb counterfactual`: a window of a game beside what players like these might have
    /// played.
    Counterfactual,
}

/// A result: its name in the path, its file below the job's folder, its media type.
pub(super) struct ResultFile {
    pub(super) name: &'static str,
    pub(super) path: &'static str,
    pub(super) content_type: &'static str,
}

/// The names that results may have.
pub(in crate::serve) const RESULT_NAMES: [&str; 5] = [
    "report.html",
    "report.jsonl",
    "moves.csv",
    "games.pgn",
    "result.json",
];

/// Where a kind whose only result is JSON writes it.
pub(super) const RESULT_JSON: &str = "out/result.json";

const JSON_RESULT: [ResultFile; 1] = [ResultFile {
    name: "result.json",
    path: RESULT_JSON,
    content_type: "application/json",
}];

impl JobKind {
    /// Its results.
    pub(super) fn results(self) -> &'static [ResultFile] {
        match self {
            JobKind::Counterfactual => &JSON_RESULT,
        }
    }
}

//! What jobs there are, and what comes of them. What each does is said in `job_dispatch`.

use serde::{Deserialize, Serialize};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum JobKind {
    /// `plumb fairplay`: records and figures of the games of an upload.
    Fairplay,
    /// `plumb review`: which moves of the games of an upload lose winning chances, and why.
    Review,
    /// `plumb counterfactual`: a window of a game beside what players like these might have
    /// played.
    Counterfactual,
    /// `/api/detect_anomaly`, for a client that does not wait.
    Detection,
    /// `/api/diagnostics`: whether chains agree about a window.
    Diagnostics,
}

/// A result: its name in the path, its file below the job's folder, its media type.
pub(super) struct ResultFile {
    pub(super) name: &'static str,
    pub(super) path: &'static str,
    pub(super) content_type: &'static str,
}

/// The names that results may have.
pub(crate) const RESULT_NAMES: [&str; 5] = [
    "report.html",
    "report.jsonl",
    "moves.csv",
    "games.pgn",
    "result.json",
];

/// Where a kind whose only result is JSON writes it.
pub(super) const RESULT_JSON: &str = "out/result.json";

const HTML: &str = "text/html; charset=utf-8";
const JSON_LINES: &str = "application/jsonl";
const CSV: &str = "text/csv; charset=utf-8";
const PGN: &str = "application/x-chess-pgn";
const JSON: &str = "application/json";

const fn file(name: &'static str, path: &'static str, content_type: &'static str) -> ResultFile {
    ResultFile {
        name,
        path,
        content_type,
    }
}

const FAIRPLAY_RESULTS: [ResultFile; 4] = [
    file("report.html", "out/report.html", HTML),
    file("report.jsonl", "out/report.jsonl", JSON_LINES),
    file("moves.csv", "out/moves.csv", CSV),
    file("games.pgn", "out/games.pgn", PGN),
];

const REVIEW_RESULTS: [ResultFile; 3] = [
    file("report.html", "out/review.html", HTML),
    file("report.jsonl", "out/review.jsonl", JSON_LINES),
    file("games.pgn", "out/review.pgn", PGN),
];

const JSON_RESULT: [ResultFile; 1] = [file("result.json", RESULT_JSON, JSON)];

impl JobKind {
    /// Its results.
    pub(super) fn results(self) -> &'static [ResultFile] {
        match self {
            JobKind::Fairplay => &FAIRPLAY_RESULTS,
            JobKind::Review => &REVIEW_RESULTS,
            JobKind::Counterfactual | JobKind::Detection | JobKind::Diagnostics => &JSON_RESULT,
        }
    }

    /// A result by its name.
    pub(super) fn result(self, name: &str) -> Option<&'static ResultFile> {
        self.results().iter().find(|result| result.name == name)
    }
}

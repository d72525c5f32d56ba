//! The paths that there are, as logs and counts name them.

use super::demo::{DEMO, DEMOS, demo_of};
use super::jobs::{JobId, RESULT_NAMES};

/// Whether the service lives.
pub(super) const HEALTH: &str = "/healthz";
/// Whether it takes work.
pub(super) const READY: &str = "/readyz";

/// Where a token becomes a cookie.
pub(super) const LOGIN: &str = "/v1/login";
/// The board page, and the files that it needs.
pub(super) const PAGE: &str = "/";
/// Its style.
pub(super) const STYLE: &str = "/assets/page.css";
/// Its script.
pub(super) const SCRIPT: &str = "/assets/page.js";
/// Its picture in lists of pages.
pub(super) const ICON: &str = "/assets/icon.svg";

/// What needs no token: it says nothing of anybody, and a reader has to be able to show one.
pub(super) const OPEN: [&str; 7] = [HEALTH, READY, LOGIN, PAGE, STYLE, SCRIPT, ICON];

/// Every path, for logs and counts; whatever else is asked for is none of them.
const ROUTES: &[&str] = &[
    HEALTH,
    READY,
    PAGE,
    STYLE,
    SCRIPT,
    ICON,
    "/version",
    "/openapi.json",
    "/metrics",
    "/v1/legal",
    "/v1/eval",
    "/v1/eval/diff",
    "/v1/analyse",
    "/v1/explain",
    "/v1/jobs",
    "/v1/jobs/counterfactual",
    "/v1/jobs/diagnostics",
    "/v1/jobs/fairplay",
    "/v1/jobs/review",
    "/api/detect_anomaly",
    "/api/diagnostics",
    DEMOS,
    LOGIN,
];

/// Paths of one job, below which its files are.
const JOB: &str = "/v1/jobs/{id}";
const JOB_EVENTS: &str = "/v1/jobs/{id}/events";
const JOB_RESULT: &str = "/v1/jobs/{id}/{file}";

/// The route of a path, or `other`: what clients write there is not repeated.
pub(super) fn route_name(path: &str) -> &'static str {
    let found = ROUTES.iter().find(|route| **route == path);
    found
        .copied()
        .or_else(|| job_route(path))
        .or_else(|| demo_of(path).map(|_| DEMO))
        .unwrap_or("other")
}

/// The route of a path of one job: which one is not told.
fn job_route(path: &str) -> Option<&'static str> {
    let rest = path.strip_prefix("/v1/jobs/")?;
    let (id, file) = match rest.split_once('/') {
        Some((id, file)) => (id, Some(file)),
        None => (rest, None),
    };
    id.parse::<JobId>().ok()?;
    match file {
        None => Some(JOB),
        Some("events") => Some(JOB_EVENTS),
        Some(name) => RESULT_NAMES.contains(&name).then_some(JOB_RESULT),
    }
}

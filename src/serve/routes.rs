//! The paths that there are, as logs and counts name them.

/// Whether the service lives.
pub(super) const HEALTH: &str = "/healthz";
/// Whether it takes work.
pub(super) const READY: &str = "/readyz";

/// The board page, and the files that it needs.
pub(super) const PAGE: &str = "/";
/// Its style.
pub(super) const STYLE: &str = "/assets/page.css";
/// Its script.
pub(super) const SCRIPT: &str = "/assets/page.js";
/// Its picture in lists of pages.
pub(super) const ICON: &str = "/assets/icon.svg";

/// What needs no token: it says nothing of anybody, and a reader has to be able to show one.
pub(super) const OPEN: [&str; 6] = [HEALTH, READY, PAGE, STYLE, SCRIPT, ICON];

/// Every path, for logs and counts; whatever else is asked for is none of them.
const ROUTES: [&str; 14] = [
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
];

/// The route of a path, or `other`: what clients write there is not repeated.
pub(super) fn route_name(path: &str) -> &'static str {
    let found = ROUTES.iter().find(|route| **route == path);
    found.copied().unwrap_or("other")
}

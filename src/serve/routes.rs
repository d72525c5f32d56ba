//! The paths that there are, as logs and counts name them.

/// Whether the service lives.
pub(super) const HEALTH: &str = "/healthz";
/// Whether it takes work.
pub(super) const READY: &str = "/readyz";

/// Every path, for logs and counts; whatever else is asked for is none of them.
const ROUTES: [&str; 10] = [
    HEALTH,
    READY,
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

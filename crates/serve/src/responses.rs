//! What handlers have in common: answers in JSON, and work that takes more than a moment.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use tokio::task::spawn_blocking;

use super::problem::Problem;
use plumb_support::wording::text;

/// An answer of one JSON text.
pub(super) fn json_response(mut json: String) -> Response {
    // The line ends as the command's does.
    json.push('\n');
    ([(header::CONTENT_TYPE, "application/json")], json).into_response()
}

/// Runs what takes more than a moment on a thread that serves no connection.
pub(super) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let outcome = spawn_blocking(work).await;
    outcome.unwrap_or_else(|_| Err(Problem::internal(text!(refusal.answer))))
}

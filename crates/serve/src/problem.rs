//! How a request is refused: problem details (RFC 9457) that say what was wrong, where, and
//! what was expected.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plumb_support::wording::{say, text};
use serde::Serialize;
use serde_json::json;

use super::field_errors::FieldErrors;

/// The media type of a refusal.
pub(super) const PROBLEM_JSON: &str = "application/problem+json";

/// What is wrong with one value of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct FieldError {
    /// Where it stands: a JSON pointer (RFC 6901).
    pub(super) pointer: String,
    /// What is wrong, and what was expected.
    pub(super) detail: String,
    /// What sort of mistake it is; only answers in the form of FastAPI tell it.
    #[serde(skip)]
    pub(super) mistake: Mistake,
}

impl FieldError {
    /// The value at this pointer is not what was expected.
    pub(super) fn wrong(pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError {
            pointer: pointer.into(),
            detail: detail.into(),
            mistake: Mistake::Wrong,
        }
    }
}

/// What sort of mistake a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// It is not what was expected.
    Wrong,
    /// It is not there.
    Missing,
    /// Nobody knows it.
    Unknown,
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    /// The kind, which programs can tell apart: the end of its `type`.
    kind: &'static str,
    status: StatusCode,
    detail: String,
    errors: Vec<FieldError>,
    /// When to try again, in seconds.
    retry_after: Option<u64>,
}

impl Problem {
    fn new(kind: &'static str, status: StatusCode, detail: impl Into<String>) -> Problem {
        Problem {
            kind,
            status,
            detail: detail.into(),
            errors: Vec::new(),
            retry_after: None,
        }
    }

    /// The body is no JSON.
    pub(super) fn not_json(detail: impl Into<String>) -> Problem {
        Problem::new("not-json", StatusCode::BAD_REQUEST, detail)
    }

    /// What HTTP demands is missing.
    pub(super) fn bad_request(detail: impl Into<String>) -> Problem {
        Problem::new("bad-request", StatusCode::BAD_REQUEST, detail)
    }

    /// No token, or a wrong one.
    pub(super) fn unauthorized() -> Problem {
        let detail = text!(refusal.unauthorized);
        Problem::new("unauthorized", StatusCode::UNAUTHORIZED, detail)
    }

    /// Asked by another host's name, or by another site's page.
    pub(super) fn foreign(kind: &'static str, detail: impl Into<String>) -> Problem {
        Problem::new(kind, StatusCode::FORBIDDEN, detail)
    }

    /// There is nothing at this path.
    pub(super) fn not_found() -> Problem {
        let detail = text!(refusal.not_found);
        Problem::new("not-found", StatusCode::NOT_FOUND, detail)
    }

    /// The path does not know this method.
    pub(super) fn method_not_allowed() -> Problem {
        let detail = text!(refusal.method);
        Problem::new("method-not-allowed", StatusCode::METHOD_NOT_ALLOWED, detail)
    }

    /// The body did not come in time.
    pub(super) fn too_slow(seconds: u64) -> Problem {
        let detail = say!(refusal.slow, seconds);
        Problem::new("request-timeout", StatusCode::REQUEST_TIMEOUT, detail)
    }

    /// The body is too large.
    pub(super) fn too_large(bytes: u64) -> Problem {
        let detail = say!(refusal.large, bytes);
        Problem::new("too-large", StatusCode::PAYLOAD_TOO_LARGE, detail)
    }

    /// The body is of another type.
    pub(super) fn not_json_type() -> Problem {
        let detail = text!(refusal.not_json_type);
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        Problem::new("unsupported-media-type", status, detail)
    }

    /// The results are not there yet.
    pub(super) fn not_done(state: &str) -> Problem {
        let detail = say!(refusal.not_done, state);
        Problem::new("not-done", StatusCode::CONFLICT, detail)
    }

    /// There is no such job, or it has no such file.
    pub(super) fn no_job_file(detail: impl Into<String>) -> Problem {
        Problem::new("not-found", StatusCode::NOT_FOUND, detail)
    }

    /// A key stands for another request already.
    pub(super) fn reused_key() -> Problem {
        let detail = text!(refusal.reused_key);
        Problem::new("reused-key", StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    /// The upload is of another type.
    pub(super) fn not_games_type() -> Problem {
        let detail = text!(refusal.not_games);
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        Problem::new("unsupported-media-type", status, detail)
    }

    /// Values are wrong.
    pub(super) fn wrong_values(errors: impl Into<FieldErrors>) -> Problem {
        let errors = errors.into();
        let count = errors.count();
        let errors = errors.into_named();
        let detail = match errors.as_slice() {
            [error] if error.pointer.is_empty() => error.detail.clone(),
            [error] => say!(
                refusal.value,
                pointer = error.pointer,
                detail = error.detail
            ),
            _ => say!(refusal.values, count),
        };
        Problem {
            errors,
            ..Problem::new("wrong-values", StatusCode::UNPROCESSABLE_ENTITY, detail)
        }
    }

    /// Asked too often.
    pub(super) fn too_many(per_minute: u32, retry_after: u64) -> Problem {
        let detail = say!(refusal.often, count = per_minute);
        Problem {
            retry_after: Some(retry_after),
            ..Problem::new("too-many-requests", StatusCode::TOO_MANY_REQUESTS, detail)
        }
    }

    /// Not now.
    pub(super) fn busy(detail: impl Into<String>) -> Problem {
        Problem {
            retry_after: Some(1),
            ..Problem::new("busy", StatusCode::SERVICE_UNAVAILABLE, detail)
        }
    }

    /// A fault of ours.
    pub(super) fn internal(detail: impl Into<String>) -> Problem {
        Problem::new("internal", StatusCode::INTERNAL_SERVER_ERROR, detail)
    }

    /// The values that are wrong, where the problem is of values.
    pub(super) fn errors(&self) -> &[FieldError] {
        &self.errors
    }

    /// The problem as JSON.
    pub(super) fn to_json(&self) -> String {
        let mut body = json!({
            "type": format!("urn:plumb:problem:{}", self.kind),
            "title": self.status.canonical_reason().unwrap_or_default(),
            "status": self.status.as_u16(),
            "detail": self.detail,
        });
        if !self.errors.is_empty() {
            body["errors"] = json!(self.errors);
        }
        format!("{body}\n")
    }

    /// What was wrong, and what was expected.
    pub(super) fn detail(&self) -> &str {
        &self.detail
    }

    /// When to try again, in seconds.
    pub(super) fn retry_after(&self) -> Option<u64> {
        self.retry_after
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let content_type = [(header::CONTENT_TYPE, PROBLEM_JSON)];
        let mut response = (self.status, content_type, self.to_json()).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            headers.insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

//! How the two requests are answered: by a search of their own, or as a job.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use super::fast_api_error::refusal;
use super::gong_answer::answer;
use super::gong_request::{GongKind, read};
use crate::body::read_json;
use crate::fields::Fields;
use crate::jobs::{JobKind, idempotency_key, take};
use crate::problem::Problem;
use crate::responses::json_response;
use crate::service::Service;

const RESPOND_ASYNC: &str = "respond-async";
const PREFERENCE_APPLIED: &str = "preference-applied";

/// POST `/api/detect_anomaly`.
pub(crate) async fn detect_anomaly(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Response {
    let answer = ask(GongKind::Detection, service, request).await;
    answer.unwrap_or_else(refusal)
}

/// POST `/api/diagnostics`.
pub(crate) async fn diagnostics(State(service): State<Arc<Service>>, request: Request) -> Response {
    let answer = ask(GongKind::Diagnostics, service, request).await;
    answer.unwrap_or_else(refusal)
}

/// Whether the client would rather come back than wait (RFC 7240).
fn prefers_job(headers: &HeaderMap) -> bool {
    let values = headers.get_all("prefer").iter();
    let texts = values.filter_map(|value| value.to_str().ok());
    texts
        .flat_map(|text| text.split(','))
        .any(|preference| preference.trim().eq_ignore_ascii_case(RESPOND_ASYNC))
}

async fn ask(kind: GongKind, service: Arc<Service>, request: Request) -> Result<Response, Problem> {
    let is_job = prefers_job(request.headers());
    let key = match is_job {
        true => idempotency_key(request.headers())?,
        false => None,
    };
    let body = read_json(request, &service).await?;
    if is_job {
        let kind = match kind {
            GongKind::Detection => JobKind::Detection,
            GongKind::Diagnostics => JobKind::Diagnostics,
        };
        let mut response = take(kind, service, body, key).await?;
        let applied = HeaderValue::from_static(RESPOND_ASYNC);
        response.headers_mut().insert(PREFERENCE_APPLIED, applied);
        return Ok(response);
    }
    let reader = Arc::clone(&service);
    let question = body.aside(move |body| {
        let usual_policy = &reader.job_settings.policy;
        let fields = Fields::parse(body)?;
        read(kind, fields, &reader.models, &reader.limits, usual_policy)
    });
    let question = question.await?;
    let searcher = Arc::clone(&service);
    let report = service
        .long_pool
        .run(service.limits.long_search_time(), move |stop| {
            let threads = searcher.job_threads;
            question.report(&searcher.models, threads, stop, &mut |_, _| {})
        })
        .await??;
    let answer = answer(kind, &report);
    answer
        .map(json_response)
        .map_err(|error| Problem::internal(error.to_string()))
}

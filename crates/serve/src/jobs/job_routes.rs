//! Requests about jobs, and how they are answered.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::digest::digest;
use super::job_dispatch::{check, forget_names};
use super::job_id::JobId;
use super::job_kind::JobKind;
use super::job_record::JobRecord;
use super::job_store::Deletion;
use crate::body::{JsonBody, read_json};
use crate::fields::Fields;
use crate::problem::Problem;
use crate::responses::{aside, json_response};
use crate::service::Service;
use plumb_support::wording::{say, text};

/// The header by which a client says that two requests are one.
const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// The longest of them, in bytes.
const MOST_KEY_BYTES: usize = 255;

/// A job that is asked for in JSON.
pub(super) async fn ask(
    kind: JobKind,
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Problem> {
    let key = idempotency_key(request.headers())?;
    let body = read_json(request, &service).await?;
    take(kind, service, body, key).await
}

/// Takes a job whose options are this JSON.
pub(crate) async fn take(
    kind: JobKind,
    service: Arc<Service>,
    body: JsonBody,
    key: Option<String>,
) -> Result<Response, Problem> {
    let taken = body.aside(move |body| {
        let options = Fields::parse(body)?;
        let mut kept = options.clone();
        forget_names(kind, &mut kept);
        let text = kept.canonical();
        check(
            kind,
            options,
            &service.models,
            &service.limits,
            &service.job_settings,
        )?;
        let new = service.jobs.begin()?;
        let mut record = JobRecord::new(new.id, kind, digest(&[text.as_bytes()]));
        record.idempotency = key;
        service.jobs.submit(new, record, &text)
    });
    Ok(accepted(&taken.await?))
}

/// The digest of the header `Idempotency-Key`, if there is one.
pub(crate) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let mut values = headers.get_all(IDEMPOTENCY_KEY).iter();
    let Some(value) = values.next() else {
        return Ok(None);
    };
    let is_right = (1..=MOST_KEY_BYTES).contains(&value.len()) && values.next().is_none();
    match is_right {
        true => Ok(Some(digest(&[value.as_bytes()]))),
        false => {
            let most = MOST_KEY_BYTES.to_string();
            Err(Problem::bad_request(say!(refusal.key, most)))
        }
    }
}

/// The answer to who asked for a job.
pub(super) fn accepted(job: &JobRecord) -> Response {
    let body = json!({ "id": job.id, "kind": job.kind, "state": job.state });
    let mut response = (StatusCode::ACCEPTED, json_response(body.to_string())).into_response();
    if let Ok(place) = HeaderValue::from_str(&format!("/v1/jobs/{}", job.id)) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    response
}

/// The job of a path, and what stands behind its name. Nothing in it is decoded: neither names
/// of jobs nor those of results need it.
pub(super) fn parse_path(uri: &Uri) -> Result<(JobId, &str), Problem> {
    let rest = uri.path().strip_prefix("/v1/jobs/").unwrap_or_default();
    let (id, name) = rest.split_once('/').unwrap_or((rest, ""));
    let id = id.parse().map_err(|_| no_job())?;
    Ok((id, name))
}

/// There is no such job.
pub(super) fn no_job() -> Problem {
    Problem::no_job_file(text!(refusal.no_job))
}

/// All jobs.
pub(super) async fn list(State(service): State<Arc<Service>>) -> Result<Response, Problem> {
    let text = aside(move || Ok(json!({ "jobs": service.jobs.list() }).to_string()));
    Ok(json_response(text.await?))
}

/// One job.
pub(super) async fn one(
    State(service): State<Arc<Service>>,
    uri: Uri,
) -> Result<Response, Problem> {
    let (id, _) = parse_path(&uri)?;
    let view = aside(move || service.jobs.view(id).ok_or_else(no_job)).await?;
    Ok(json_response(view.to_string()))
}

/// Cancels a job, or forgets one that is over.
pub(super) async fn delete(
    State(service): State<Arc<Service>>,
    uri: Uri,
) -> Result<Response, Problem> {
    let (id, _) = parse_path(&uri)?;
    match aside(move || service.jobs.delete(id)).await? {
        None => Err(no_job()),
        Some(Deletion::Cancelled(view)) => Ok(json_response(view.to_string())),
        Some(Deletion::Forgotten) => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

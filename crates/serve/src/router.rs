//! What there is, and which function answers it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request as HttpRequest, State};
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde_json::json;

use super::answers::{eval, eval_diff, legal, written};
use super::api_document::api_document;
use super::body::read_json;
use super::demo::{DEMO, DEMOS, demo, demos};
use super::fields::Fields;
use super::gong::{detect_anomaly, diagnostics};
use super::guard::guard;
use super::jobs::job_router;
use super::limits::JSON_LEVELS;
use super::login::login;
use super::metrics::PROMETHEUS_TEXT;
use super::page;
use super::problem::Problem;
use super::responses::{aside, json_response};
use super::routes::{HEALTH, ICON, LOGIN, PAGE, READY, SCRIPT, STYLE};
use super::search_question::{ExplainQuestion, SearchQuestion};
use super::service::Service;
use plumb_coach::analysis::AnalysisInput;
use plumb_engine::search::SIGNATURE;
use plumb_engine::tables::Models;
use plumb_protocol::request::Request;
use plumb_support::wording::text;

/// All routes, behind the guard.
pub(super) fn router(service: Arc<Service>) -> Router {
    Router::new()
        .route(HEALTH, get(async || "ok\n"))
        .route(READY, get(ready))
        .route(PAGE, get(async || page::html()))
        .route(STYLE, get(async || page::style()))
        .route(SCRIPT, get(async || page::script()))
        .route(ICON, get(async || page::icon()))
        .route("/version", get(version))
        .route("/openapi.json", get(openapi))
        .route("/metrics", get(metrics))
        .route("/v1/legal", at_once(legal))
        .route("/v1/eval", at_once(eval))
        .route("/v1/eval/diff", at_once(eval_diff))
        .route("/v1/analyse", post(searched::<AnalysisInput>))
        .route("/v1/explain", post(searched::<ExplainQuestion>))
        .route("/api/detect_anomaly", post(detect_anomaly))
        .route("/api/diagnostics", post(diagnostics))
        .route(DEMOS, get(demos))
        .route(DEMO, get(demo))
        .route(LOGIN, post(login))
        .merge(job_router())
        .fallback(async || Problem::not_found())
        .method_not_allowed_fallback(async || Problem::method_not_allowed())
        .layer(from_fn_with_state(Arc::clone(&service), guard))
        .with_state(service)
}

async fn ready(State(service): State<Arc<Service>>) -> Result<&'static str, Problem> {
    match service.pool.has_room() {
        true => Ok("ready\n"),
        false => Err(Problem::busy(text!(refusal.searches))),
    }
}

async fn version(State(service): State<Arc<Service>>) -> Response {
    let mut limits = json!(service.limits);
    limits["json_bytes"] = json!(service.limits.json_bytes());
    limits["json_levels"] = json!(JSON_LEVELS);
    let version = json!({
        "name": "plumb",
        "version": env!("CARGO_PKG_VERSION"),
        "bench": SIGNATURE,
        "limits": limits,
    });
    json_response(version.to_string())
}

async fn openapi(State(service): State<Arc<Service>>) -> Result<Response, Problem> {
    let text = aside(move || written(api_document(&service.limits)));
    Ok(json_response(text.await?))
}

async fn metrics(State(service): State<Arc<Service>>) -> Response {
    let load = service.pool.load().and(service.long_pool.load());
    let text = service.metrics.to_text(load, &service.jobs.counts());
    ([(header::CONTENT_TYPE, PROMETHEUS_TEXT)], text).into_response()
}

/// A handler for a request that is answered without a search.
fn at_once<T: Request + Send + 'static>(
    answer: fn(T, &Models) -> Result<String, Problem>,
) -> MethodRouter<Arc<Service>> {
    let handler = async move |State(service): State<Arc<Service>>, request: HttpRequest| {
        let body = read_json(request, &service).await?;
        let work = move |body: &[u8]| {
            let request = Fields::parse(body)?.request(&service.limits)?;
            answer(request, &service.models)
        };
        Ok::<Response, Problem>(json_response(body.aside(work).await?))
    };
    post(handler)
}

/// The handler of a question that a search answers.
async fn searched<Q: SearchQuestion>(
    State(service): State<Arc<Service>>,
    request: HttpRequest,
) -> Result<Response, Problem> {
    let body = read_json(request, &service).await?;
    let reader = Arc::clone(&service);
    let read = move |body: &[u8]| {
        let request = Fields::parse(body)?.request(&reader.limits)?;
        Ok(Q::read(request, &reader.models)?)
    };
    let question = body.aside(read).await?;
    let searcher = Arc::clone(&service);
    let answer = service
        .pool
        .run(service.limits.search_time(), move |stop| {
            question.answer(&searcher.models, stop)
        })
        .await?;
    answer.map(json_response).map_err(Problem::busy)
}

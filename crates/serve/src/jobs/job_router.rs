//! Which paths of jobs there are, and which function answers each.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use super::event_stream::events;
use super::job_kind::JobKind;
use super::job_routes::{ask, delete, list, one};
use super::result_download::result;
use super::upload::upload;
use crate::service::Service;

/// The routes of jobs.
pub(crate) fn job_router() -> Router<Arc<Service>> {
    let counterfactual = |state, request| ask(JobKind::Counterfactual, state, request);
    let diagnostics = |state, request| ask(JobKind::Diagnostics, state, request);
    let fairplay = |state, request| upload(JobKind::Fairplay, state, request);
    let review = |state, request| upload(JobKind::Review, state, request);
    Router::new()
        .route("/v1/jobs", get(list))
        .route("/v1/jobs/fairplay", post(fairplay))
        .route("/v1/jobs/review", post(review))
        .route("/v1/jobs/counterfactual", post(counterfactual))
        .route("/v1/jobs/diagnostics", post(diagnostics))
        .route("/v1/jobs/{id}", get(one).delete(delete))
        .route("/v1/jobs/{id}/events", get(events))
        .route("/v1/jobs/{id}/{file}", get(result))
}

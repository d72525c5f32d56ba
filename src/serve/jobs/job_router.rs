//! Which paths of jobs there are, and which function answers each.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use super::event_stream::events;
use super::job_kind::JobKind;
use super::job_routes::{ask, delete, list, one};
use super::result_download::result;
use crate::serve::service::Service;

/// The routes of jobs.
pub(in crate::serve) fn job_router() -> Router<Arc<Service>> {
    let counterfactual = |state, request| ask(JobKind::Counterfactual, state, request);
    Router::new()
        .route("/v1/jobs", get(list))
        .route("/v1/jobs/counterfactual", post(counterfactual))
        .route("/v1/jobs/{id}", get(one).delete(delete))
        .route("/v1/jobs/{id}/events", get(events))
        .route("/v1/jobs/{id}/{file}", get(result))
}

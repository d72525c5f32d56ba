//! The events of a job as they happen (server-sent events).

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use http_body_util::channel::{Channel, Sender};
use tokio::time::timeout;

use super::job_id::JobId;
use super::job_record::JobState;
use super::job_routes::{no_job, parse_path};
use crate::problem::Problem;
use crate::responses::aside;
use crate::service::Service;
use plumb_support::wording::{self, text};

/// After so long without an event a comment says that the connection lives.
const COMMENT_TIME: Duration = Duration::from_secs(15);
const COMMENT: &[u8] = b": nothing new\n\n";
/// Pieces that may wait for a slow client.
const WAITING_PIECES: usize = 4;

/// Everything that befell a job after the event of the header `Last-Event-ID`, and then
/// whatever does, until the job is over, the service ends, or the client goes.
pub(super) async fn events(
    State(service): State<Arc<Service>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (id, _) = parse_path(&uri)?;
    let after = last_event(&headers)?;
    let store = Arc::clone(&service);
    let state = aside(move || store.jobs.get(id).map(|job| job.state).ok_or_else(no_job)).await?;
    if state == JobState::Expired {
        return Err(Problem::no_job_file(text!(refusal.events_gone)));
    }
    let (sender, body) = Channel::<Bytes>::new(WAITING_PIECES);
    tokio::spawn(follow(service, id, after, sender));
    let content_type = [(header::CONTENT_TYPE, "text/event-stream")];
    Ok((content_type, Body::new(body)).into_response())
}

/// The number of the last event that the client has; 0 for none.
fn last_event(headers: &HeaderMap) -> Result<u64, Problem> {
    let Some(value) = headers.get("last-event-id") else {
        return Ok(0);
    };
    let number = value.to_str().ok().and_then(|text| text.parse().ok());
    number.ok_or_else(|| Problem::bad_request(wording::text!(refusal.last_event)))
}

async fn follow(service: Arc<Service>, id: JobId, after: u64, mut sender: Sender<Bytes>) {
    let mut news = service.jobs.news();
    let mut offset = 0;
    loop {
        news.mark_unchanged();
        let store = Arc::clone(&service);
        let read = aside(move || {
            // First the state: what is said after it was looked at is not missed.
            let job = store.jobs.get(id).ok_or_else(no_job)?;
            let chunk = store.jobs.events(id).read(offset, after);
            let chunk = chunk.map_err(|error| Problem::internal(error.to_string()))?;
            Ok((job.state.is_over(), store.jobs.is_closed(), chunk))
        });
        let Ok((is_over, is_closed, chunk)) = read.await else {
            return;
        };
        let is_at_end = chunk.offset == offset;
        offset = chunk.offset;
        if !chunk.text.is_empty() && sender.send_data(chunk.text.into()).await.is_err() {
            return;
        }
        if !is_at_end {
            continue;
        }
        if is_over || is_closed {
            return;
        }
        if timeout(COMMENT_TIME, news.changed()).await.is_err()
            && sender.send_data(Bytes::from_static(COMMENT)).await.is_err()
        {
            return;
        }
    }
}

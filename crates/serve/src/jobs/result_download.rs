//! The results of a job, sent as they lie on the disk.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use http_body_util::channel::{Channel, Sender};
use tokio::fs::File;
use tokio::io::AsyncReadExt;

use super::job_record::JobState;
use super::job_routes::{no_job, parse_path};
use super::page_policy::page_policy;
use crate::problem::Problem;
use crate::responses::aside;
use crate::service::Service;
use plumb_support::wording::{say, text};

/// So much is read at once, in bytes, and so many pieces wait for a slow client.
const PIECE_BYTES: usize = 64 << 10;
const WAITING_PIECES: usize = 2;

/// A result by its name, once the job is done.
pub(super) async fn result(
    State(service): State<Arc<Service>>,
    uri: Uri,
) -> Result<Response, Problem> {
    let (id, name) = parse_path(&uri)?;
    let store = Arc::clone(&service);
    let job = aside(move || store.jobs.get(id).ok_or_else(no_job)).await?;
    let Some(result) = job.kind.result(name) else {
        let names: Vec<&str> = job
            .kind
            .results()
            .iter()
            .map(|result| result.name)
            .collect();
        let names = names.join(", ");
        return Err(Problem::no_job_file(say!(refusal.no_result, names)));
    };
    match job.state {
        JobState::Done => {}
        JobState::Queued | JobState::Running => return Err(Problem::not_done(job.state.into())),
        JobState::Failed | JobState::Cancelled | JobState::Expired => {
            let state: &str = job.state.into();
            let detail = say!(refusal.no_results, state);
            return Err(Problem::no_job_file(detail));
        }
    }
    let gone = |_| Problem::no_job_file(text!(refusal.result_gone));
    let file = File::open(service.jobs.path(id, result.path)).await;
    let file = file.map_err(gone)?;
    let length = file.metadata().await.map_err(gone)?.len();
    let (sender, body) = Channel::<Bytes, std::io::Error>::new(WAITING_PIECES);
    tokio::spawn(send(file, sender));
    let content_type = [(header::CONTENT_TYPE, result.content_type)];
    let mut response = (content_type, Body::new(body)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    if let Some(script) = job.page_script.filter(|_| result.name.ends_with(".html"))
        && let Ok(policy) = HeaderValue::from_str(&page_policy(&script))
    {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    Ok(response)
}

async fn send(mut file: File, mut sender: Sender<Bytes, std::io::Error>) {
    loop {
        let mut piece = vec![0; PIECE_BYTES];
        match file.read(&mut piece).await {
            Ok(0) => return,
            Ok(count) => {
                piece.truncate(count);
                if sender.send_data(piece.into()).await.is_err() {
                    return;
                }
            }
            // The client must not take what it has for the whole.
            Err(error) => return sender.abort(error),
        }
    }
}

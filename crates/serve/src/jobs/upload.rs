//! Jobs whose games are uploaded: the body goes to the disk as it comes, and the options stand
//! in the query.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

use super::digest::digest;
use super::job_dispatch::{check, options_schema};
use super::job_kind::JobKind;
use super::job_record::JobRecord;
use super::job_routes::{accepted, idempotency_key};
use super::job_store::NewJob;
use super::multipart::{MultipartError, boundary, split_form};
use super::query_options::query_options;
use super::uploaded_games::upload_name;
use crate::body::BodyReader;
use crate::problem::Problem;
use crate::responses::aside;
use crate::service::Service;
use plumb_support::wording::say;

/// The media types of games, packed or not.
pub(crate) const GAME_TYPES: [&str; 11] = [
    "application/x-chess-pgn",
    "application/vnd.chess-pgn",
    "text/plain",
    "application/gzip",
    "application/x-gzip",
    "application/x-bzip2",
    "application/bzip2",
    "application/x-xz",
    "application/zstd",
    "application/x-zstd",
    "application/octet-stream",
];

/// How the games stand in a body.
enum UploadForm {
    /// As they are.
    Plain,
    /// As files of a form with this boundary.
    Multipart(String),
}

impl UploadForm {
    fn of(headers: &HeaderMap) -> Result<UploadForm, Problem> {
        let mut types = headers.get_all(header::CONTENT_TYPE).iter();
        let (Some(text), None) = (types.next(), types.next()) else {
            return Err(Problem::not_games_type());
        };
        let text = text.to_str().unwrap_or_default();
        if let Some(boundary) = boundary(text) {
            return Ok(UploadForm::Multipart(boundary));
        }
        let essence = text.split(';').next().unwrap_or_default().trim();
        let is_known = |known: &&str| known.eq_ignore_ascii_case(essence);
        match GAME_TYPES.iter().any(is_known) {
            true => Ok(UploadForm::Plain),
            false => Err(Problem::not_games_type()),
        }
    }
}

/// Takes an upload as a job.
pub(super) async fn upload(
    kind: JobKind,
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let limits = service.limits;
    let mut reader = BodyReader::new(&head.headers, body, limits.body_bytes);
    let query = head.uri.query().unwrap_or_default().to_owned();
    let receiving = async {
        let key = idempotency_key(&head.headers)?;
        let form = UploadForm::of(&head.headers)?;
        let store = Arc::clone(&service);
        let begun = aside(move || {
            let options = query_options(&query, &options_schema(kind, &limits));
            let request = options.canonical();
            let (models, settings) = (&store.models, &store.job_settings);
            check(kind, options, models, &store.limits, settings)?;
            Ok((request, store.jobs.begin()?))
        });
        let (request, new) = begun.await?;
        receive(&mut reader, &new.folder.join(BODY)).await?;
        Ok((key, form, request, new))
    };
    let (key, form, request, new) = match timeout(limits.body_time(), receiving).await {
        Ok(Ok(received)) => received,
        Ok(Err(problem)) => return Err(reader.refuse(problem).await),
        Err(_) => return Err(Problem::too_slow(limits.body_s)),
    };
    let taken = aside(move || {
        let content = put_in_place(&new, &form, &request)?;
        let mut record = JobRecord::new(new.id, kind, content);
        record.idempotency = key;
        service.jobs.submit(new, record, &request)
    });
    Ok(accepted(&taken.await?))
}

/// The body as it came.
const BODY: &str = "body";

async fn receive(reader: &mut BodyReader, path: &Path) -> Result<(), Problem> {
    let failed = |error: io::Error| not_kept(&error);
    let mut file = File::create(path).await.map_err(failed)?;
    while let Some(data) = reader.next().await? {
        file.write_all(&data).await.map_err(failed)?;
    }
    file.flush().await.map_err(failed)
}

/// Makes files of games of a body; the digest is of these and the options.
fn put_in_place(new: &NewJob, form: &UploadForm, request: &str) -> Result<String, Problem> {
    let body = new.folder.join(BODY);
    let name = |number: usize| new.folder.join(upload_name(number));
    let files = match form {
        UploadForm::Plain => {
            fs::rename(&body, name(1)).map_err(|error| not_kept(&error))?;
            vec![name(1)]
        }
        UploadForm::Multipart(boundary) => {
            let files = split_form(&body, boundary, name).map_err(|error| match error {
                MultipartError::Malformed(expected) => {
                    Problem::bad_request(say!(refusal.no_form, expected))
                }
                MultipartError::File(error) => not_kept(&error),
            })?;
            fs::remove_file(&body).map_err(|error| not_kept(&error))?;
            files
        }
    };
    let digests: io::Result<Vec<String>> = files.iter().map(file_digest).collect();
    let digests = digests.map_err(|error| not_kept(&error))?;
    let mut texts = vec![request.as_bytes()];
    texts.extend(digests.iter().map(String::as_bytes));
    Ok(digest(&texts))
}

fn file_digest(path: &PathBuf) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut file = BufReader::with_capacity(1 << 16, fs::File::open(path)?);
    loop {
        let piece = file.fill_buf()?;
        let length = piece.len();
        if length == 0 {
            return Ok(HEXLOWER.encode(&hasher.finalize()));
        }
        hasher.update(piece);
        file.consume(length);
    }
}

fn not_kept(error: &io::Error) -> Problem {
    Problem::internal(say!(refusal.upload_not_kept, error = error.kind()))
}

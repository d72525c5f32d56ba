//! A request's body, within its limits of type, size and time.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::problem::Problem;
use super::responses::aside;
use super::service::Service;
use plumb_support::wording::text;

/// For so long the rest of a body that is refused is read and forgotten: a client that still
/// sends would otherwise never see the answer.
const DISCARD_TIME: Duration = Duration::from_secs(1);

/// A JSON body with more bytes is large: hardly any question has so many.
const LARGE_BYTES: usize = 16 << 10;
/// Large bodies that are in memory at a time.
const LARGE_BODIES: usize = 8;

/// Places for large JSON bodies, so that many at once do not fill the memory.
pub(super) struct LargeBodies(Arc<Semaphore>);

impl Default for LargeBodies {
    fn default() -> LargeBodies {
        LargeBodies(Arc::new(Semaphore::new(LARGE_BODIES)))
    }
}

/// The whole body of a request that must be JSON.
pub(super) struct JsonBody {
    bytes: Vec<u8>,
    /// Its place in memory, if it is large.
    place: Option<OwnedSemaphorePermit>,
}

impl JsonBody {
    /// Works on it on a thread that serves no connection.
    pub(super) async fn aside<T: Send + 'static>(
        self,
        work: impl FnOnce(&[u8]) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        aside(move || {
            let JsonBody { bytes, place } = self;
            let outcome = work(&bytes);
            drop(bytes);
            drop(place);
            outcome
        })
        .await
    }
}

/// Reads the whole body of a request that must be JSON.
pub(super) async fn read_json(request: Request, service: &Service) -> Result<JsonBody, Problem> {
    let limits = &service.limits;
    let (head, body) = request.into_parts();
    let mut reader = BodyReader::new(&head.headers, body, limits.json_bytes());
    let LargeBodies(places) = &service.large_bodies;
    let reading = async {
        if !is_json(&head.headers) {
            return Err(Problem::not_json_type());
        }
        let mut bytes = Vec::new();
        let mut place = None;
        while let Some(data) = reader.next().await? {
            bytes.extend_from_slice(&data);
            drop(data);
            if bytes.len() > LARGE_BYTES && place.is_none() {
                // Without a place no more of it is read, and its client waits.
                place = Arc::clone(places).acquire_owned().await.ok();
                // In one piece: growing would leave holes of every size.
                let length = reader.announced.unwrap_or(reader.most) as usize;
                bytes.reserve_exact(length.saturating_sub(bytes.len()));
            }
        }
        Ok(JsonBody { bytes, place })
    };
    match timeout(limits.body_time(), reading).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(problem)) => Err(reader.refuse(problem).await),
        // Who is so slow is not waited for once more.
        Err(_) => Err(Problem::too_slow(limits.body_s)),
    }
}

/// A body that is read piece by piece, up to a limit.
pub(super) struct BodyReader {
    body: Body,
    /// The most bytes it may have, how many it says that it has, and how many were read.
    most: u64,
    announced: Option<u64>,
    count: u64,
    /// The client asks before it sends (RFC 9110, 10.1.1).
    asks_first: bool,
}

impl BodyReader {
    /// Of a request with these headers.
    pub(super) fn new(headers: &HeaderMap, body: Body, most: u64) -> BodyReader {
        BodyReader {
            body,
            most,
            announced: content_length(headers),
            count: 0,
            asks_first: headers.contains_key(header::EXPECT),
        }
    }

    /// What comes next; none at the end.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        if self.announced.is_some_and(|length| length > self.most) {
            return Err(Problem::too_large(self.most));
        }
        let data = match self.body.frame().await {
            Some(Ok(frame)) => frame.into_data().unwrap_or_default(),
            Some(Err(_)) => {
                return Err(Problem::bad_request(text!(refusal.body_breaks_off)));
            }
            None => return Ok(None),
        };
        self.count += data.len() as u64;
        match self.count > self.most {
            true => Err(Problem::too_large(self.most)),
            false => Ok(Some(data)),
        }
    }

    /// Refuses the request: the rest is read and forgotten for a while.
    pub(super) async fn refuse(mut self, problem: Problem) -> Problem {
        // Who asks before sending has not begun.
        if self.count > 0 || !self.asks_first {
            let discard = async { while let Some(Ok(_)) = self.body.frame().await {} };
            let _ = timeout(DISCARD_TIME, discard).await;
        }
        problem
    }
}

fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers
        .get(header::CONTENT_LENGTH)?
        .to_str()
        .ok()?
        .parse()
        .ok()
}

/// Whether the headers say that this is JSON in UTF-8, not packed.
fn is_json(headers: &HeaderMap) -> bool {
    let mut types = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(text), None) = (types.next(), types.next()) else {
        return false;
    };
    let mut parts = text.to_str().unwrap_or_default().split(';').map(str::trim);
    let is_json = parts
        .next()
        .is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"));
    let is_utf8 = parts.all(|parameter| {
        let charset = parameter.split_once('=');
        charset.is_none_or(|(name, value)| {
            !name.eq_ignore_ascii_case("charset")
                || value.trim_matches('"').eq_ignore_ascii_case("utf-8")
        })
    });
    let encoding = headers.get(header::CONTENT_ENCODING);
    let is_plain = encoding.is_none_or(|encoding| encoding.as_bytes() == b"identity");
    is_json && is_utf8 && is_plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(content_type: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, content_type.parse().unwrap());
        is_json(&headers)
    }

    #[test]
    fn json_is_known_by_its_type() {
        for json in [
            "application/json",
            "Application/JSON; charset=utf-8",
            "application/json;charset=\"UTF-8\"",
        ] {
            assert!(accepts(json), "{json}");
        }
        for other in [
            "",
            "text/plain",
            "application/jsonp",
            "application/json; charset=utf-16",
            "application/x-www-form-urlencoded",
        ] {
            assert!(!accepts(other), "{other}");
        }
        assert!(!is_json(&HeaderMap::new()));
    }
}

//! A request's body, within its limits of type, size and time.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::limits::Limits;
use super::problem::Problem;

/// For so long the rest of a body that is refused is read and forgotten: a client that still
/// sends would otherwise never see the answer.
const DISCARD_TIME: Duration = Duration::from_secs(1);

/// The whole body of a request that must be JSON.
pub(super) async fn read_json(request: Request, limits: &Limits) -> Result<Vec<u8>, Problem> {
    let (head, mut body) = request.into_parts();
    let most = limits.json_bytes();
    let problem = if !is_json(&head.headers) {
        Problem::not_json_type()
    } else if content_length(&head.headers).is_some_and(|length| length > most) {
        Problem::too_large(most)
    } else {
        let reading = timeout(limits.body_time(), collect(&mut body, most));
        match reading.await {
            Ok(Ok(bytes)) => return Ok(bytes),
            Ok(Err(problem)) => problem,
            // Who is so slow is not waited for once more.
            Err(_) => return Err(Problem::too_slow(limits.body_s)),
        }
    };
    // Who asks before sending (RFC 9110, 10.1.1) has not begun.
    if !head.headers.contains_key(header::EXPECT) {
        let _ = timeout(DISCARD_TIME, discard(&mut body)).await;
    }
    Err(problem)
}

async fn collect(body: &mut Body, most: u64) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    while let Some(data) = next_data(body).await? {
        if bytes.len() as u64 + data.len() as u64 > most {
            return Err(Problem::too_large(most));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

async fn discard(body: &mut Body) {
    while let Ok(Some(_)) = next_data(body).await {}
}

async fn next_data(body: &mut Body) -> Result<Option<Bytes>, Problem> {
    match body.frame().await {
        Some(Ok(frame)) => Ok(Some(frame.into_data().unwrap_or_default())),
        Some(Err(_)) => Err(Problem::bad_request("the body cannot be read to its end")),
        None => Ok(None),
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

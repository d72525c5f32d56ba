//! What every request goes through before and after its answer: host, origin, token,
//! headers, and one line in the log.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::access::{Access, Denial};
use super::problem::Problem;
use super::routes::{HEALTH, OPEN, route_name};
use super::service::Service;
use plumb_support::wording::text;

/// Headers of every answer: nothing foreign is loaded, nothing guessed, told or kept, and no page
/// shows it in a frame, where a click meant for that page could start or delete a job.
pub(super) const HEADERS: [(header::HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    // For browsers that do not know frame-ancestors.
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
];

/// The cookie of a login.
pub(super) const COOKIE: &str = "plumb-login";

/// A request under way. When it goes without an answer, its client has gone.
struct RequestRecord {
    service: Arc<Service>,
    number: u64,
    route: &'static str,
    start: Instant,
    status: Option<u16>,
}

impl Drop for RequestRecord {
    fn drop(&mut self) {
        let time = self.start.elapsed();
        let ms = time.as_secs_f64() * 1_000.0;
        self.service.metrics.count(self.route, self.status, time);
        self.service
            .log
            .request(self.number, self.route, self.status, ms);
    }
}

/// Lets a request through to its route, or refuses it.
pub(super) async fn guard(
    State(service): State<Arc<Service>>,
    request: Request,
    next: Next,
) -> Response {
    let route = route_name(request.uri().path());
    let mut record = RequestRecord {
        number: service.metrics.next_request(),
        route,
        start: Instant::now(),
        status: None,
        service: Arc::clone(&service),
    };
    let mut response = match check(&service, &request, route) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        // A report's page has a policy of its own.
        response.headers_mut().entry(name).or_insert(value);
    }
    record.status = Some(response.status().as_u16());
    response
}

fn check(service: &Service, request: &Request, route: &str) -> Result<(), Problem> {
    check_host(&service.access, request)?;
    if service.access.needs_token() && !OPEN.contains(&route) {
        check_token(&service.access, request)?;
    }
    if service.is_closing.load(Ordering::Relaxed) && route != HEALTH {
        return Err(Problem::busy(text!(refusal.ends)));
    }
    Ok(())
}

/// A token in the header `Authorization`, or the cookie of a login.
fn check_token(access: &Access, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let admitted = match (bearer_token(headers), login_secret(headers)) {
        (None, Some(secret)) => {
            // Browsers send cookies by themselves: who changes something says which page asks.
            let is_own = headers.contains_key(header::ORIGIN);
            if !request.method().is_safe() && !is_own {
                let detail = text!(refusal.no_origin);
                return Err(Problem::foreign("foreign-origin", detail));
            }
            access.admit_session(secret)
        }
        (token, _) => access.admit(token),
    };
    admitted.map(drop).map_err(|denial| denied(access, denial))
}

/// How a token that was shown is refused.
pub(super) fn denied(access: &Access, denial: Denial) -> Problem {
    match denial {
        Denial::Unknown => Problem::unauthorized(),
        Denial::TooOften(seconds) => Problem::too_many(access.requests_per_minute(), seconds),
    }
}

/// A page of another site must not ask in its reader's name: neither under a name of its own
/// that it lets lead here, nor across origins.
fn check_host(access: &Access, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(Problem::bad_request(text!(refusal.one_host)));
    };
    let host = host.to_str().unwrap_or_default();
    let target = request.uri().authority();
    let is_known = access.knows_host(host)
        && target.is_none_or(|authority| access.knows_host(authority.as_str()));
    if !is_known {
        let detail = text!(refusal.foreign_host);
        return Err(Problem::foreign("foreign-host", detail));
    }
    for origin in headers.get_all(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        // Whether a proxy speaks TLS is not known here.
        let authority = ["http://", "https://"]
            .iter()
            .find_map(|scheme| origin.strip_prefix(scheme));
        if !authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host)) {
            let detail = text!(refusal.foreign_origin);
            return Err(Problem::foreign("foreign-origin", detail));
        }
    }
    Ok(())
}

/// The token of the header `Authorization: Bearer`, if there is one such header.
fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return None;
    };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("Bearer")
        .then_some(token.trim())
}

/// The secret of a login in the header `Cookie`, if there is one such cookie.
fn login_secret(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter();
    let cookies = cookies.filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|text| text.split(';'));
    let mut secrets = pairs.filter_map(|pair| {
        let (name, secret) = pair.trim().split_once('=')?;
        (name == COOKIE).then_some(secret)
    });
    match (secrets.next(), secrets.next()) {
        (Some(secret), None) => Some(secret),
        _ => None,
    }
}

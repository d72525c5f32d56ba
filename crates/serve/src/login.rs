//! `/v1/login`: a token becomes a cookie, for pages, which cannot send the header
//! `Authorization` with everything that they fetch.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plumb_protocol::request::{Request, RequestError};
use schemars::JsonSchema;
use serde::Deserialize;

use super::body::read_json;
use super::fields::Fields;
use super::guard::{COOKIE, denied};
use super::problem::Problem;
use super::service::Service;
use super::sessions::LOGIN_S;
use plumb_support::wording::text;

/// A request for a cookie.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("required" = ["token"]))]
pub(super) struct LoginRequest {
    /// A token of the token file.
    token: Option<String>,
}

impl Request for LoginRequest {
    const EXCLUSIVE: &'static [&'static [&'static str]] = &[];
}

/// Logs in with a token. Where nobody needs one there is no cookie.
pub(super) async fn login(
    State(service): State<Arc<Service>>,
    request: axum::extract::Request,
) -> Result<Response, Problem> {
    let body = read_json(request, &service).await?;
    let limits = service.limits;
    let read = move |body: &[u8]| Fields::parse(body)?.request::<LoginRequest>(&limits);
    let token = body.aside(read).await?.token;
    let token = token.ok_or_else(|| RequestError::new("token", text!(expected.token)))?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    if service.access.needs_token() {
        let number = service.access.admit(Some(&token));
        let number = number.map_err(|denial| denied(&service.access, denial))?;
        let secret = service.access.begin_session(number);
        let secret = secret.map_err(|error| Problem::internal(error.to_string()))?;
        let cookie =
            format!("{COOKIE}={secret}; Path=/; Max-Age={LOGIN_S}; HttpOnly; SameSite=Strict");
        let cookie = HeaderValue::from_str(&cookie);
        let cookie = cookie.map_err(|error| Problem::internal(error.to_string()))?;
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

//! A token becomes a cookie, and what that is good for.

use serde_json::json;

use crate::service::{JSON, Service};
use plumb_testing::scratch::Scratch;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

#[test]
fn a_cookie_stands_for_a_token() {
    let scratch = Scratch::new("serve-login");
    let file = scratch.path("token");
    std::fs::write(&file, TOKEN).unwrap();
    let service = Service::start(&["--token-file", &file]);
    assert_eq!(service.get("/v1/jobs").status, 401);
    for (body, status) in [
        (json!({ "token": "0123456789abcdef0123456789abcdeg" }), 401),
        (json!({ "token": "" }), 401),
        (json!({ "token": 1 }), 422),
        (json!({}), 422),
        (json!({ "token": TOKEN, "user": "me" }), 422),
    ] {
        let answer = service.post("/v1/login", &body);
        assert_eq!(answer.status, status, "{}", answer.body);
        assert_eq!(answer.header("set-cookie"), None);
    }
    let answer = service.post("/v1/login", &json!({ "token": TOKEN }));
    assert_eq!(answer.status, 204, "{}", answer.body);
    let cookie = answer.header("set-cookie").unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    assert!(!cookie.contains(TOKEN), "{cookie}");
    let cookie = format!("Cookie: a=b; {}", cookie.split(';').next().unwrap());
    assert_eq!(service.send("GET", "/v1/jobs", &[&cookie], "").status, 200);
    // What changes something needs to say which page asks.
    let body = "{}";
    let post = |headers: &[&str]| service.send("POST", "/v1/legal", headers, body).status;
    assert_eq!(post(&[JSON, &cookie]), 403);
    assert_eq!(post(&[JSON, &cookie, "Origin: http://evil.example"]), 403);
    assert_eq!(post(&[JSON, &cookie, "Origin: null"]), 403);
    assert_eq!(post(&[JSON, &cookie, "Origin: http://localhost"]), 200);
    // A wrong one, two of them, or one beside a wrong token is none.
    let twice = format!("{cookie}; {}", cookie.trim_start_matches("Cookie: a=b; "));
    let changed = format!("{}g", &cookie[..cookie.len() - 1]);
    for cookie in [twice, changed] {
        assert_eq!(service.send("GET", "/v1/jobs", &[&cookie], "").status, 401);
    }
    let both = [cookie.as_str(), "Authorization: Bearer x"];
    assert_eq!(service.send("GET", "/v1/jobs", &both, "").status, 401);
}

#[test]
fn nobody_needs_a_cookie_where_nobody_needs_a_token() {
    let service = Service::start(&[]);
    let answer = service.post("/v1/login", &json!({ "token": TOKEN }));
    assert_eq!(answer.status, 204);
    assert_eq!(answer.header("set-cookie"), None);
}

//! The board page: what is served, how large it is, and that nothing foreign is in it.

use crate::service::{POLICY, Service};
use plumb_testing::scratch::Scratch;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";
const FILES: [(&str, &str); 4] = [
    ("/", "text/html; charset=utf-8"),
    ("/assets/page.css", "text/css; charset=utf-8"),
    ("/assets/page.js", "text/javascript; charset=utf-8"),
    ("/assets/icon.svg", "image/svg+xml"),
];
/// The script may have so many bytes.
const SCRIPT_BYTES: usize = 200_000;

#[test]
fn the_page_and_its_files_are_served() {
    let service = Service::start(&[]);
    for (path, kind) in FILES {
        let answer = service.get(path);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some(kind))
        );
        let policy = answer.header("content-security-policy");
        assert_eq!(policy, Some(POLICY));
        assert_eq!(answer.header("x-frame-options"), Some("DENY"));
        // Names of namespaces are no addresses.
        let names = ["http://www.w3.org/2000/svg"];
        let named: usize = names
            .iter()
            .map(|name| answer.body.matches(name).count())
            .sum();
        assert_eq!(answer.body.matches("://").count(), named, "{path}");
        let refused = service.send("POST", path, &[], "");
        assert_eq!(refused.status, 405, "{path}");
    }
    let page = service.get("/").body;
    // What the policy would not run: scripts and styles within the page, and handlers.
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("type=\"application/json\"").count(), 2);
    assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onload="));
    for (path, _) in &FILES[1..] {
        assert!(page.contains(&format!("\"{path}\"")), "{path}");
    }
    assert!(service.get("/assets/page.js").body.len() < SCRIPT_BYTES);
}

#[test]
fn who_has_no_token_can_open_the_page_and_ask_nothing() {
    let scratch = Scratch::new("serve-page");
    let path = scratch.path("token");
    std::fs::write(&path, TOKEN).unwrap();
    let service = Service::start(&["--token-file", &path]);
    for (path, _) in FILES {
        assert_eq!(service.get(path).status, 200, "{path}");
    }
    assert_eq!(
        service.post("/v1/legal", &serde_json::json!({})).status,
        401
    );
}

//! What keeps a service from starting, and how its health is asked for.

use std::net::TcpListener;

use crate::service::Service;
use plumb_testing::program::{plumb, refused};
use plumb_testing::scratch::Scratch;

#[test]
fn others_reach_it_with_a_token_only() {
    for open in ["0.0.0.0:0", "[::]:0", "192.0.2.1:8080"] {
        let error = refused(&["serve", "--bind", open]);
        assert!(error.contains("--token-file"), "{error}");
    }
    let scratch = Scratch::new("serve-start");
    let path = scratch.path("token");
    for (text, words) in [
        ("", "no token"),
        ("# nothing\n", "no token"),
        (
            "short\n",
            "line 1: expected a token of 32 characters or more, not 5",
        ),
        (
            "0123456789abcdef 0123456789abcdef\n",
            "line 1: expected a token of letters",
        ),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = refused(&["serve", "--bind", "0.0.0.0:0", "--token-file", &path]);
        assert!(error.contains(words) && error.contains(&path), "{error}");
    }
    let error = refused(&["serve", "--token-file", &scratch.path("none")]);
    assert!(error.contains("none"), "{error}");
}

#[test]
fn an_address_that_is_taken_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = plumb(&["serve", "--bind", &address], "");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(&format!("cannot listen at {address}")),
        "{error}"
    );
}

#[test]
fn sizes_and_numbers_are_checked() {
    for arguments in [
        ["--max-body", "0"],
        ["--max-body", "16 parsecs"],
        ["--max-body", "99999999999999999999GiB"],
        ["--jobs", "0"],
        ["--bind", "localhost"],
        ["--rate", "0"],
    ] {
        let output = plumb(&[&["serve"], &arguments[..]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn health_can_be_asked_for() {
    let service = Service::start(&[]);
    let address = service.address.to_string();
    let check = || plumb(&["serve", "--check", "--bind", &address], "");
    assert_eq!(check().status.code(), Some(0));
    drop(service);
    let output = check();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(&format!("no answer from {address}")),
        "{error}"
    );
}

//! The binary as users meet it, the files beside it, and JSON schemas.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::schema::Validator;

/// Runs the binary with this standard input.
pub fn plumb(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that doesn't read may be gone already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// What a command prints; it must succeed.
pub fn printed(arguments: &[&str]) -> String {
    let output = plumb(arguments, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// What a command that fails says: it must end with exit code 2, in one line.
pub fn refused(arguments: &[&str]) -> String {
    let output = plumb(arguments, "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    error
}

/// The text of a file of the repository.
pub fn file(name: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.replace("\r\n", "\n")
}

/// Text as JSON.
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// A schema of the repository.
pub fn schema(name: &str) -> Value {
    json(&file(&format!("schemas/{name}.schema.json")))
}

/// What checks data against that schema.
pub fn validator(name: &str) -> Validator {
    Validator::new(schema(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

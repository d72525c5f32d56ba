//! The binary as users meet it, the files beside it, and JSON schemas.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

#[cfg(feature = "schemas")]
use super::schema::Validator;

/// The commands of `plumb-lab`.
const LAB_COMMANDS: [&str; 9] = [
    "accuracy",
    "label",
    "motifs",
    "reference",
    "selfplay",
    "simulate",
    "train",
    "tune",
    "wdl",
];

/// The repository's own folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The file of a program of this workspace, which `cargo test` builds beside the tests.
pub fn path(name: &str) -> PathBuf {
    if let Some(path) = std::env::var_os(format!("CARGO_BIN_EXE_{name}")) {
        return path.into();
    }
    let this = std::env::current_exe().expect("a test program has a path");
    let folder = this
        .ancestors()
        .nth(2)
        .expect("it is in target/PROFILE/deps");
    let path = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing: cargo build", path.display());
    path
}

/// Runs the program that has this command with this standard input.
pub fn plumb(arguments: &[&str], input: &str) -> Output {
    let command = match arguments {
        ["--tables", _, command, ..] | [command, ..] => command,
        [] => "",
    };
    let name = match LAB_COMMANDS.contains(&command) {
        true => "plumb-lab",
        false => "plumb",
    };
    let mut child = Command::new(path(name))
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
    let path = root().join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.replace("\r\n", "\n")
}

/// Text as JSON.
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// A schema of the repository.
#[cfg(feature = "schemas")]
pub fn schema(name: &str) -> Value {
    json(&file(&format!("schemas/{name}.schema.json")))
}

/// What checks data against that schema.
#[cfg(feature = "schemas")]
pub fn validator(name: &str) -> Validator {
    Validator::new(&schema(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

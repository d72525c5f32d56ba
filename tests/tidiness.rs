//! The architecture's invariants: layers import one way, and nothing
//! unfinished is left lying about.

use std::fs;
use std::path::{Path, PathBuf};

/// A layer and what it may import, as ARCHITECTURE.md says.
const LAYERS: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("tables", &[]),
    ("notation", &["board"]),
    ("eval", &["board", "tables"]),
    ("search", &["board", "eval", "tables"]),
    ("engine", &["board", "eval", "search", "tables"]),
    (
        "protocol",
        &["board", "notation", "engine", "search", "eval"],
    ),
    ("peer", &["board", "notation", "protocol", "search"]),
    (
        "tune",
        &["board", "notation", "eval", "search", "tables", "unpack"],
    ),
    ("unpack", &[]),
    ("syzygy", &["board"]),
    (
        "analysis",
        &["board", "notation", "eval", "search", "tables"],
    ),
    (
        "fairplay",
        &[
            "analysis", "board", "eval", "notation", "peer", "search", "syzygy", "tables", "unpack",
        ],
    ),
    (
        "gauntlet",
        &["board", "notation", "peer", "protocol", "search", "syzygy"],
    ),
    (
        "measure",
        &["board", "eval", "gauntlet", "notation", "peer", "search"],
    ),
    ("selfplay", &["board", "notation", "eval", "search"]),
    (
        "label",
        &["board", "notation", "peer", "search", "selfplay"],
    ),
    (
        "calibration",
        &["board", "notation", "eval", "search", "selfplay"],
    ),
];

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The layer of a source file: its folder under `src`, or its own name.
fn layer_of(path: &Path) -> String {
    let inside = path.strip_prefix(source()).unwrap();
    let first = inside
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_string_lossy()
        .into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The names that follow `crate::` in a text, braces opened.
fn imports(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        // Not `$crate::` and not the middle of a longer name.
        if text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &text[at + "crate::".len()..];
        if let Some(list) = rest.strip_prefix('{') {
            let list = list.split('}').next().unwrap_or_default();
            names.extend(list.split(',').map(|item| first_name(item.trim())));
        } else {
            names.push(first_name(rest));
        }
    }
    names
}

fn first_name(text: &str) -> String {
    text.chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

#[test]
fn layers_import_one_way() {
    let mut seen = 0;
    for path in rust_files(&source()) {
        let layer = layer_of(&path);
        if ["lib", "main", "cli"].contains(&layer.as_str()) {
            continue;
        }
        let (_, allowed) = LAYERS
            .iter()
            .find(|(name, _)| *name == layer)
            .unwrap_or_else(|| panic!("{}: layer {layer} is not in the table", path.display()));
        for name in imports(&fs::read_to_string(&path).unwrap()) {
            seen += 1;
            assert!(
                name == layer || allowed.contains(&name.as_str()),
                "{}: layer {layer} may not import {name}",
                path.display()
            );
        }
    }
    assert!(seen > 50, "the test found only {seen} imports");
}

#[test]
fn import_finder_finds_them() {
    let text = "use crate::board::Move;\nuse crate::{eval::Weights, search};\ncrate::cli::run(); xcrate::no";
    assert_eq!(imports(text), ["board", "eval", "search", "cli"]);
}

#[test]
fn nothing_unfinished_is_left() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "tests", "benches"] {
        for path in rust_files(&root.join(folder)) {
            let text = fs::read_to_string(&path).unwrap();
            for stub in ["todo", "unimplemented", "dbg"] {
                assert!(
                    !text.contains(&format!("{stub}!(")),
                    "{} has a {stub}!",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn unsafe_code_gives_its_reason() {
    for path in rust_files(&source()) {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            if line.contains("unsafe {") {
                let before = &lines[index.saturating_sub(6)..index];
                assert!(
                    before.iter().any(|line| line.contains("// SAFETY:")),
                    "{}:{}",
                    path.display(),
                    index + 1
                );
            }
        }
    }
}

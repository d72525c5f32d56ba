//! The architecture's invariants: layers, the wings of fair play and single
//! files import one way, and nothing unfinished is left lying about.

mod circles;
mod modules;
mod reader;

mod texts;
mod texts_in_code;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use circles::circles;
use modules::{Edges, Modules};

/// A layer and what it may import, as ARCHITECTURE.md says.
const LAYERS: &[(&str, &[&str])] = &[
    ("random", &[]),
    ("fallible", &[]),
    ("board", &["random"]),
    ("tables", &["wording"]),
    ("notation", &["board", "wording"]),
    ("choice", &["board", "notation", "random", "tables"]),
    ("models", &[]),
    ("eval", &["board", "fallible", "tables"]),
    (
        "search",
        &["board", "eval", "fallible", "tables", "wording"],
    ),
    ("glance", &["board", "choice", "eval", "notation", "search"]),
    (
        "engine",
        &[
            "board", "choice", "eval", "fallible", "glance", "random", "search", "syzygy", "tables",
        ],
    ),
    (
        "protocol",
        &["board", "notation", "engine", "search", "eval"],
    ),
    (
        "peer",
        &["board", "notation", "protocol", "search", "wording"],
    ),
    (
        "tune",
        &[
            "board",
            "notation",
            "eval",
            "random",
            "search",
            "statistics",
            "tables",
            "unpack",
        ],
    ),
    ("unpack", &["wording"]),
    ("wording", &[]),
    ("output_file", &[]),
    ("output_folder", &["lock"]),
    ("spread", &["fallible"]),
    ("web", &["board", "notation", "wording"]),
    ("calendar", &[]),
    ("lock", &["calendar", "wording"]),
    ("partition", &["random"]),
    (
        "training",
        &[
            "analysis",
            "board",
            "choice",
            "classifiers",
            "eval",
            "fairplay",
            "models",
            "notation",
            "partition",
            "random",
            "statistics",
            "tables",
        ],
    ),
    ("classifiers", &["models", "random"]),
    ("syzygy", &["board", "search", "wording"]),
    (
        "analysis",
        &[
            "board", "choice", "eval", "glance", "notation", "search", "tables", "wording",
        ],
    ),
    (
        "explain",
        &[
            "analysis",
            "board",
            "choice",
            "eval",
            "glance",
            "notation",
            "output_file",
            "search",
            "web",
            "wording",
        ],
    ),
    (
        "review",
        &[
            "analysis",
            "board",
            "choice",
            "eval",
            "explain",
            "notation",
            "output_file",
            "search",
            "spread",
            "tables",
            "web",
            "wording",
        ],
    ),
    (
        "counterfactual",
        &[
            "board",
            "choice",
            "eval",
            "glance",
            "notation",
            "peer",
            "random",
            "search",
            "spread",
            "statistics",
            "tables",
            "unpack",
            "wording",
        ],
    ),
    (
        "tutor",
        &["board", "choice", "eval", "explain", "notation", "protocol"],
    ),
    (
        "fairplay",
        &[
            "analysis",
            "board",
            "choice",
            "eval",
            "fallible",
            "glance",
            "lock",
            "notation",
            "output_file",
            "output_folder",
            "partition",
            "peer",
            "random",
            "search",
            "spread",
            "statistics",
            "syzygy",
            "tables",
            "unpack",
            "web",
            "wording",
        ],
    ),
    (
        "gauntlet",
        &[
            "board",
            "calendar",
            "lock",
            "notation",
            "peer",
            "protocol",
            "random",
            "search",
            "statistics",
            "syzygy",
            "unpack",
        ],
    ),
    (
        "measure",
        &[
            "board",
            "eval",
            "gauntlet",
            "notation",
            "peer",
            "random",
            "search",
            "statistics",
        ],
    ),
    (
        "serve",
        &[
            "analysis",
            "board",
            "calendar",
            "choice",
            "counterfactual",
            "eval",
            "explain",
            "fairplay",
            "notation",
            "output_file",
            "output_folder",
            "review",
            "search",
            "syzygy",
            "unpack",
            "web",
            "wording",
        ],
    ),
    ("trials", &["gauntlet", "lock", "tables", "tune"]),
    ("statistics", &["notation", "random"]),
    (
        "selfplay",
        &["board", "notation", "eval", "random", "search"],
    ),
    (
        "label",
        &["board", "notation", "peer", "search", "selfplay"],
    ),
    (
        "calibration",
        &["board", "notation", "eval", "random", "search", "selfplay"],
    ),
];

/// A wing of fair play, which is a folder of `src/fairplay`, and the wings that
/// it may import.
const WINGS: &[(&str, &[&str])] = &[
    ("games", &[]),
    ("book", &["games"]),
    ("records", &["games"]),
    ("facts", &["records", "games"]),
    ("figures", &["facts", "records", "games", "book"]),
    ("reference", &["figures", "facts", "records"]),
    ("zigzag", &["figures", "facts", "records", "games"]),
    (
        "report",
        &[
            "zigzag",
            "reference",
            "figures",
            "facts",
            "records",
            "games",
            "book",
        ],
    ),
    ("screening", &["report", "games"]),
    (
        "audit",
        &[
            "screening",
            "report",
            "zigzag",
            "reference",
            "figures",
            "facts",
            "records",
            "games",
            "book",
        ],
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

/// Which source file takes names from which other; paths are inside `src`.
fn source_edges() -> Edges {
    let texts: Vec<(String, String)> = rust_files(&source())
        .into_iter()
        .map(|path| {
            let parts = path.strip_prefix(source()).unwrap().components();
            let parts: Vec<_> = parts
                .map(|part| part.as_os_str().to_string_lossy())
                .collect();
            (parts.join("/"), fs::read_to_string(&path).unwrap())
        })
        .collect();
    let files = texts
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()));
    Modules::of(files).edges()
}

/// The wing of fair play that a file stands in; none for files beside the wings.
fn wing_of(file: &str) -> Option<&str> {
    let (wing, _) = file.strip_prefix("fairplay/")?.split_once('/')?;
    Some(wing)
}

/// What files take from wings that theirs may not import.
fn forbidden_between_wings(edges: &Edges) -> Vec<String> {
    let mut forbidden = Vec::new();
    for (file, taken) in edges {
        let Some(wing) = wing_of(file) else {
            continue;
        };
        let Some((_, allowed)) = WINGS.iter().find(|(name, _)| *name == wing) else {
            forbidden.push(format!("{file}: wing {wing} is not in the table"));
            continue;
        };
        for (owner, names) in taken {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            if let Some(other) = wing_of(owner).filter(|other| *other != wing)
                && !allowed.contains(&other)
            {
                let names = names.join(", ");
                forbidden.push(format!("{file} takes {names} from {owner}"));
            }
        }
    }
    forbidden
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
fn wings_of_fair_play_import_one_way() {
    let forbidden = forbidden_between_wings(&source_edges());
    assert!(
        forbidden.is_empty(),
        "against the table of wings:\n{}",
        forbidden.join("\n")
    );
}

#[test]
fn forbidden_imports_between_wings_are_found() {
    let tree = [
        (
            "fairplay/mod.rs",
            "mod book; mod games; mod report; mod rest; pub use games::Game;",
        ),
        ("fairplay/games/mod.rs", "mod game; pub use game::Game;"),
        (
            "fairplay/games/game.rs",
            "use super::super::rest::Rest; pub struct Game { page: crate::fairplay::report::Page }",
        ),
        (
            "fairplay/book/mod.rs",
            "use crate::fairplay::Game; pub struct Book(Game);",
        ),
        (
            "fairplay/report/mod.rs",
            "use super::book::Book; pub struct Page(Book);",
        ),
        (
            "fairplay/rest.rs",
            "use super::report::Page; pub struct Rest(Page);",
        ),
        ("fairplay/loft/mod.rs", "fn loft() -> super::Game {}"),
    ];
    let edges = Modules::of(tree).edges();
    assert_eq!(
        forbidden_between_wings(&edges),
        ["fairplay/games/game.rs takes Page from fairplay/report/mod.rs"]
    );
}

#[test]
fn files_need_each_other_in_one_direction() {
    let edges = source_edges();
    let arrows: usize = edges.values().map(|taken| taken.len()).sum();
    assert!(arrows > 1000, "the test found only {arrows} imports");
    let found = circles(&edges);
    assert!(
        found.is_empty(),
        "circles between files; what both need wants a file of its own:\n{}",
        found.join("\n")
    );
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

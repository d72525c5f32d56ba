//! Texts that stand in scripts, or in Rust where pages are made: each belongs into the file of
//! texts.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::source;
use plumb_support::wording::say;

/// Strings that read like a text and are none.
const NO_TEXTS: [(&str, &str); 5] = [
    ("use strict", "a directive of the language"),
    ("screen and (max-width: 50rem)", "a media query"),
    ("Escape", "a key"),
    ("book plies", "a setting's own name"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "a position",
    ),
];

/// Files and folders of `src` in which pages and their sentences are made, or what they say of
/// games that cannot be read, of engines and of requests that are refused, and what in them is
/// for others.
const PAGE_MAKERS: [&str; 31] = [
    "board/setup.rs",
    "choice/pool_grid.rs",
    "choice/regan_reference.rs",
    "counterfactual/policy",
    "counterfactual/question_request.rs",
    "counterfactual/tree.rs",
    "counterfactual/window.rs",
    "engine/strength.rs",
    "fairplay/audit/error.rs",
    "fairplay/audit/human_model.rs",
    "fairplay/games",
    "fairplay/records/codec.rs",
    "fairplay/records/duplicate_games.rs",
    "fairplay/records/store.rs",
    "fairplay/records/store_error.rs",
    "fairplay/reference/reference.rs",
    "fairplay/report/html",
    "explain",
    "lock.rs",
    "notation/fen.rs",
    "notation/pgn",
    "notation/san_error.rs",
    "notation/san_read.rs",
    "peer",
    "review",
    "search/parameter_table.rs",
    "serve",
    "syzygy",
    "tables",
    "unpack",
    "web",
];
const FOR_OTHERS: [(&str, &str); 22] = [
    (
        "choice/regan_reference.rs",
        "errors in tables, which serde words too",
    ),
    (
        "engine/strength.rs",
        "errors in tables, which serde words too",
    ),
    ("tables/error.rs", "errors in tables, which serde words too"),
    (
        "tables/reading.rs",
        "errors in tables, which serde words too",
    ),
    (
        "search/parameter_table.rs",
        "errors in tables, which serde words too",
    ),
    (
        "tables/table.rs",
        "what readers of the code are told of a table",
    ),
    ("fairplay/games/shard.rs", "errors of the command line"),
    ("explain/request.rs", "errors of the command line"),
    ("serve/access.rs", "errors of the command line"),
    ("serve/check.rs", "errors of the command line"),
    ("serve/api_document.rs", "the description for programs"),
    ("serve/demo_document.rs", "the description for programs"),
    (
        "serve/document_responses.rs",
        "the description for programs",
    ),
    (
        "serve/gong/gong_document.rs",
        "the description for programs",
    ),
    ("serve/jobs/job_document.rs", "the description for programs"),
    (
        "serve/jobs/job_options_schema.rs",
        "the description for programs",
    ),
    ("serve/request_schemas.rs", "the description for programs"),
    ("serve/metrics.rs", "what counts are, for programs"),
    ("serve/server.rs", "errors of the command line, and its log"),
    ("serve/jobs/page_policy.rs", "a page's policy"),
    (
        "explain/motifs",
        "what readers of the code are told of a motif",
    ),
    ("web/shell.rs", "an error in a template"),
];

/// Strings of Rust code that read like a text and are none.
const NO_TEXTS_IN_RUST: [(&str, &str); 30] = [
    (
        " with 0 < moves, first choices <= equal <= moves and uncertain <= moves",
        "an error in a table",
    ),
    ("a finite number", "an error in a table"),
    (
        "[player, game, moves, first choices, equal, loss, capped loss, uncertain]",
        "an error in a table",
    ),
    ("uci {}", "a policy's name in reports"),
    ("program {}", "a policy's name in reports"),
    (
        "empirical ({file}, {games} games), else {rest}",
        "a policy's name in reports",
    ),
    ("plumb fairplay run 4", "a format's name"),
    ("process {} since {}", "what the file of a lock holds"),
    ("process ", "what the file of a lock holds"),
    ("1 table", "endgame tables as records have them"),
    ("{tables} tables", "endgame tables as records have them"),
    (
        "Syzygy, up to {men} men, {number}, ",
        "endgame tables as records have them",
    ),
    ("tables of up to {} pieces", "what debugging prints of them"),
    (" moves ", "a word of the UCI protocol"),
    ("info ", "a word of the UCI protocol"),
    ("Clear Hash", "an option's name in the UCI protocol"),
    ("usermove ", "a word of the XBoard protocol"),
    ("feature done=1", "words of the XBoard protocol"),
    ("illegal position", "what engines say"),
    (
        "id: {number}\\nevent: {name}\\ndata: {data}\\n\\n",
        "a server-sent event",
    ),
    ("id: ", "a field of a server-sent event"),
    ("event: ", "a field of a server-sent event"),
    (": nothing new\\n\\n", "a comment of server-sent events"),
    ("NOT UNUSUAL", "a verdict that programs read"),
    ("default-src 'self'", "a page's policy"),
    (
        "{COOKIE}={secret}; Path=/; Max-Age={LOGIN_S}; HttpOnly; SameSite=Strict",
        "a cookie",
    ),
    ("search {number}", "a thread's name"),
    ("from position", "a variant's name in PGN files"),
    ("chess 960", "a variant's name in PGN files"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "a position",
    ),
];

/// Whether it asks a database.
fn is_sql(string: &str) -> bool {
    ["CREATE ", "DELETE ", "INSERT ", "PRAGMA ", "SELECT "]
        .iter()
        .any(|verb| string.starts_with(verb))
}

/// Files below a folder whose names end like this; of a file, itself.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_owned()];
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|its| its == extension) {
            found.push(path);
        }
    }
    found
}

/// The strings of a script, without comments and regular expressions. Lines are read one by
/// one: our scripts have no string that goes over a line's end.
fn strings_of_script(script: &str) -> Vec<&str> {
    let lines = script.lines();
    lines
        .flat_map(|line| strings_of_line(line, "'\"`"))
        .collect()
}

/// The strings of Rust code in front of its tests. A string that goes over a line's end is read
/// up to there.
fn strings_of_rust(code: &str) -> Vec<&str> {
    let tests = code.find("#[cfg(test)]").or(code.find("#[cfg(all(test"));
    let code = &code[..tests.unwrap_or(code.len())];
    let lines = code.lines();
    lines.flat_map(|line| strings_of_line(line, "\"")).collect()
}

/// The strings of a line between these marks.
fn strings_of_line<'t>(line: &'t str, marks: &str) -> Vec<&'t str> {
    let mut found = Vec::new();
    let (mut at, mut before) = (0, None);
    while let Some(next) = line[at..].chars().next() {
        let rest = &line[at + next.len_utf8()..];
        let begins_value = before.is_none_or(|c| "(,=:[!&|?{};".contains(c));
        let length = match next {
            '/' if rest.starts_with('/') => break,
            mark if marks.contains(mark) => {
                let inside = end_of(rest, mark);
                found.push(&rest[..inside]);
                inside + 1
            }
            '/' if begins_value => end_of(rest, '/') + 1,
            _ => 0,
        };
        at = (at + next.len_utf8() + length).min(line.len());
        before = Some(next).filter(|c| !c.is_whitespace()).or(before);
    }
    found
}

/// Where the first of these marks is that is not escaped.
fn end_of(text: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if c == mark && !is_escaped {
            return at;
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

/// The names of classes in a style sheet.
fn classes(style: &str) -> impl Iterator<Item = String> + '_ {
    style.split('.').skip(1).filter_map(|rest| {
        let is_name = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
        let name: String = rest.chars().take_while(is_name).collect();
        name.starts_with(|c: char| c.is_ascii_lowercase())
            .then_some(name)
    })
}

/// Whether a reader would take it for words: with a blank and a word that is no class of a
/// style sheet, or a single word that begins as a sentence does. A class may go on with a number.
fn is_text(string: &str, classes: &BTreeSet<String>) -> bool {
    let mut letters = string.chars();
    let begins_large = letters.next().is_some_and(char::is_uppercase)
        && string.len() > 1
        && letters.all(char::is_lowercase);
    begins_large || has_words(string, classes)
}

/// Whether it has a blank and a word that is none of these classes.
fn has_words(string: &str, classes: &BTreeSet<String>) -> bool {
    let is_word = |word: &str| {
        word.chars().filter(|c| c.is_alphabetic()).count() > 1
            && word
                .chars()
                .all(|c| c.is_alphabetic() || "-’'.,:;!?…()“”".contains(c))
    };
    let is_class = |word: &str| classes.contains(word) || classes.contains(&format!("{word}1"));
    let has_word = string
        .split(' ')
        .any(|word| is_word(word) && !is_class(word));
    string.contains(' ') && has_word
}

#[test]
fn no_text_stands_in_a_script() {
    let styles = files(&source(), "css");
    let styles = styles.iter().map(|path| fs::read_to_string(path).unwrap());
    let classes: BTreeSet<String> = styles
        .flat_map(|style| classes(&style).collect::<Vec<_>>())
        .collect();
    let scripts = files(&source(), "js");
    // Examples are opened by tests alone.
    let scripts = scripts
        .iter()
        .filter(|path| !path.components().any(|part| part.as_os_str() == "examples"));
    let (mut left, mut unused) = (Vec::new(), BTreeSet::from(NO_TEXTS.map(|(text, _)| text)));
    let mut seen = 0;
    for path in scripts {
        let script = fs::read_to_string(path).unwrap();
        for string in strings_of_script(&script) {
            seen += 1;
            let is_known = NO_TEXTS.iter().any(|(text, _)| *text == string);
            unused.remove(string);
            if !is_known && is_text(string, &classes) {
                left.push(format!("{}: {string:?}", path.display()));
            }
        }
    }
    assert!(seen > 1000, "the test found only {seen} strings");
    assert!(
        left.is_empty(),
        "these belong into src/wording/english.toml, as TEXT.section.key:\n{}",
        left.join("\n")
    );
    assert!(
        unused.is_empty(),
        "exceptions that no script needs: {unused:?}"
    );
}

#[test]
fn no_text_stands_where_pages_are_made() {
    let (mut left, mut seen) = (Vec::new(), 0);
    for path in PAGE_MAKERS
        .iter()
        .flat_map(|folder| files(&source().join(folder), "rs"))
    {
        let name = path
            .strip_prefix(source())
            .unwrap()
            .to_string_lossy()
            .into_owned();
        let is_test = name.contains("tests") || name.contains("examples");
        if is_test || FOR_OTHERS.iter().any(|(other, _)| name.starts_with(other)) {
            continue;
        }
        let code = fs::read_to_string(&path).unwrap();
        let strings = strings_of_rust(&code);
        seen += strings.len();
        let texts = strings
            .into_iter()
            .filter(|one| has_words(one, &BTreeSet::new()))
            .filter(|one| !is_sql(one) && !NO_TEXTS_IN_RUST.iter().any(|(known, _)| known == one));
        left.extend(texts.map(|text| format!("{name}: {text:?}")));
    }
    assert!(seen > 500, "the test found only {seen} strings");
    assert!(
        left.is_empty(),
        "these belong into src/wording/english.toml, for `text!` and `say!`:\n{}",
        left.join("\n")
    );
}

#[test]
fn texts_in_rust_are_found() {
    let code = r#"
/// A "comment with words".
let told = format!("{name} is the \"best\" move"); // "behind it"
let key = match c { '"' => "told.best", _ => "board" };
let say = say!(told.which, deed = " and so on");
#[cfg(test)]
mod tests { fn told() -> &'static str { "of a test" } }
"#;
    let found: Vec<&str> = strings_of_rust(code)
        .into_iter()
        .filter(|string| has_words(string, &BTreeSet::new()))
        .collect();
    assert_eq!(found, ["{name} is the \\\"best\\\" move", " and so on"]);
}

#[test]
fn texts_in_scripts_are_found() {
    let script = r#"
// el('p', {}, 'In a comment');
el('p', { class: 'note wide' }, 'Two words'); // it's 'after code'
const named = text.match(/\[FEN\s+"([^"]*)"\]/) ? value + ' of ' + all : 'Figure';
root.append(svg('path', { class: 'lane' + index, d: 'M0 0L6 6', title: "it\"s large" }), 'none', 'ArrowLeft');
"#;
    let classes: BTreeSet<String> =
        classes(".note { top: 0.5em }\n.note.wide, .lane1 { top: 0 }").collect();
    assert_eq!(Vec::from_iter(&classes), ["lane1", "note", "wide"]);
    let found: Vec<&str> = strings_of_script(script)
        .into_iter()
        .filter(|string| is_text(string, &classes))
        .collect();
    assert_eq!(found, ["Two words", " of ", "Figure", "it\\\"s large"]);
}

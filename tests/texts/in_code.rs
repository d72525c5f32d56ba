//! Texts in the scripts of pages: each belongs into the file of texts.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::source;

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
        "these belong into crates/support/src/wording/english.toml, as TEXT.section.key:\n{}",
        left.join("\n")
    );
    assert!(
        unused.is_empty(),
        "exceptions that no script needs: {unused:?}"
    );
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

//! The file of texts and who uses them: no script names one that is missing, and none is left
//! over.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::{rust_files, source};

/// `section.key` of every text; `section.` where a whole section is used.
type Keys = BTreeSet<String>;

fn texts() -> BTreeMap<String, toml::Table> {
    let file = source().join("support/src/wording/english.toml");
    toml::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// All scripts of pages without their comments.
fn scripts(folder: &Path) -> String {
    let mut found = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found += &scripts(&path);
        } else if path.extension().is_some_and(|extension| extension == "js") {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.lines().filter(|line| !line.trim().starts_with("//"));
            found.extend(code.map(|line| format!("{line}\n")));
        }
    }
    found
}

/// What follows a mark as `section.key`, or `section.` where no key is named.
fn keys_after(text: &str, mark: &str) -> Keys {
    let name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let pieces = text.split(mark).skip(1);
    let keys = pieces.map(|rest| {
        let section: String = rest.chars().take_while(|c| name(*c)).collect();
        let rest = rest[section.len()..].strip_prefix('.').unwrap_or_default();
        let key: String = rest.chars().take_while(|c| name(*c)).collect();
        format!("{section}.{key}")
    });
    keys.filter(|key| !key.starts_with('.')).collect()
}

/// What Rust code names in `text!`, `say!` and `text_in!`; a declaration that has keys in a
/// variable uses the whole section.
fn keys_in_rust(code: &str) -> Keys {
    let lines = code
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("//"));
    let code: String = lines.flat_map(str::split_whitespace).collect();
    let code = code.replace("r#", "");
    let macros = ["text!(", "say!(", "text_in!("];
    let keys = macros.iter().flat_map(|mark| keys_after(&code, mark));
    keys.collect()
}

/// The compiler holds what Rust names.
#[test]
fn no_text_of_a_script_is_missing_and_none_left_over() {
    let texts = texts();
    let there: Keys = (texts.iter())
        .flat_map(|(section, keys)| keys.keys().map(move |key| format!("{section}.{key}")))
        .collect();
    let mut used = keys_after(&scripts(&source()), "TEXT.");
    let is_missing = |key: &&String| match key.strip_suffix('.') {
        Some(section) => !texts.contains_key(section),
        None => !there.contains(*key),
    };
    let missing: Vec<&String> = used.iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "used, and not there: {missing:?}");
    let programs = source().with_file_name("src");
    for path in [source(), programs]
        .iter()
        .flat_map(|folder| rust_files(folder))
    {
        used.extend(keys_in_rust(&fs::read_to_string(&path).unwrap()));
    }
    let is_left = |key: &&String| {
        let section = key.split('.').next().unwrap_or_default();
        !used.contains(*key) && !used.contains(&format!("{section}."))
    };
    let left: Vec<&String> = there.iter().filter(is_left).collect();
    assert!(left.is_empty(), "there, and not used: {left:?}");
}

/// All texts, the forms of nouns each for itself, with their keys.
fn all_texts(texts: &BTreeMap<String, toml::Table>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (section, keys) in texts {
        for (key, value) in keys {
            let forms = value
                .as_table()
                .into_iter()
                .flat_map(|forms| forms.values());
            for text in forms.chain([value]).filter_map(toml::Value::as_str) {
                found.push((format!("{section}.{key}"), text.to_owned()));
            }
        }
    }
    found
}

/// Beginnings of words, and words, that accuse somebody; `.ci/clients/fairplay_honest.py`
/// looks for the same in whole reports.
const ACCUSING: [&str; 5] = ["cheat", "suspic", "guilt", "unfair ", "engine user "];

/// The word of accusation in a text, if there is one.
fn accusing(text: &str) -> Option<&'static str> {
    let words: Vec<String> = text
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .map(str::to_owned)
        .collect();
    let plain = format!(" {} ", words.join(" "));
    let found = ACCUSING
        .iter()
        .find(|word| plain.contains(&format!(" {word}")));
    found.copied()
}

#[test]
fn no_text_accuses() {
    let texts = all_texts(&texts());
    assert!(texts.len() > 500, "the test found only {}", texts.len());
    let found: Vec<_> = texts
        .iter()
        .filter_map(|(key, text)| Some((key, accusing(text)?)))
        .collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn accusing_words_are_found() {
    let said = [
        "This is Suspicious.",
        "Cheaters",
        "an engine-user",
        "unfairly fair",
        "Screening",
    ];
    let found = said.map(accusing);
    let expected = [
        Some("suspic"),
        Some("cheat"),
        Some("engine user "),
        None,
        None,
    ];
    assert_eq!(found, expected);
}

/// The same sentence is one key, however often it is said.
#[test]
fn no_sentence_stands_twice() {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for (key, text) in all_texts(&texts()) {
        let is_sentence = text.split(' ').count() > 3;
        if let Some(other) = seen
            .insert(text.clone(), key.clone())
            .filter(|_| is_sentence)
        {
            panic!("{other} and {key} are the same: {text}");
        }
    }
    assert!(seen.len() > 500, "the test found only {}", seen.len());
}

#[test]
fn keys_are_found() {
    let script = "say(TEXT.page.broken, {}) + TEXT.exclusion[reason] + XTEXT";
    let keys = keys_after(script, "TEXT.");
    assert_eq!(Vec::from_iter(keys), ["exclusion.", "page.broken"]);
    let code = "say!(\n    told.best,\n    r#move = mv) + text!(noun.r#move) + text!(motif.$key) + text_in!(term, key)";
    let keys = keys_in_rust(code);
    assert_eq!(
        Vec::from_iter(keys),
        ["motif.", "noun.move", "term.", "told.best"]
    );
}

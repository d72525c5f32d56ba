//! Writes the texts of `english.toml` as Rust, so that a text that is not there, or a slot
//! that is missing or not known, does not compile.
//!
//! Of TOML it knows what this file has: sections, and keys whose values are strings, or, for
//! nouns, inline tables of two. A test compares what came out with what a reader of TOML reads.

use std::{env, fmt::Write, fs, mem, path::Path};

/// The end of a section's module: the texts without slots by their keys.
const CLOSED: &str = "pub const BY_KEY: &[(&str, &str)] = &[{}];\n}\n";

/// Writes `texts.rs`, a module for each section, and `texts.json`, which pages are given.
pub fn write_texts(file: &str) {
    println!("cargo::rerun-if-changed={file}");
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let (mut source, mut json) = (String::new(), String::new());
    let mut by_key = String::new();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let written = match line.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            Some(section) => {
                let (close_module, close_object) = match json.is_empty() {
                    true => ("", "{"),
                    false => (CLOSED, "},"),
                };
                json += &format!("{close_object}\n\"{section}\":{{");
                let close_module = close_module.replace("{}", &mem::take(&mut by_key));
                Some(format!("{close_module}pub mod {section} {{\n"))
            }
            None => entry(line, &mut json, &mut by_key),
        };
        source += &written.unwrap_or_else(|| panic!("{file}, line {}: {line}", number + 1));
    }
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    for (name, text) in [
        ("texts.rs", source + &CLOSED.replace("{}", &by_key)),
        ("texts.json", json + "}}\n"),
    ] {
        fs::write(Path::new(&out).join(name), text).expect("OUT_DIR is writable");
    }
}

/// The Rust of a line `key = value`; the text is put into the JSON as well, and into the list
/// of its section.
fn entry(line: &str, json: &mut String, by_key: &mut String) -> Option<String> {
    let (key, value) = line.split_once(" = ")?;
    let (key, name) = (key.trim_matches('"'), identifier(key.trim_matches('"')));
    let comma = if json.ends_with('{') { "" } else { "," };
    if let Some(forms) = value.strip_prefix("{ one = ") {
        let (one, other) = forms.strip_suffix(" }")?.split_once(", other = ")?;
        write!(json, "{comma}\"{key}\":{{\"one\":{one},\"other\":{other}}}").ok()?;
        return Some(format!(
            "pub const fn {name}() -> crate::wording::Noun {{ crate::wording::Noun::new({}, {}) }}\n",
            string(one)?,
            string(other)?,
        ));
    }
    let text = string(value)?;
    write!(json, "{comma}\"{key}\":{value}").ok()?;
    let (slots, format) = slots(text);
    if slots.is_empty() {
        write!(by_key, "(\"{key}\", {text}), ").ok()?;
        return Some(format!(
            "pub const fn {name}() -> &'static str {{ {text} }}\n"
        ));
    }
    let fields = slots
        .iter()
        .map(|slot| format!("pub {slot}: &'a dyn std::fmt::Display,"));
    let values = slots.iter().map(|slot| format!(", self.{slot}"));
    Some(format!(
        "pub mod {name} {{ pub struct Slots<'a> {{ {} }} impl Slots<'_> {{ \
        pub fn filled(&self) -> String {{ format!({format}{}) }} }} }}\n",
        fields.collect::<String>(),
        values.collect::<String>(),
    ))
}

/// A string with its quotes, if it is one that TOML, JSON and Rust write alike.
fn string(quoted: &str) -> Option<&str> {
    let inside = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let rest = inside.replace("\\\\", "").replace("\\\"", "");
    (!rest.contains(['"', '\\'])).then_some(quoted)
}

/// The names in a text's braces, each once, and the text as a format that has them by their
/// places. Braces around anything else stay.
fn slots(text: &str) -> (Vec<String>, String) {
    let (mut slots, mut format) = (Vec::new(), String::new());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, braced) = rest.split_at(at);
        format += before;
        let name = braced[1..].split('}').next().unwrap_or_default();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        if braced.starts_with('{') && is_name {
            let slot = identifier(name);
            let place = slots.iter().position(|known| *known == slot);
            let place = place.unwrap_or_else(|| {
                slots.push(slot);
                slots.len() - 1
            });
            format += &format!("{{{place}}}");
            rest = &braced[name.len() + 2..];
        } else {
            format += &braced[..1].repeat(2);
            rest = &braced[1..];
        }
    }
    (slots, format + rest)
}

/// A key as a name in Rust.
fn identifier(key: &str) -> String {
    let name = key.replace([' ', '-'], "_");
    // The only words of the language that texts are called by.
    match ["move", "try"].contains(&key) {
        true => format!("r#{name}"),
        false => name,
    }
}

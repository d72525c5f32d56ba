//! The page around the data: the template, the style, and how data and texts get in.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use minijinja::{Environment, context};
use serde_json::Value;

use super::details::Detail;
use super::part::Part;
use crate::wording;

const STYLE: &str = include_str!("page.css");
const PAGE: &str = include_str!("page.html");
const SERVED_PAGE: &str = include_str!("served.html");

/// Why the page could not be made: a mistake in its template.
#[derive(Debug)]
pub struct HtmlError(minijinja::Error);

impl fmt::Display for HtmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the page: {}", self.0)
    }
}

impl std::error::Error for HtmlError {}

/// A page with this name, this line beside it, and these parts, whose scripts run over the
/// data in their order.
pub(crate) fn page(
    name: &str,
    banner: &str,
    parts: &[Part],
    data: &Value,
) -> Result<String, HtmlError> {
    page_with_details(name, banner, parts, data, &[])
}

/// The same with details that are opened only when they are looked at.
pub(crate) fn page_with_details(
    name: &str,
    banner: &str,
    parts: &[Part],
    data: &Value,
    details: &[Detail],
) -> Result<String, HtmlError> {
    let script = script(parts);
    let page = context! {
        language => wording::LANGUAGE,
        style => style(parts),
        text => inert(&texts(&script).to_string()),
        script => script,
        data => inert(&data.to_string()),
        details => details.iter().map(Detail::element).collect::<String>(),
        name => name,
        banner => banner,
        no_script => wording::text("page.no_script"),
    };
    Environment::new()
        .render_named_str("page.html", PAGE, page)
        .map_err(HtmlError)
}

/// A page whose style and script are files beside it, for a service that serves all three.
#[derive(Clone, Debug)]
pub(crate) struct ServedPage {
    /// The page, which names `/assets/page.css` and `/assets/page.js`.
    pub(crate) html: String,
    /// Its style.
    pub(crate) style: String,
    /// Its script.
    pub(crate) script: String,
}

/// The same as [`page`] in three files, without data.
pub(crate) fn served_page(
    name: &str,
    banner: &str,
    parts: &[Part],
) -> Result<ServedPage, HtmlError> {
    let script = script(parts);
    let page = context! {
        language => wording::LANGUAGE,
        text => inert(&texts(&script).to_string()),
        name => name,
        banner => banner,
        no_script => wording::text("page.no_script"),
    };
    let html = Environment::new()
        .render_named_str("served.html", SERVED_PAGE, page)
        .map_err(HtmlError)?;
    Ok(ServedPage {
        html,
        style: style(parts),
        script,
    })
}

fn script(parts: &[Part]) -> String {
    let scripts: Vec<&str> = parts.iter().map(|part| part.script).collect();
    scripts.join("\n")
}

fn style(parts: &[Part]) -> String {
    let styles = parts.iter().map(|part| part.style);
    std::iter::once(STYLE).chain(styles).collect()
}

/// The texts that a script names as `TEXT.section.key`; the whole section where it names no key.
fn texts(script: &str) -> Value {
    let named = named_texts(script);
    let sections = wording::sections().filter_map(|(name, texts)| {
        let keys = named.get(name)?;
        let mut texts = texts.as_object()?.clone();
        if !keys.contains("") {
            texts.retain(|key, _| keys.contains(key.as_str()));
        }
        Some((name.to_owned(), Value::Object(texts)))
    });
    sections.collect()
}

/// The keys that a script names, by section; an empty one stands for all of a section.
fn named_texts(script: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let name = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        end.unwrap_or(text.len())
    };
    let mut named: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for rest in script.split("TEXT.").skip(1) {
        let (section, rest) = rest.split_at(name(rest));
        let key = rest.strip_prefix('.').unwrap_or_default();
        named.entry(section).or_default().insert(&key[..name(key)]);
    }
    named
}

/// JSON in which no markup can begin: the only characters that could are in
/// strings, and there an escape means the same.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_texts_that_its_scripts_name() {
        let texts = texts("say(TEXT.page.more) + TEXT.severity[key] + TEXT.none.such");
        let sections = texts.as_object().unwrap();
        assert_eq!(Vec::from_iter(sections.keys()), ["page", "severity"]);
        let page = texts["page"].as_object().unwrap();
        assert_eq!(Vec::from_iter(page.keys()), ["more"]);
        assert_eq!(texts["severity"].as_object().unwrap().len(), 3);
    }
}

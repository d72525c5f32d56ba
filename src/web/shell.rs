//! The page around the data: the template, the style, and how data and texts get in.

use std::fmt;

use minijinja::{Environment, context};
use serde_json::Value;

use super::details::Detail;
use super::part::Part;
use crate::wording;

const STYLE: &str = include_str!("page.css");
const PAGE: &str = include_str!("page.html");

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
    let scripts: Vec<&str> = parts.iter().map(|part| part.script).collect();
    let script = scripts.join("\n");
    let styles = parts.iter().map(|part| part.style);
    let style: String = std::iter::once(STYLE).chain(styles).collect();
    let page = context! {
        language => wording::LANGUAGE,
        style => style,
        text => inert(&texts(&script).to_string()),
        script => script,
        data => inert(&data.to_string()),
        details => details.iter().map(Detail::element).collect::<String>(),
        name => name,
        banner => banner,
        no_script => wording::text("page.no_script"),
    };
    let mut templates = Environment::new();
    templates
        .add_template("page.html", PAGE)
        .map_err(HtmlError)?;
    let template = templates.get_template("page.html").map_err(HtmlError)?;
    template.render(page).map_err(HtmlError)
}

/// The sections of texts that a script names.
fn texts(script: &str) -> Value {
    let sections = wording::sections();
    let named = sections.filter(|(name, _)| script.contains(&format!("TEXT.{name}")));
    named
        .map(|(name, texts)| (name.to_owned(), texts.clone()))
        .collect()
}

/// JSON in which no markup can begin: the only characters that could are in
/// strings, and there an escape means the same.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

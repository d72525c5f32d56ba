//! The page around the data: the template, the style, and how data gets in.

use std::fmt;

use minijinja::{Environment, context};
use serde_json::Value;

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

/// A page with this name, this line beside it, and these scripts, in the order in
/// which they run over the data.
pub(crate) fn page(
    name: &str,
    banner: &str,
    scripts: &[&str],
    data: &Value,
) -> Result<String, HtmlError> {
    let page = context! {
        style => STYLE,
        script => scripts.join("\n"),
        data => inert(&data.to_string()),
        name => name,
        banner => banner,
    };
    let mut templates = Environment::new();
    templates
        .add_template("page.html", PAGE)
        .map_err(HtmlError)?;
    let template = templates.get_template("page.html").map_err(HtmlError)?;
    template.render(page).map_err(HtmlError)
}

/// JSON in which no markup can begin: the only characters that could are in
/// strings, and there an escape means the same.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

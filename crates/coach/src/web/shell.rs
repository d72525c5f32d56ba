//! The page around the data: the template, the style, and how data and texts get in.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, Write};

use minijinja::{Environment, context};
use serde_json::Value;

use super::details::Detail;
use super::page_data::PageData;
use super::part::Part;
use plumb_support::wording;

const STYLE: &str = include_str!("page.css");
const PAGE: &str = include_str!("page.html");
const SERVED_PAGE: &str = include_str!("served.html");

/// Why the page could not be made: a mistake in its template.
#[derive(Debug, thiserror::Error)]
#[error("the page: {0}")]
pub struct HtmlError(minijinja::Error);

/// A page without its data and details: what stands before, between and after them.
struct Frame {
    before: String,
    between: String,
    after: String,
}

/// Where the data goes in the template.
const DATA: &str = "\n<!-- data -->\n";
/// Where the details go: behind the scripts, so that the first page is drawn before they are
/// read.
const DETAILS: &str = "\n<!-- details -->\n";

impl Frame {
    fn new(name: &str, banner: &str, parts: &[Part]) -> Result<Frame, HtmlError> {
        let script = script(parts);
        let context = context! {
            language => wording::LANGUAGE,
            style => style(parts),
            text => inert(&texts(&script).to_string()),
            script => script,
            name => name,
            banner => banner,
            no_script => wording::text!(page.no_script),
        };
        let environment = Environment::new();
        let render = |template| environment.render_named_str("page.html", template, &context);
        let (before, rest) = PAGE.split_once(DATA).unwrap_or((PAGE, ""));
        let (between, after) = rest.split_once(DETAILS).unwrap_or((rest, ""));
        Ok(Frame {
            before: render(before).map_err(HtmlError)?,
            between: render(between).map_err(HtmlError)?,
            after: render(after).map_err(HtmlError)?,
        })
    }

    /// The whole page around this JSON.
    fn write(
        &self,
        data: &dyn fmt::Display,
        details: &[Detail],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Frame {
            before,
            between,
            after,
        } = self;
        write!(
            out,
            "{before}\n<script type=\"application/json\" id=\"data\">"
        )?;
        write!(Inert(out), "{data}")?;
        write!(out, "</script>\n{between}\n")?;
        for detail in details {
            detail.write(out)?;
        }
        out.write_all(after.as_bytes())
    }
}

/// A page with this name, this line beside it, and these parts, whose scripts run over the
/// data in their order.
pub fn page(name: &str, banner: &str, parts: &[Part], data: &Value) -> Result<String, HtmlError> {
    let frame = Frame::new(name, banner, parts)?;
    let mut page = Vec::new();
    // Memory takes whatever is written into it, and all of it is text.
    let _ = frame.write(data, &[], &mut page);
    Ok(String::from_utf8(page).unwrap_or_default())
}

/// Writes the same with details that are opened only when they are looked at: a large page is
/// never in memory as a whole.
pub fn write_page(
    name: &str,
    banner: &str,
    parts: &[Part],
    data: &PageData<'_>,
    details: &[Detail],
    out: &mut dyn Write,
) -> io::Result<()> {
    let frame = Frame::new(name, banner, parts).map_err(io::Error::other)?;
    frame.write(data, details, out)
}

/// A page whose style and script are files beside it, for a service that serves all three.
#[derive(Clone, Debug)]
pub struct ServedPage {
    /// The page, which names `/assets/page.css` and `/assets/page.js`.
    pub html: String,
    /// Its style.
    pub style: String,
    /// Its script.
    pub script: String,
}

/// The same as [`page`] in three files, without data.
pub fn served_page(name: &str, banner: &str, parts: &[Part]) -> Result<ServedPage, HtmlError> {
    let script = script(parts);
    let page = context! {
        language => wording::LANGUAGE,
        text => inert(&texts(&script).to_string()),
        name => name,
        banner => banner,
        no_script => wording::text!(page.no_script),
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
    let sections = wording::sections().into_iter().filter_map(|(name, texts)| {
        let keys = named.get(name.as_str())?;
        let Value::Object(mut texts) = texts else {
            return None;
        };
        if !keys.contains("") {
            texts.retain(|key, _| keys.contains(key.as_str()));
        }
        Some((name, Value::Object(texts)))
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

/// Makes JSON inert while it is written.
struct Inert<'o>(&'o mut dyn Write);

impl Write for Inert<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_markup = |byte: &u8| matches!(byte, b'<' | b'>' | b'&');
        match (bytes.iter().position(is_markup), bytes.first()) {
            (Some(0), Some(byte)) => write!(self.0, "\\u{byte:04x}").map(|()| 1),
            (Some(plain), _) => self.0.write(&bytes[..plain]),
            (None, _) => self.0.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
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

    #[test]
    fn json_that_is_written_is_as_inert_as_a_text() {
        for text in ["", "<", "a<b>&&c\u{e9}<", "no markup", "</script><script>"] {
            let mut out = Vec::new();
            write!(Inert(&mut out), "{text}").unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), inert(text));
        }
    }
}

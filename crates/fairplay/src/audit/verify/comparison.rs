//! A report beside the same report made again: line by line, and where lines differ, the
//! first place in them. Start with `Comparison::new`.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use serde_json::Value;

use super::claims::Lines;
use super::jury_claims::take_jury_claims;
use super::pass_claims::take_pass_claims;
use super::pass_counts::PassCounts;

/// Differences that are told one by one; after that they are only counted.
const MOST_MESSAGES: usize = 50;

/// What comparing came to.
#[derive(Debug, Default)]
pub(super) struct ComparisonSummary {
    /// Lines of the report, those that should be there among them.
    pub(super) lines: u64,
    /// Of these, lines that are not as they are made again.
    pub(super) different: u64,
    /// What differs, one a line; not all if there are many.
    pub(super) messages: Vec<String>,
    /// Runs that the report lists besides those that it needs.
    pub(super) other_runs: usize,
}

struct State {
    claims: Lines,
    /// The names of the passes whose records the report does not have.
    passes: Vec<String>,
    /// What they counted in the lines so far.
    pass_counts: PassCounts,
    compared: ComparisonSummary,
}

/// Takes the report that is made again, line by line.
pub(super) struct Comparison(Rc<RefCell<State>>);

/// The end of a comparison that a writer of reports is given.
pub(super) struct RemadeLines {
    state: Rc<RefCell<State>>,
    text: Vec<u8>,
}

impl Comparison {
    /// With the report whose lines these are.
    pub(super) fn new(claims: Lines, passes: Vec<String>) -> Comparison {
        Comparison(Rc::new(RefCell::new(State {
            claims,
            passes,
            pass_counts: PassCounts::default(),
            compared: ComparisonSummary::default(),
        })))
    }

    /// Where the report made again is written to.
    pub(super) fn writer(&self) -> RemadeLines {
        RemadeLines {
            state: Rc::clone(&self.0),
            text: Vec::new(),
        }
    }

    /// What it came to, once everything was written.
    pub(super) fn finish(self) -> Result<ComparisonSummary, String> {
        let state = &mut *self.0.borrow_mut();
        while let Some((number, text)) = state.claims.next()? {
            state.compared.lines += 1;
            let place = place_in(&text);
            state.differ(format!(
                "line {number}{place}: games and records make no such line"
            ));
        }
        Ok(std::mem::take(&mut state.compared))
    }
}

impl Write for RemadeLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        while let Some(end) = self.text.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.text.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]);
            let state = &mut *self.state.borrow_mut();
            state.compare(&line).map_err(io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl State {
    fn differ(&mut self, line: String) {
        self.compared.different += 1;
        if self.compared.messages.len() < MOST_MESSAGES {
            self.compared.messages.push(line);
        }
    }

    fn compare(&mut self, remade: &str) -> Result<(), String> {
        self.compared.lines += 1;
        let Some((number, claimed)) = self.claims.next()? else {
            self.differ(format!("a line is missing{}", place_in(remade)));
            return Ok(());
        };
        // What passes counted is added up over all lines.
        if claimed == remade && self.passes.is_empty() {
            return Ok(());
        }
        if let Some(difference) = self.difference(&claimed, remade) {
            self.differ(format!("line {number}{difference}"));
        }
        Ok(())
    }

    /// Where two lines differ in something that has to be the same.
    fn difference(&mut self, claimed_text: &str, remade: &str) -> Option<String> {
        let read = |text| serde_json::from_str::<Value>(text);
        let (Ok(mut claimed), Ok(mut remade)) = (read(claimed_text), read(remade)) else {
            return Some(": it is no JSON".to_owned());
        };
        let place = place(&remade);
        // A name that is there twice reads one way here and another way there.
        let written = claimed.to_string();
        if written != claimed_text {
            return Some(format!("{place}: it is not written as Plumb writes it"));
        }
        if let Some(wrong) = take_jury_claims(&mut claimed, &mut remade) {
            return Some(format!("{place}: {wrong}"));
        }
        match remade["kind"].as_str() {
            Some("run") => self.leave_out_of_head(&mut claimed, &mut remade),
            _ if !self.passes.is_empty() => {
                if let Some(wrong) = self.pass_counts.take(&claimed) {
                    return Some(format!("{place}: {wrong}"));
                }
                let wrong = take_pass_claims(&mut claimed, &mut remade, &self.passes);
                if let Some(wrong) = wrong {
                    return Some(format!("{place}: {wrong}"));
                }
            }
            _ => {}
        }
        let at = first_difference(&claimed, &remade)?;
        Some(format!("{place}: {at}"))
    }

    /// Takes out of two heads what cannot be known: other runs in the same folder.
    fn leave_out_of_head(&mut self, claimed: &mut Value, remade: &mut Value) {
        let runs = |value: &Value| serde_json::from_value::<Vec<String>>(value["runs"].clone());
        // A list that cannot be read stays, and differs.
        let (Ok(listed), Ok(needed)) = (runs(claimed), runs(remade)) else {
            return;
        };
        if needed.iter().all(|run| listed.contains(run)) {
            self.compared.other_runs = listed.len() - needed.len().min(listed.len());
            remade["runs"] = claimed["runs"].clone();
        }
    }
}

/// What a line is about, for people; nothing where it is no JSON.
fn place_in(line: &str) -> String {
    serde_json::from_str(line).map_or_else(|_| String::new(), |line| place(&line))
}

/// What a line is about, for people.
fn place(line: &Value) -> String {
    let text = |name: &str| {
        line[name]
            .as_str()
            .unwrap_or_default()
            .escape_debug()
            .to_string()
    };
    match line["kind"].as_str() {
        Some("run") => " (head)".to_owned(),
        Some("game") => format!(" ({}, game {})", text("file"), line["number"]),
        Some("problem") => format!(" (problem: {}, game {})", text("file"), line["number"]),
        Some(kind @ ("player" | "event")) => format!(" ({kind} {})", text("name")),
        Some(kind @ ("field" | "jury")) => format!(" ({kind})"),
        _ => String::new(),
    }
}

/// The first place at which two values differ, and both values there.
pub(super) fn first_difference(claimed: &Value, remade: &Value) -> Option<String> {
    difference_at(claimed, remade, String::new())
}

fn difference_at(claimed: &Value, remade: &Value, at: String) -> Option<String> {
    if claimed == remade {
        return None;
    }
    match (claimed, remade) {
        (Value::Object(claims), Value::Object(found)) => {
            let mut names = found.keys().chain(claims.keys());
            let name = names.find(|name| claims.get(*name) != found.get(*name))?;
            let bare = name.escape_debug();
            let at = match at.is_empty() {
                true => bare.to_string(),
                false => format!("{at}.{bare}"),
            };
            match (claims.get(name), found.get(name)) {
                (Some(claim), Some(value)) => difference_at(claim, value, at),
                (claim, value) => Some(differ(claim, value, &at)),
            }
        }
        (Value::Array(claims), Value::Array(found)) if claims.len() == found.len() => {
            let index = claims.iter().zip(found).position(|(a, b)| a != b)?;
            difference_at(&claims[index], &found[index], format!("{at}[{index}]"))
        }
        _ => Some(differ(Some(claimed), Some(remade), &at)),
    }
}

fn differ(claimed: Option<&Value>, remade: Option<&Value>, at: &str) -> String {
    let text = |value: Option<&Value>| value.map_or("nothing".to_owned(), short);
    let (claimed, remade) = (text(claimed), text(remade));
    format!("the report has {claimed} for {at}, and made again it is {remade}")
}

/// A value as a message has room for it.
fn short(value: &Value) -> String {
    let text = value.to_string();
    let start: String = text.chars().take(60).collect();
    let dots = if start.len() < text.len() { "..." } else { "" };
    format!(
        "{}{dots}",
        start.escape_debug().to_string().replace("\\\"", "\"")
    )
}

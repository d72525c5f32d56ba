//! An explanation as one page that needs no network and no other file: the board, the
//! sentences, the lines to play through, and the bars.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::move_explanation::MoveExplanation;
use super::page_parts::reason_view;
use super::verdict::Relation;
use crate::web::{self, HtmlError, Part};
use plumb_support::output_file::OutputFile;
use plumb_support::wording::text;

/// The page's parts in the order in which they run.
const PARTS: [Part; 9] = [
    web::BASE,
    web::WORDS,
    web::PLOTS,
    web::BOARD,
    web::LINES,
    web::REASONS,
    web::FEATURE_BARS,
    Part::script(include_str!("html/explanation.js")),
    web::ROUTER,
];

impl MoveExplanation {
    /// Writes the page to a file, which is there only when it is whole.
    pub fn write_html(&self, path: &Path) -> io::Result<()> {
        let page = self.to_html().map_err(io::Error::other)?;
        let mut out = OutputFile::create(path.to_owned())?;
        out.write_all(page.as_bytes())?;
        out.finish()
    }

    /// The whole page.
    pub fn to_html(&self) -> Result<String, HtmlError> {
        let comparison = self.comparison.as_ref();
        let board = self.fen.split(' ').next().unwrap_or_default();
        let sentences: Vec<Value> = match (&self.is_over, self.sentences.is_empty()) {
            // How a game has ended is all that there is to say.
            (true, _) | (_, true) => {
                let text = self.to_text(false);
                text.iter().map(|line| json!([line, null, []])).collect()
            }
            (false, false) => self.sentences.iter().map(reason_view).collect(),
        };
        let data = json!({
            "fen": self.fen,
            "board": board,
            "sentences": sentences,
            "lines": comparison.map(|one| one.lines_view()),
            "bars": comparison.map(|one| one.bars_view()),
            "is_best": comparison.is_some_and(|one| one.relation == Relation::Best),
            "stopped": self.is_stopped,
        });
        web::page(text!(explained.name), &self.fen, &PARTS, &data)
    }
}

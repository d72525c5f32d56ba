//! Where reviews go: files in a folder, which are there only when they are whole, or a
//! stream of one form.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use serde_json::json;

use super::game_review::GameReview;
use super::review_html::ReviewPage;
use super::written_review::WrittenReview;
use plumb_support::output_file::OutputFile;

/// The files that a review writes into a folder.
pub const REVIEW_FILES: [&str; 3] = ["review.jsonl", "review.pgn", "review.html"];

/// A form of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewFormat {
    /// For people at a terminal.
    Text,
    /// Annotated PGN.
    Pgn,
    /// A JSON object for each game.
    JsonLines,
}

/// Writes reviews game by game.
pub struct ReviewWriter {
    jsonl: Option<OutputFile>,
    pgn: Option<OutputFile>,
    text: Option<OutputFile>,
    page: Option<(ReviewPage, OutputFile)>,
    /// Games so far.
    games: usize,
}

impl fmt::Debug for ReviewWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReviewWriter")
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

impl ReviewWriter {
    /// Writes [`REVIEW_FILES`] into a folder that only this process writes to.
    pub fn folder(folder: &Path) -> io::Result<ReviewWriter> {
        let file = |name: &str| OutputFile::create(folder.join(name));
        Ok(ReviewWriter {
            jsonl: Some(file(REVIEW_FILES[0])?),
            pgn: Some(file(REVIEW_FILES[1])?),
            text: None,
            page: Some((ReviewPage::default(), file(REVIEW_FILES[2])?)),
            games: 0,
        })
    }

    /// Writes one form to a stream.
    pub fn stream(format: ReviewFormat, out: Box<dyn Write>) -> ReviewWriter {
        let out = Some(OutputFile::Stream(out));
        let mut writer = ReviewWriter {
            jsonl: None,
            pgn: None,
            text: None,
            page: None,
            games: 0,
        };
        match format {
            ReviewFormat::Text => writer.text = out,
            ReviewFormat::Pgn => writer.pgn = out,
            ReviewFormat::JsonLines => writer.jsonl = out,
        }
        writer
    }

    /// Adds a game.
    pub fn add(&mut self, review: &GameReview) -> io::Result<()> {
        let Some(out) = &mut self.text else {
            return self.add_written(WrittenReview::of(review)?);
        };
        let gap = if self.games > 0 { "\n" } else { "" };
        writeln!(out, "{gap}{}", review.to_text().join("\n"))?;
        out.flush()?;
        self.games += 1;
        Ok(())
    }

    /// Adds a game to the files of a folder, or to a stream of PGN or JSON.
    pub fn add_written(&mut self, review: WrittenReview) -> io::Result<()> {
        if let Some(out) = &mut self.jsonl {
            writeln!(out, "{}", review.json)?;
        }
        if let Some(out) = &mut self.pgn {
            out.write_all(review.pgn.as_bytes())?;
        }
        if let Some((page, _)) = &mut self.page {
            page.add(review.page);
        }
        self.games += 1;
        Ok(())
    }

    /// Adds a game that could not be read: where, and why.
    pub fn add_problem(&mut self, file: &str, line: u64, reason: &str) -> io::Result<()> {
        if let Some(out) = &mut self.jsonl {
            let problem = json!({
                "kind": "problem",
                "file": file,
                "line": line,
                "reason": reason,
            });
            writeln!(out, "{problem}")?;
        }
        if let Some((page, _)) = &mut self.page {
            page.add_problem(file, line, reason);
        }
        Ok(())
    }

    /// Says that the review was stopped before all games were done.
    pub fn set_stopped(&mut self) -> io::Result<()> {
        if let Some(out) = &mut self.jsonl {
            writeln!(out, "{}", json!({ "kind": "stopped", "games": self.games }))?;
        }
        if let Some((page, _)) = &mut self.page {
            page.set_stopped();
        }
        Ok(())
    }

    /// Puts all files in their places, once all of them are written.
    pub fn finish(self) -> io::Result<()> {
        let page = match self.page {
            Some((page, mut out)) => {
                let text = page.finish().map_err(io::Error::other)?;
                out.write_all(text.as_bytes())?;
                Some(out)
            }
            None => None,
        };
        let outs = [self.jsonl, self.pgn, page, self.text];
        let mut outs: Vec<OutputFile> = outs.into_iter().flatten().collect();
        outs.iter_mut().try_for_each(Write::flush)?;
        outs.into_iter().try_for_each(OutputFile::finish)
    }
}

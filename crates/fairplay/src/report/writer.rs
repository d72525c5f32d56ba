//! The formats that a run is reported in, each fed with the same things.
//!
//! Start with `ReportWriter`, whose calls come in the order of its functions.

use std::io::{self, Write};
use std::path::PathBuf;

use super::csv::{CSV_HEADER, csv_rows};
use super::header::RunHeader;
use super::html::HtmlReport;
use super::jsonl::{
    event_line, field_line, game_line, header_line, jury_line, player_line, problem_line,
};
use super::pgn::annotated;
use super::player::{FiguresPass, PlayerReport};
use crate::figures::{Disagreement, FieldChoices, Figures, GameReport, PanelFigures};
use crate::games::SourceGame;
use crate::records::Stamp;
use crate::reference::CloudPoint;
use plumb_chess::notation::pgn::PgnProblem;
use plumb_support::output_file::OutputFile;

/// A format that can be written to a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// JSON Lines, with everything there is.
    Jsonl,
    /// A row for each move.
    Csv,
    /// The games, annotated.
    Pgn,
}

/// Where reports go.
pub enum ReportDestination {
    /// Every format into files of this folder, which is there: `report.html`,
    /// `report.jsonl`, `moves.csv` and `games.pgn`.
    Folder(PathBuf),
    /// One format to a stream.
    Stream(ReportFormat, Box<dyn Write>),
}

/// Writes the reports of a run.
pub(crate) struct ReportWriter {
    jsonl: Option<OutputFile>,
    csv: Option<csv::Writer<OutputFile>>,
    pgn: Option<OutputFile>,
    html: Option<OutputFile>,
    /// What goes to `html` in the end.
    page: Option<HtmlReport>,
}

impl ReportWriter {
    /// Writes there. Files take their places when they are whole.
    pub(crate) fn new(destination: ReportDestination) -> io::Result<ReportWriter> {
        let mut writer = ReportWriter {
            jsonl: None,
            csv: None,
            pgn: None,
            html: None,
            page: None,
        };
        match destination {
            ReportDestination::Folder(folder) => {
                let file = |name: &str| OutputFile::create(folder.join(name));
                writer.jsonl = Some(file("report.jsonl")?);
                writer.csv = Some(csv::Writer::from_writer(file("moves.csv")?));
                writer.pgn = Some(file("games.pgn")?);
                writer.html = Some(file("report.html")?);
            }
            ReportDestination::Stream(format, out) => {
                let out = OutputFile::Stream(out);
                match format {
                    ReportFormat::Jsonl => writer.jsonl = Some(out),
                    ReportFormat::Csv => writer.csv = Some(csv::Writer::from_writer(out)),
                    ReportFormat::Pgn => writer.pgn = Some(out),
                }
            }
        }
        Ok(writer)
    }

    /// Whether any of them has something on players.
    pub(crate) fn show_players(&self) -> bool {
        self.jsonl.is_some() || self.html.is_some()
    }

    /// The head of all, and what the page draws its players in front of.
    pub(crate) fn begin(
        &mut self,
        header: &RunHeader,
        cloud: Option<&[CloudPoint]>,
    ) -> io::Result<()> {
        self.line(|| header_line(header))?;
        if let Some(out) = &mut self.csv {
            out.write_record(CSV_HEADER)?;
        }
        let page = || HtmlReport::new(header).with_cloud(cloud);
        self.page = self.html.as_ref().map(|_| page());
        Ok(())
    }

    pub(crate) fn game(
        &mut self,
        source: &SourceGame,
        report: &GameReport,
        header: &RunHeader,
    ) -> io::Result<()> {
        self.line(|| game_line(report))?;
        if let Some(out) = &mut self.csv {
            for row in csv_rows(report) {
                out.write_record(&row)?;
            }
        }
        if let Some(out) = &mut self.pgn {
            write!(out, "{}", annotated(source, report, header))?;
        }
        if let Some(page) = &mut self.page {
            page.add_game(report);
        }
        Ok(())
    }

    pub(crate) fn player(&mut self, player: &PlayerReport<'_>) -> io::Result<()> {
        if let Some(page) = &mut self.page {
            page.add_player(player);
        }
        self.line(|| player_line(player))
    }

    /// Everybody in an event.
    pub(crate) fn event(
        &mut self,
        name: &str,
        figures: &Figures,
        choices: Option<&FieldChoices>,
    ) -> io::Result<()> {
        if let Some(page) = &mut self.page {
            page.add_event(name, figures, choices);
        }
        self.line(|| event_line(name, figures, choices))
    }

    /// Everybody together.
    pub(crate) fn field(&mut self, figures: &Figures, passes: &[FiguresPass]) -> io::Result<()> {
        if let Some(page) = &mut self.page {
            page.set_field(figures, passes);
        }
        self.line(|| field_line(figures, passes))
    }

    pub(crate) fn jury(
        &mut self,
        stamps: &[&Stamp],
        figures: &PanelFigures,
        apart: &Disagreement,
    ) -> io::Result<()> {
        if let Some(page) = &mut self.page {
            page.set_jury(stamps, figures, apart);
        }
        self.line(|| jury_line(stamps, figures, apart))
    }

    /// A game that could not be read.
    pub(crate) fn problem(&mut self, problem: &PgnProblem) -> io::Result<()> {
        if let Some(page) = &mut self.page {
            page.add_problem(problem);
        }
        self.line(|| Ok(problem_line(problem)))
    }

    /// Puts each file in its place.
    pub(crate) fn finish(self) -> io::Result<()> {
        if let (Some(page), Some(mut out)) = (self.page, self.html) {
            page.write(&mut out)?;
            out.finish()?;
        }
        if let Some(out) = self.csv {
            out.into_inner()
                .map_err(|error| io::Error::other(error.to_string()))?
                .finish()?;
        }
        for out in [self.jsonl, self.pgn].into_iter().flatten() {
            out.finish()?;
        }
        Ok(())
    }

    /// A line of JSON, if anybody wants it.
    fn line(&mut self, text: impl FnOnce() -> serde_json::Result<String>) -> io::Result<()> {
        if let Some(out) = &mut self.jsonl {
            writeln!(out, "{}", text()?)?;
        }
        Ok(())
    }
}

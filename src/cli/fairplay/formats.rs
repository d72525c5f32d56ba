//! The formats that a run is reported in, each fed with the same things.

use std::io::Write;
use std::path::Path;

use plumb::fairplay::{
    CSV_HEADER, CloudPoint, Disagreement, Figures, FiguresPass, GameReport, HtmlReport,
    PanelFigures, PlayerReport, Problem, RunHeader, SourceGame, Stamp, annotated, csv_rows,
    event_line, field_line, game_line, header_line, jury_line, player_line, problem_line,
};

use super::sink::Sink;
use crate::cli::Failure;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    Jsonl,
    Csv,
    Pgn,
}

/// Where each format goes. The calls come in the order of the functions here.
pub(super) struct Formats {
    jsonl: Option<Sink>,
    csv: Option<csv::Writer<Sink>>,
    pgn: Option<Sink>,
    html: Option<Sink>,
    /// What goes to `html` in the end.
    page: Option<HtmlReport>,
}

impl Formats {
    pub(super) fn to_standard_output(format: Format) -> Formats {
        let sink = |wanted| (format == wanted).then(Sink::standard);
        Formats {
            jsonl: sink(Format::Jsonl),
            csv: sink(Format::Csv).map(csv::Writer::from_writer),
            pgn: sink(Format::Pgn),
            html: None,
            page: None,
        }
    }

    pub(super) fn to_folder(folder: &Path) -> Result<Formats, Failure> {
        let file = |name: &str| Sink::file(folder.join(name));
        Ok(Formats {
            jsonl: Some(file("report.jsonl")?),
            csv: Some(csv::Writer::from_writer(file("moves.csv")?)),
            pgn: Some(file("games.pgn")?),
            html: Some(file("report.html")?),
            page: None,
        })
    }

    /// Whether any of them has something on players.
    pub(super) fn show_players(&self) -> bool {
        self.jsonl.is_some() || self.html.is_some()
    }

    /// The head of all, and what the page draws its players in front of.
    pub(super) fn begin(
        &mut self,
        header: &RunHeader,
        cloud: Option<&[CloudPoint]>,
    ) -> Result<(), Failure> {
        self.line(|| header_line(header))?;
        if let Some(out) = &mut self.csv {
            out.write_record(CSV_HEADER)?;
        }
        let page = || HtmlReport::new(header).with_cloud(cloud);
        self.page = self.html.as_ref().map(|_| page());
        Ok(())
    }

    pub(super) fn game(
        &mut self,
        source: &SourceGame,
        report: &GameReport,
        header: &RunHeader,
    ) -> Result<(), Failure> {
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

    pub(super) fn player(&mut self, player: &PlayerReport<'_>) -> Result<(), Failure> {
        if let Some(page) = &mut self.page {
            page.add_player(player);
        }
        self.line(|| player_line(player))
    }

    /// Everybody in an event.
    pub(super) fn event(&mut self, name: &str, figures: &Figures) -> Result<(), Failure> {
        if let Some(page) = &mut self.page {
            page.add_event(name, figures);
        }
        self.line(|| event_line(name, figures))
    }

    /// Everybody together.
    pub(super) fn field(
        &mut self,
        figures: &Figures,
        passes: &[FiguresPass],
    ) -> Result<(), Failure> {
        if let Some(page) = &mut self.page {
            page.set_field(figures, passes);
        }
        self.line(|| field_line(figures, passes))
    }

    pub(super) fn jury(
        &mut self,
        stamps: &[&Stamp],
        figures: &PanelFigures,
        apart: &Disagreement,
    ) -> Result<(), Failure> {
        if let Some(page) = &mut self.page {
            page.set_jury(stamps, figures, apart);
        }
        self.line(|| jury_line(stamps, figures, apart))
    }

    /// A game that could not be read.
    pub(super) fn problem(&mut self, problem: &Problem) -> Result<(), Failure> {
        if let Some(page) = &mut self.page {
            page.add_problem(problem);
        }
        self.line(|| problem_line(problem))
    }

    /// Puts each file in its place.
    pub(super) fn finish(self) -> Result<(), Failure> {
        if let (Some(page), Some(mut out)) = (self.page, self.html) {
            out.write_all(page.finish()?.as_bytes())?;
            out.finish()?;
        }
        if let Some(out) = self.csv {
            out.into_inner()
                .map_err(|error| Failure(error.to_string()))?
                .finish()?;
        }
        for out in [self.jsonl, self.pgn].into_iter().flatten() {
            out.finish()?;
        }
        Ok(())
    }

    /// A line of JSON, if anybody wants it.
    fn line(&mut self, text: impl FnOnce() -> String) -> Result<(), Failure> {
        if let Some(out) = &mut self.jsonl {
            writeln!(out, "{}", text())?;
        }
        Ok(())
    }
}

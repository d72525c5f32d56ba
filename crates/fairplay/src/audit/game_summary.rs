//! The game on a board so far, summed up for both sides: an audit of one game in memory,
//! by the same rules, figures, intervals and gates as in reports of files, as a few lines
//! of text.
//!
//! Facts, not findings: one game never shows anything about a player. Start with
//! `GameSummary::of`.

use std::fmt::Write;
use std::path::Path;

use super::audit::{Audit, AuditSettings};
use super::error::AuditError;
use super::observer::AuditObserver;
use crate::figures::{Figures, GameReport, Mean, Share};
use crate::games::{ClockForm, Ply, SourceGame};
use crate::records::Store;
use plumb_chess::board::Game;
use plumb_engine::tables::Models;
use plumb_support::wording::text;

/// A game so far.
#[derive(Clone, Debug)]
pub struct GameSummary {
    /// What a report would say of it.
    pub report: GameReport,
    /// It was stopped, and later moves have no record.
    pub is_stopped: bool,
}

impl GameSummary {
    /// Looks at every move that the rules may count.
    pub fn of(
        game: &Game,
        settings: AuditSettings,
        models: &Models,
        observer: &dyn AuditObserver,
    ) -> Result<GameSummary, AuditError> {
        let ply = |&mv| Ply {
            mv,
            ..Ply::default()
        };
        let source = SourceGame {
            shown_names: [None, None],
            notes: Vec::new(),
            file: String::new(),
            number: 1,
            clock_form: ClockForm::default(),
            line: 1,
            tags: Vec::new(),
            start: game.start().clone(),
            plies: game.moves().iter().map(ply).collect(),
        };
        // No name: SQLite keeps what it needs in memory.
        let store = Store::open(Path::new(""))?;
        let mut audit = Audit::begin(store, settings, models)?;
        audit.take(vec![source])?;
        let is_stopped = !audit.search(observer)?;
        let report = audit.game_report(1)?;
        match &report.failure {
            Some(reason) => Err(AuditError::Judge(reason.clone())),
            None => Ok(GameSummary { report, is_stopped }),
        }
    }

    /// Facts, one a line.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        let report = &self.report;
        if !report.trace.is_empty() {
            let _ = writeln!(out, "summary trace {}", report.trace);
        }
        for (name, figures) in [
            ("white", &report.white_figures),
            ("black", &report.black_figures),
        ] {
            let _ = writeln!(out, "summary {name} {}", side(figures));
        }
        let figures = &report.white_figures;
        let _ = writeln!(
            out,
            "summary note {} Rules {}; 95 % intervals; withheld below {} moves; stopped {}",
            text!(caution.one_game),
            figures.rules,
            figures.gate,
            if self.is_stopped { "yes" } else { "no" }
        );
        out
    }
}

fn side(figures: &Figures) -> String {
    let core = figures.counted();
    let mates = &figures.mates;
    let forced = figures.forced_lines.as_ref();
    let facts = [
        ("first-choice", core.map(|core| share(&core.first_choice))),
        ("equal", core.map(|core| share(&core.equal))),
        (
            "average-error-cp",
            core.map(|core| mean(&core.average_error_cp, 1)),
        ),
        (
            "capped-loss-cp",
            core.map(|core| mean(&core.capped_loss_cp, 1)),
        ),
        (
            "longest-forced",
            forced.map(|lines| lines.longest_plies.to_string()),
        ),
        ("mates-compared", Some(mates.risks_compared.to_string())),
        ("riskier", Some(mates.riskier.to_string())),
        (
            "risk-excess",
            mates.risk_excess.as_ref().map(|excess| mean(excess, 3)),
        ),
    ];
    let mut out = format!("moves {} counted {}", figures.moves, figures.counted);
    for (name, value) in facts {
        let _ = write!(out, " {name} {}", value.as_deref().unwrap_or("withheld"));
    }
    out.push_str(" excluded");
    if figures.excluded.is_empty() {
        out.push_str(" none");
    }
    for (reason, count) in &figures.excluded {
        let _ = write!(out, " {reason} {count}");
    }
    out
}

/// `13 of 25 (52.0 %, 33.5 to 70.0)`.
fn share(share: &Share) -> String {
    let Share { count, of, .. } = share;
    let [value, low, high] = [share.share, share.low, share.high].map(|part| 100.0 * part);
    format!("{count} of {of} ({value:.1} %, {low:.1} to {high:.1})")
}

/// `12.3 (5.1 to 19.5)`, or `0.0 (all the same)` where nothing was seen of the spread.
fn mean(mean: &Mean, digits: usize) -> String {
    let value = mean.mean;
    match mean.low.zip(mean.high) {
        Some((low, high)) => format!("{value:.digits$} ({low:.digits$} to {high:.digits$})"),
        None => format!("{value:.digits$} (all the same)"),
    }
}

#[cfg(test)]
#[path = "game_summary_tests.rs"]
mod tests;

//! A finished share as lines of JSON: a head, its games with their records, and its problems.

use std::io::Write;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};

use super::super::error::AuditError;
use super::super::observer::{AuditEvent, AuditObserver};
use super::part_head::PartHead;
use crate::records::{RecordedGame, Store};
use plumb_chess::notation::pgn::PgnProblem;

/// A line.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum PartLine {
    /// The head of a share: what comes up to the next one belongs to it.
    Run(Box<RunLine>),
    /// A game with its records.
    Game(Box<RecordedGame>),
    /// A game that is left out.
    Problem(ProblemLine),
}

/// The head of a share, and how much comes after it.
#[derive(Serialize, Deserialize)]
pub(super) struct RunLine {
    /// Lines of kind game.
    pub(super) games: u64,
    /// Lines of kind problem.
    pub(super) problems: u64,
    #[serde(flatten)]
    pub(super) head: PartHead,
}

/// A game that is left out.
#[derive(Serialize, Deserialize)]
pub(super) struct ProblemLine {
    file: String,
    number: usize,
    line: u64,
    reason: String,
}

impl ProblemLine {
    pub(super) fn problem(self) -> PgnProblem {
        PgnProblem::of_game(self.number, self.line, self.reason).in_file(&self.file)
    }
}

/// Writes a share; false when stopped.
pub(in super::super) fn write_part(
    store: &Store,
    head: PartHead,
    out: &mut dyn Write,
    observer: &dyn AuditObserver,
) -> Result<bool, AuditError> {
    let stamps = head.stamps();
    let (games, problems) = (store.game_count()?, store.problems()?);
    let run = RunLine {
        games,
        problems: problems.len() as u64,
        head,
    };
    // Whoever shows progress stops here: on a terminal the lines stand where it would.
    observer.event(AuditEvent::Reported(0, games));
    write_line(out, &PartLine::Run(Box::new(run)))?;
    for id in 1..=games {
        if observer.stop().load(Ordering::Relaxed) {
            return Ok(false);
        }
        let game = RecordedGame::of(store, id, &stamps)?;
        write_line(out, &PartLine::Game(Box::new(game)))?;
    }
    for problem in problems {
        let line = ProblemLine {
            file: problem.file,
            number: problem.number,
            line: problem.line,
            reason: problem.reason,
        };
        write_line(out, &PartLine::Problem(line))?;
    }
    out.flush()?;
    Ok(true)
}

fn write_line(out: &mut dyn Write, line: &PartLine) -> Result<(), AuditError> {
    Ok(writeln!(out, "{}", serde_json::to_string(line)?)?)
}

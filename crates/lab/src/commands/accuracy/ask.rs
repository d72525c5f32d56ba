//! Asking the engines about the positions, with a bar for whoever waits.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use plumb_chess::board::Position;
use plumb_lab::measure::{WhiteScore, survey};

use super::arguments::Arguments;
use super::entrants::Entry;
use super::read::{Item, Items};
use plumb_terminal::warn;

/// An engine with what it said about the positions to fit on and to measure on.
pub(super) struct EngineSurvey {
    pub(super) name: String,
    /// Whether it was asked about every position.
    pub(super) is_complete: bool,
    pub(super) fit: Vec<Option<WhiteScore>>,
    pub(super) measured: Vec<Option<WhiteScore>>,
}

/// Asks one engine after the other about all positions, those to fit on first.
pub(super) fn ask(
    entries: &[Entry],
    items: &Items,
    arguments: &Arguments,
    interrupt: &Arc<AtomicBool>,
) -> Vec<EngineSurvey> {
    let all: Vec<&Item> = items.fit.iter().chain(&items.measured).collect();
    let positions: Vec<&Position> = all.iter().map(|item| &item.position).collect();
    let bar = std::io::stderr().is_terminal().then(|| {
        let bar = ProgressBar::new((positions.len() * entries.len()) as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta} left") {
            bar.set_style(style);
        }
        bar
    });
    let seen = || {
        if let Some(bar) = &bar {
            bar.inc(1);
        }
    };
    let mut surveyed = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if let Some(bar) = &bar {
            bar.set_position((index * positions.len()) as u64);
            bar.set_message(entry.name.clone());
        }
        let make = || entry.start(arguments, interrupt);
        let answers = survey(&make, &positions, arguments.concurrency, interrupt, &seen);
        let is_complete = answers.trouble.is_none() && !interrupt.load(Ordering::Relaxed);
        if let Some(trouble) = &answers.trouble {
            let count = answers.scores.iter().flatten().count();
            let message = format!(
                "{trouble}; {} takes part with {count} of {} positions",
                entry.name,
                positions.len()
            );
            match &bar {
                Some(bar) => bar.suspend(|| warn(&message)),
                None => warn(&message),
            }
        }
        let mut fit = answers.scores;
        let measured = fit.split_off(items.fit.len());
        surveyed.push(EngineSurvey {
            name: entry.name.clone(),
            is_complete,
            fit,
            measured,
        });
    }
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    surveyed
}

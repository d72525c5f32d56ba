//! What a person sees of an audit: bars on a terminal, lines elsewhere; Ctrl-C stops it.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_fairplay::{AuditEvent, AuditObserver};

use crate::command::warn;
use crate::progress::{Progress, interrupt_flag, per_minute};

/// Problems and failures that are told one by one; reports have all.
const MOST_MESSAGES: u64 = 20;

/// Shows an audit to a person.
pub struct Screen {
    interrupt: Arc<AtomicBool>,
    state: RefCell<State>,
}

/// What takes time, one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Reading,
    Searching,
    Deepening,
    Counting,
    Reporting,
    Compiling,
    Rechecking,
}

#[derive(Default)]
struct State {
    bar: Option<(Phase, Progress)>,
    problems: u64,
    notes: u64,
    failures: u64,
}

impl State {
    /// The bar of a phase, begun with it; that of the phase before goes away.
    fn bar(&mut self, phase: Phase, what: &'static str, total: Option<u64>) -> &mut Progress {
        if self
            .bar
            .as_ref()
            .is_none_or(|(current, _)| *current != phase)
        {
            self.close();
            self.bar = Some((phase, Progress::new(what, total, 0)));
        }
        let (_, bar) = self.bar.as_mut().expect("it was made just now");
        bar
    }

    fn close(&mut self) {
        if let Some((_, bar)) = self.bar.take() {
            bar.close();
        }
    }

    fn warn(&self, message: &str) {
        match &self.bar {
            Some((_, bar)) => bar.warn(message),
            None => warn(message),
        }
    }
}

impl Default for Screen {
    /// A screen with no bar yet; Ctrl-C sets its flag.
    fn default() -> Screen {
        Screen {
            interrupt: interrupt_flag(),
            state: RefCell::default(),
        }
    }
}

impl Screen {
    /// The flag that Ctrl-C sets, for engines that have to be stopped too.
    pub fn interrupt(&self) -> &Arc<AtomicBool> {
        &self.interrupt
    }

    /// Takes the bar away and sums up what was not told one by one.
    pub fn close(&self) {
        let mut state = self.state.borrow_mut();
        state.close();
        let State {
            problems,
            notes,
            failures,
            ..
        } = *state;
        if problems > MOST_MESSAGES {
            warn(format!(
                "{problems} games were left out; the report names all"
            ));
        }
        if notes > MOST_MESSAGES {
            warn(format!("{notes} notes on games; the report has all"));
        }
        if failures > MOST_MESSAGES {
            warn(format!("{failures} games failed in all"));
        }
    }
}

impl AuditObserver for Screen {
    fn stop(&self) -> &AtomicBool {
        &self.interrupt
    }

    fn event(&self, event: AuditEvent<'_>) {
        let state = &mut *self.state.borrow_mut();
        match event {
            AuditEvent::Read(games) => {
                let bar = state.bar(Phase::Reading, "games read", None);
                bar.update(games, &|_| String::new());
            }
            AuditEvent::Problem(problem) => {
                state.problems += 1;
                if state.problems <= MOST_MESSAGES {
                    state.warn(&problem.to_string());
                }
            }
            AuditEvent::Note(note) => {
                state.notes += 1;
                if state.notes <= MOST_MESSAGES {
                    state.warn(&note.to_string());
                }
            }
            AuditEvent::Searched(progress) => {
                // Every pass begins again with the first game.
                let is_next = |bar: &Progress| progress.games < bar.done();
                if matches!(&state.bar, Some((Phase::Searching, bar)) if is_next(bar)) {
                    state.close();
                }
                let bar = state.bar(Phase::Searching, "games", Some(progress.all_games));
                bar.set_before(progress.there);
                bar.update(progress.games, &|elapsed| {
                    let rate = per_minute(progress.moves, elapsed);
                    format!("{} moves, {rate} a minute", progress.moves)
                });
            }
            AuditEvent::LookedDeeper(progress) => {
                let bar = state.bar(Phase::Deepening, "games", Some(progress.all_games));
                bar.set_before(progress.there);
                bar.update(progress.games, &|elapsed| {
                    let rate = per_minute(progress.moves, elapsed);
                    format!("{} moves looked at deeper, {rate} a minute", progress.moves)
                });
            }
            AuditEvent::Failure {
                file,
                number,
                reason,
            } => {
                state.failures += 1;
                if state.failures <= MOST_MESSAGES {
                    state.warn(&format!("{file}, game {number}: {reason}"));
                }
            }
            AuditEvent::Damaged(place) => {
                state.warn(&format!(
                    "{place}: the record was damaged and is made again"
                ));
            }
            AuditEvent::NoReference(reason) => {
                state.warn(&format!("nobody is compared with honest play: {reason}"));
            }
            AuditEvent::NoModels(reason) => {
                state.warn(&format!(
                    "no z-scores, engine-like moves and intrinsic ratings: {reason}"
                ));
            }
            AuditEvent::NoTrends(reason) => {
                state.warn(&format!("no trends of levels: {reason}"));
            }
            AuditEvent::Counted(done, all) => {
                let bar = state.bar(Phase::Counting, "games", Some(all));
                bar.update(done, &|_| "counted for the reports".to_owned());
            }
            // What went before is over.
            AuditEvent::Reported(0, _) => state.close(),
            AuditEvent::Reported(done, all) => {
                let bar = state.bar(Phase::Reporting, "games", Some(all));
                bar.update(done, &|_| "in the reports".to_owned());
            }
            AuditEvent::Compiled(done, all) => {
                // The run of noise comes after that of honest play.
                if matches!(&state.bar, Some((Phase::Compiling, bar)) if done < bar.done()) {
                    state.close();
                }
                let bar = state.bar(Phase::Compiling, "games", Some(all));
                bar.update(done, &|_| "in the table".to_owned());
            }
            AuditEvent::Rechecked {
                done,
                all,
                different,
            } => {
                let bar = state.bar(Phase::Rechecking, "moves", Some(all));
                bar.update(done, &|_| format!("{different} different"));
            }
            AuditEvent::Different(line) => state.warn(line),
        }
    }
}

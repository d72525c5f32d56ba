//! Several iterations in play at a time, and what is learned from each in order.

use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam::channel::{Receiver, Sender, unbounded};

use crate::tune::Trial;

use super::arena::Tally;
use super::error::TrialError;
use super::record::Record;

/// What came of an iteration, with its number.
type Outcome = (u64, Result<Tally, TrialError>);

/// Plays iterations until all are done, or `stop` is set: then those in play are
/// played to their end. `play` plays the games of one, in a slot from 0 to `slots`
/// - 1 that no other has at the same time; `each` is called when one is on disk.
///
/// An iteration is drawn when the one twice `slots` before it has taken effect and
/// no later one: so the same seed learns the same from the same games, however long
/// they take and wherever it was interrupted, and hardly a slot waits for another.
pub fn run(
    record: &mut Record,
    slots: usize,
    stop: &AtomicBool,
    play: impl Fn(usize, &Trial) -> Result<Tally, TrialError> + Sync,
    mut each: impl FnMut(&Record) -> Result<(), TrialError>,
) -> Result<(), TrialError> {
    let slots = slots.max(1);
    // What fails stops the rest, as the user does.
    let failed = AtomicBool::new(false);
    let is_over = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let mut trouble = None;
    std::thread::scope(|scope| {
        let (jobs, waiting): (Sender<Trial>, Receiver<Trial>) = unbounded();
        let (results, finished) = unbounded::<Outcome>();
        for slot in 0..slots {
            let (waiting, results) = (waiting.clone(), results.clone());
            let (play, is_over) = (&play, &is_over);
            scope.spawn(move || {
                for trial in waiting {
                    if is_over() || results.send((trial.number, play(slot, &trial))).is_err() {
                        break;
                    }
                }
            });
        }
        drop((waiting, results));

        for trial in record.spsa().unplayed() {
            // Slots take what is waiting and leave only when no more can come.
            let _ = jobs.send(trial.clone());
        }
        let mut jobs = go_on(record, slots, Some(jobs));
        for (number, outcome) in finished {
            let told = outcome.and_then(|games| {
                record.add_games(games);
                record.spsa_mut().tell(number, games.score());
                // What is learned now would not be the same that is learned after
                // an interruption, when the next iterations are drawn in between.
                if !is_over() {
                    jobs = go_on(record, slots, jobs.take());
                }
                record.save()?;
                each(record)
            });
            if let Err(error) = told {
                failed.store(true, Ordering::Relaxed);
                trouble.get_or_insert(error);
            }
            if is_over() {
                jobs = None;
            }
        }
    });
    trouble.map_or(Ok(()), Err)
}

/// Learns from iterations that are over, and draws others in their place; the
/// sender is gone when all are drawn, so that slots end with what is waiting.
fn go_on(
    record: &mut Record,
    slots: usize,
    mut jobs: Option<Sender<Trial>>,
) -> Option<Sender<Trial>> {
    loop {
        while record.spsa().in_play() < 2 * slots && jobs.is_some() {
            match (&jobs, record.spsa_mut().draw()) {
                (Some(sender), Some(trial)) => {
                    let _ = sender.send(trial.clone());
                }
                _ => jobs = None,
            }
        }
        if !record.spsa_mut().learn() {
            return jobs;
        }
    }
}

//! Makes the records that a run still lacks, on several threads.
//!
//! Games are handed out in order and what comes back is kept game by game, so
//! that an interruption, however rude, costs at most the games in flight. The
//! records do not depend on how many threads there are. Start with `fill`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};

use super::game::SourceGame;
use super::judge::{Judge, Stamp};
use super::kept::RecordKey;
use super::record::MoveRecord;
use super::store::{Store, StoreError};
use crate::board::Game;

/// A deep line of the search needs more stack than a thread usually has.
const STACK_BYTES: usize = 16 << 20;

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games that are done.
    pub games: u64,
    /// Games in all.
    pub all_games: u64,
    /// Records made in this run.
    pub moves: u64,
    /// Games in which the engine failed.
    pub failures: u64,
}

/// What a run works with.
pub struct Plan<'a> {
    /// Threads that search.
    pub jobs: usize,
    /// Makes an engine; each thread has its own.
    pub judge: &'a (dyn Fn() -> Result<Box<dyn Judge>, String> + Sync),
    /// What the records of these engines depend on.
    pub stamp: &'a Stamp,
    /// The plies of a game that need records, by their indices from 0.
    pub wanted: &'a (dyn Fn(&SourceGame) -> Vec<usize> + Sync),
}

struct Task {
    id: u64,
    game: SourceGame,
    plies: Vec<usize>,
}

struct Done {
    id: u64,
    records: Vec<(RecordKey, MoveRecord)>,
    failure: Option<String>,
}

/// Makes every record that is wanted and missing, until all are there or `stop`
/// is set. An engine's failure costs the records of its game that were still to
/// be made, and is noted in the file.
pub fn fill(
    store: &mut Store,
    plan: &Plan<'_>,
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> Result<Progress, StoreError> {
    let all_games = store.game_count()?;
    let mut state = Progress {
        all_games,
        ..Progress::default()
    };
    let jobs = plan.jobs.max(1);
    let (tasks, to_do) = bounded::<Task>(jobs);
    let (finished, results) = unbounded::<Done>();
    thread::scope(|scope| {
        for number in 0..jobs {
            let (to_do, finished) = (to_do.clone(), finished.clone());
            let spawned = thread::Builder::new()
                .name(format!("judge {number}"))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || work(plan, &to_do, &finished, stop));
            // Fewer threads than wanted make the same records.
            if spawned.is_err() {
                break;
            }
        }
        drop((to_do, finished));
        let mut in_flight = 0;
        let mut keep = |store: &mut Store, done: Done, state: &mut Progress| {
            store.add_records(&done.records)?;
            if let Some(reason) = &done.failure {
                store.add_failure(done.id, &plan.stamp.engine, reason)?;
                state.failures += 1;
            }
            state.games += 1;
            state.moves += done.records.len() as u64;
            progress(*state);
            Ok::<(), StoreError>(())
        };
        for id in 1..=all_games {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let game = store.game(id)?;
            let plies = missing(store, plan, &game)?;
            if plies.is_empty() {
                state.games += 1;
                continue;
            }
            while in_flight >= 2 * jobs {
                let Ok(done) = results.recv() else { break };
                in_flight -= 1;
                keep(store, done, &mut state)?;
            }
            let mut task = Task { id, game, plies };
            // A full queue is waited for by taking results in.
            loop {
                match tasks.try_send(task) {
                    Ok(()) => break,
                    Err(crossbeam::channel::TrySendError::Full(back)) => {
                        task = back;
                        let Ok(done) = results.recv() else { break };
                        in_flight -= 1;
                        keep(store, done, &mut state)?;
                    }
                    Err(crossbeam::channel::TrySendError::Disconnected(_)) => break,
                }
            }
            in_flight += 1;
        }
        drop(tasks);
        for done in &results {
            keep(store, done, &mut state)?;
        }
        Ok::<(), StoreError>(())
    })?;
    progress(state);
    Ok(state)
}

/// The wanted plies of a game that have no record yet.
fn missing(store: &Store, plan: &Plan<'_>, source: &SourceGame) -> Result<Vec<usize>, StoreError> {
    let wanted = (plan.wanted)(source);
    let mut plies = Vec::new();
    let mut game = Game::new(source.start.clone());
    let mut next = wanted.into_iter().peekable();
    for (index, ply) in source.plies.iter().enumerate() {
        let is_wanted = next.next_if_eq(&index).is_some();
        let Some(mv) = ply.mv else {
            game.play_null();
            continue;
        };
        if is_wanted && !store.has_record(RecordKey::new(&game, mv, plan.stamp))? {
            plies.push(index);
        }
        game.play(mv);
    }
    Ok(plies)
}

fn work(plan: &Plan<'_>, to_do: &Receiver<Task>, finished: &Sender<Done>, stop: &AtomicBool) {
    let mut judge: Result<Box<dyn Judge>, String> = (plan.judge)();
    for task in to_do {
        if stop.load(Ordering::Relaxed) {
            continue;
        }
        let mut done = Done {
            id: task.id,
            records: Vec::with_capacity(task.plies.len()),
            failure: None,
        };
        match &mut judge {
            Ok(judge) => judge_game(judge.as_mut(), plan.stamp, &task, stop, &mut done),
            Err(reason) => done.failure = Some(reason.clone()),
        }
        if finished.send(done).is_err() {
            return;
        }
    }
}

fn judge_game(
    judge: &mut dyn Judge,
    stamp: &Stamp,
    task: &Task,
    stop: &AtomicBool,
    done: &mut Done,
) {
    let mut game = Game::new(task.game.start.clone());
    let mut next = task.plies.iter().copied().peekable();
    for (index, ply) in task.game.plies.iter().enumerate() {
        let is_wanted = next.next_if_eq(&index).is_some();
        let Some(mv) = ply.mv else {
            game.play_null();
            continue;
        };
        if is_wanted {
            match judge.look(&game, mv, stop) {
                Ok(Some(record)) => done
                    .records
                    .push((RecordKey::new(&game, mv, stamp), record)),
                Ok(None) => return,
                Err(reason) => {
                    done.failure = Some(format!("ply {}: {reason}", index + 1));
                    return;
                }
            }
        }
        game.play(mv);
    }
}

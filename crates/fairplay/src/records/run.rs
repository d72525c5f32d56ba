//! Makes the records that a run still lacks, on several threads.
//!
//! Games are handed out in order and what comes back is kept game by game, so
//! that an interruption, however rude, costs at most the games in flight. The
//! records do not depend on how many threads there are. Start with `fill`.

use std::sync::atomic::{AtomicBool, Ordering};

use super::judge::Judge;
use super::record_key::RecordKey;
use super::stamp::Stamp;
use super::store::Store;
use super::store_error::StoreError;
use super::stored_record::StoredRecord;
use crate::games::SourceGame;
use plumb_chess::board::Game;
use plumb_support::spread::{Next, spread};
use plumb_support::wording::say;

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games that are done.
    pub games: u64,
    /// Of these, games that had all records already.
    pub there: u64,
    /// Games in all.
    pub all_games: u64,
    /// Moves looked at in this run.
    pub moves: u64,
    /// Games in which the engine failed.
    pub failures: u64,
}

/// A choice of plies: for a game, those that need records, by their indices from 0.
pub type SelectedPlies<'a> = dyn Fn(&SourceGame) -> Vec<usize> + Sync + 'a;

/// What a run works with.
pub struct Plan<'a> {
    /// Threads that search.
    pub jobs: usize,
    /// Makes an engine; each thread has its own.
    pub judge: &'a (dyn Fn() -> Result<Box<dyn Judge>, String> + Sync),
    /// What the records of these engines depend on. A judge may add records of other
    /// stamps for which its searches serve as well.
    pub stamp: &'a Stamp,
    /// The plies of a game that need records, by their indices from 0.
    pub selected_plies: &'a SelectedPlies<'a>,
}

/// Why records could not be made.
#[derive(Debug, thiserror::Error)]
pub enum FillError {
    /// The run's file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No engine could be started, or none has the memory that it needs: why.
    #[error("{0}")]
    Judge(String),
}

struct Task {
    id: u64,
    game: SourceGame,
    plies: Vec<usize>,
}

/// What a thread tells of the game that it is at.
enum Report {
    /// A move was looked at.
    Move,
    /// The game is over.
    Game(Done),
}

struct Done {
    id: u64,
    records: Vec<StoredRecord>,
    failure: Option<String>,
    /// Stopped before its end.
    is_cut: bool,
}

/// Makes every record that is asked for and missing, until all are there or `stop`
/// is set. An engine's failure costs the records of its game that were still to
/// be made, and is noted in the file. A thread that has no memory for a judge is one
/// fewer; it is an error only where there is none for a single one.
pub fn fill(
    store: &mut Store,
    plan: &Plan<'_>,
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> Result<Progress, FillError> {
    let all_games = store.game_count()?;
    let state = Progress {
        all_games,
        ..Progress::default()
    };
    let mut ids = 1..=all_games;
    let mut context = (store, state);
    let filled: Result<(), FillError> = spread(
        &mut context,
        plan.jobs,
        || {
            let mut judge = (plan.judge)().map_err(FillError::Judge)?;
            Ok(move |task: Task, send: &mut dyn FnMut(Report)| {
                let judge = judge.as_mut();
                let done = work(plan, judge, &task, stop, &mut || send(Report::Move));
                send(Report::Game(done));
            })
        },
        |(store, state)| {
            let Some(id) = ids.next().filter(|_| !stop.load(Ordering::Relaxed)) else {
                return Ok(Next::End);
            };
            let game = store.game(id)?;
            let plies = missing(store, plan.stamp, plan.selected_plies, &game)?;
            if plies.is_empty() {
                state.games += 1;
                state.there += 1;
                return Ok(Next::Nothing);
            }
            Ok(Next::Task(Task { id, game, plies }))
        },
        |(store, state), report| {
            let done = match report {
                Report::Move => {
                    state.moves += 1;
                    progress(*state);
                    return Ok(());
                }
                Report::Game(done) => done,
            };
            store.add_records(&done.records)?;
            if let Some(reason) = &done.failure {
                store.add_failure(done.id, plan.stamp, reason)?;
                state.failures += 1;
            }
            state.games += u64::from(!done.is_cut);
            progress(*state);
            Ok(())
        },
    );
    filled?;
    let (_, state) = context;
    progress(state);
    Ok(state)
}

/// An error if a record that was asked for is missing in a game without an engine failure: it
/// was written and cannot be read, so the file is damaged, and figures without it would be wrong
/// in silence. Also deletes noted failures of games that have all their records by now, because
/// another game had the same positions.
pub fn check_filled(store: &Store, plan: &Plan<'_>) -> Result<(), StoreError> {
    match first_missing(store, plan.stamp, plan.selected_plies)? {
        None => Ok(()),
        Some((file, number, ply)) => {
            let (number, ply) = (number.to_string(), ply.to_string());
            Err(store.damaged_file(say!(run_file.not_found, file, game = number, ply)))
        }
    }
}

/// The first selected move that has no record although no engine failed in its game: file, number
/// of the game and ply, both from 1. Also deletes noted failures of games that have all their
/// records by now.
pub fn first_missing(
    store: &Store,
    stamp: &Stamp,
    selected_plies: &SelectedPlies<'_>,
) -> Result<Option<(String, usize, usize)>, StoreError> {
    for id in 1..=store.game_count()? {
        let game = store.game(id)?;
        let missing = missing(store, stamp, selected_plies, &game)?;
        match (missing.first(), store.failure(id, stamp)?) {
            (None, None) | (Some(_), Some(_)) => {}
            (None, Some(_)) => store.forget_failure(id, stamp)?,
            (Some(index), None) => return Ok(Some((game.file, game.number, index + 1))),
        }
    }
    Ok(None)
}

/// The selected plies of a game that have no record yet.
fn missing(
    store: &Store,
    stamp: &Stamp,
    selected_plies: &SelectedPlies<'_>,
    source: &SourceGame,
) -> Result<Vec<usize>, StoreError> {
    let selected = selected_plies(source);
    let mut plies = Vec::new();
    let mut game = Game::new(source.start.clone());
    let mut next = selected.into_iter().peekable();
    for (index, ply) in source.plies.iter().enumerate() {
        let is_selected = next.next_if_eq(&index).is_some();
        let Some(mv) = ply.mv else {
            game.play_null();
            continue;
        };
        let place = || format!("{}, game {}, ply {}", source.file, source.number, index + 1);
        if is_selected && !store.has_record(RecordKey::new(&game, mv, stamp), &place)? {
            plies.push(index);
        }
        game.play(mv);
    }
    Ok(plies)
}

fn work(
    plan: &Plan<'_>,
    judge: &mut dyn Judge,
    task: &Task,
    stop: &AtomicBool,
    looked: &mut dyn FnMut(),
) -> Done {
    let mut done = Done {
        id: task.id,
        records: Vec::with_capacity(task.plies.len()),
        failure: None,
        is_cut: false,
    };
    match stop.load(Ordering::Relaxed) {
        true => done.is_cut = true,
        false => judge_game(judge, plan.stamp, task, stop, looked, &mut done),
    }
    done
}

fn judge_game(
    judge: &mut dyn Judge,
    stamp: &Stamp,
    task: &Task,
    stop: &AtomicBool,
    looked: &mut dyn FnMut(),
    done: &mut Done,
) {
    let mut game = Game::new(task.game.start.clone());
    let mut next = task.plies.iter().copied().peekable();
    for (index, ply) in task.game.plies.iter().enumerate() {
        let is_selected = next.next_if_eq(&index).is_some();
        let Some(mv) = ply.mv else {
            game.play_null();
            continue;
        };
        if is_selected {
            match judge.records(&game, mv, stop) {
                Ok(Some(records)) => {
                    looked();
                    for (number, (own, record)) in records.into_iter().enumerate() {
                        // The plan may know the judge by a name of its own.
                        let stamp = if number == 0 { stamp } else { &own };
                        let Some(stored) = StoredRecord::of(&game, mv, stamp, &record) else {
                            let place = (index + 1).to_string();
                            done.failure =
                                Some(say!(no_record.misfit, ply = place, engine = stamp.engine));
                            return;
                        };
                        done.records.push(stored);
                    }
                }
                Ok(None) => {
                    done.is_cut = true;
                    return;
                }
                Err(reason) => {
                    let place = (index + 1).to_string();
                    done.failure = Some(say!(no_record.at_ply, ply = place, reason));
                    return;
                }
            }
        }
        game.play(mv);
    }
}

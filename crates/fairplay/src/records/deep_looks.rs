//! Makes the deep looks that a run still lacks: records that are there get one more pair of
//! searches each.
//!
//! A deep look costs more than all the rest of a record in the profile `screen`, so it is made
//! only of moves of those who have enough of them. As with `fill`, whole games are kept, and
//! what comes out does not depend on how many threads there are. Start with
//! `make_deep_looks`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::plumb_judge::PlumbJudge;
use super::record::MoveRecord;
use super::run::{FillError, Progress};
use super::stamp::Stamp;
use super::store::Store;
use super::stored_record::StoredRecord;
use crate::games::SourceGame;
use plumb_chess::board::Game;
use plumb_support::spread::{Next, spread};

/// Tells which plies of a game are chosen, by their indices from 0; told its records, one for
/// each ply.
pub type SelectedPlies<'a> = dyn Fn(&SourceGame, &[Option<MoveRecord>]) -> Vec<usize> + Sync + 'a;

/// What deep looks are made of, and with what.
pub struct DeepPlan<'a> {
    /// Threads that search.
    pub jobs: usize,
    /// Makes an engine; each thread has its own.
    pub judge: &'a (dyn Fn() -> Result<PlumbJudge, String> + Sync),
    /// Whose records get a look.
    pub stamp: &'a Stamp,
    /// Whether any move of a game may get one, which spares reading its records.
    pub is_for: &'a (dyn Fn(&SourceGame) -> bool + Sync),
    /// The plies of a game whose records get one.
    pub selected_plies: &'a SelectedPlies<'a>,
}

struct Task {
    game: SourceGame,
    /// The records that are to get a look, by the indices of their plies.
    records: BTreeMap<usize, MoveRecord>,
}

struct Done {
    records: Vec<StoredRecord>,
    /// Stopped before its end.
    is_cut: bool,
}

/// Makes every deep look that is asked for and missing, until all are there or `stop` is set.
/// First choices get none, nor do moves without a record.
pub fn make_deep_looks(
    store: &mut Store,
    plan: &DeepPlan<'_>,
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
    let stopped = || stop.load(Ordering::Relaxed);
    let made: Result<(), FillError> = spread(
        &mut context,
        plan.jobs,
        || {
            let mut judge = (plan.judge)().map_err(FillError::Judge)?;
            Ok(move |task: Task, send: &mut dyn FnMut(Done)| {
                send(deepened(&mut judge, plan.stamp, &task, stop));
            })
        },
        |(store, state)| {
            let Some(id) = ids.next().filter(|_| !stopped()) else {
                return Ok(Next::End);
            };
            let game = store.game(id)?;
            // Records take long to read.
            let mut all = match (plan.is_for)(&game) {
                true => store.records_of(&game, plan.stamp)?,
                false => Vec::new(),
            };
            let plies = (plan.selected_plies)(&game, &all);
            let own = plies
                .into_iter()
                .filter_map(|index| Some((index, all[index].take()?)));
            let records: BTreeMap<usize, MoveRecord> =
                own.filter(|(_, own)| lacks_look(own)).collect();
            if records.is_empty() {
                state.games += 1;
                state.there += 1;
                return Ok(Next::Nothing);
            }
            Ok(Next::Task(Task { game, records }))
        },
        |(store, state), done: Done| {
            store.replace_records(&done.records)?;
            state.moves += done.records.len() as u64;
            state.games += u64::from(!done.is_cut);
            progress(*state);
            Ok(())
        },
    );
    made?;
    let (_, state) = context;
    progress(state);
    Ok(state)
}

fn lacks_look(record: &MoveRecord) -> bool {
    record.deep_look.is_none() && !record.is_first_choice()
}

/// The records of a task with their looks, as far as they were made before `stop`.
fn deepened(judge: &mut PlumbJudge, stamp: &Stamp, task: &Task, stop: &AtomicBool) -> Done {
    let mut records = Vec::with_capacity(task.records.len());
    let mut game = Game::new(task.game.start.clone());
    for (index, ply) in task.game.plies.iter().enumerate() {
        let Some(mv) = ply.mv else {
            game.play_null();
            continue;
        };
        if let Some(record) = task.records.get(&index)
            && !stop.load(Ordering::Relaxed)
        {
            let deeper = MoveRecord {
                deep_look: judge.deep_look(&game, record, stop),
                ..record.clone()
            };
            // Both searches have a score from the first iteration on, unless they were stopped.
            if deeper.deep_look.is_some() {
                records.extend(StoredRecord::of(&game, mv, stamp, &deeper));
            }
        }
        game.play(mv);
    }
    Done {
        records,
        is_cut: stop.load(Ordering::Relaxed),
    }
}

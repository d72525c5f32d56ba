//! Goes through the games that a zig-zag run still lacks, on several threads.
//!
//! A game is kept when it was gone through to its end: a run's table cannot be
//! kept, so that an interruption costs the games in flight. Start with
//! `fill_zigzag`; `zigzag_records` finds what is kept.

use std::sync::atomic::{AtomicBool, Ordering};

use sha2::{Digest, Sha256};

use super::procedure::{Zigzag, zigzag_prefix};
use super::record::ZigzagRecord;
use super::settings::{TestedSides, ZigzagError};
use crate::games::SourceGame;
use crate::records::{Stamp, Store, StoreError};
use plumb_chess::notation::pgn::PgnProblem;
use plumb_support::spread::{Next, spread};

/// What a zig-zag run works with.
pub struct ZigzagPlan<'a> {
    /// Threads, each with an engine and tables of its own.
    pub jobs: usize,
    /// Makes an engine.
    pub new: &'a (dyn Fn() -> Result<Zigzag, ZigzagError> + Sync),
    /// What the records depend on besides the game.
    pub stamp: &'a Stamp,
    /// Whose moves are tested.
    pub tested: TestedSides,
}

/// A game that is over.
#[derive(Debug)]
pub struct ZigzagProgress {
    /// Where and why there are no records, if the engine failed.
    pub failure: Option<PgnProblem>,
}

struct Task {
    id: u64,
    game: SourceGame,
    first: usize,
}

/// The records of a whole game whose first ply after the book is `first`, if they
/// are kept.
pub fn zigzag_records(
    store: &Store,
    game: &SourceGame,
    tested: TestedSides,
    first: usize,
    stamp: &Stamp,
) -> Result<Option<Vec<ZigzagRecord>>, StoreError> {
    match store.note(key(game, tested, first, stamp))? {
        Some(text) => serde_json::from_str(&text)
            .map(Some)
            .map_err(|error| store.failed(error)),
        None => Ok(None),
    }
}

/// Goes through every game without records until all have them or `stop` is set.
/// `first` says of a game how many of its plies are book; `each` is told of every
/// game that is over.
pub fn fill_zigzag<E: From<StoreError> + From<ZigzagError>>(
    store: &mut Store,
    plan: &ZigzagPlan<'_>,
    first: &dyn Fn(&SourceGame) -> Result<usize, E>,
    stop: &AtomicBool,
    mut each: impl FnMut(ZigzagProgress),
) -> Result<(), E> {
    let mut ids = 1..=store.game_count()?;
    let mut context = (store, &mut each);
    spread(
        &mut context,
        plan.jobs,
        || {
            let mut zigzag = (plan.new)()?;
            Ok(move |task: Task, send: &mut dyn FnMut(_)| {
                let found = go_through(&mut zigzag, plan.tested, &task, stop);
                send((task, found));
            })
        },
        |(store, each)| {
            let Some(id) = ids.next().filter(|_| !stop.load(Ordering::Relaxed)) else {
                return Ok(Next::End);
            };
            let game = store.game(id)?;
            let first = first(&game)?;
            if store.has_note(key(&game, plan.tested, first, plan.stamp))? {
                each(ZigzagProgress { failure: None });
                return Ok(Next::Nothing);
            }
            Ok(Next::Task(Task { id, game, first }))
        },
        |(store, each), (task, found)| {
            let failure = match found {
                Ok(Some(records)) => {
                    let text =
                        serde_json::to_string(&records).map_err(|error| store.failed(error))?;
                    let key = key(&task.game, plan.tested, task.first, plan.stamp);
                    store.add_note(key, &text)?;
                    None
                }
                Ok(None) => return Ok(()),
                Err(error) => {
                    store.add_failure(task.id, plan.stamp, &error)?;
                    Some(task.game.problem(error))
                }
            };
            each(ZigzagProgress { failure });
            Ok(())
        },
    )
}

/// The records of a game; none if it was interrupted.
fn go_through(
    zigzag: &mut Zigzag,
    tested: TestedSides,
    task: &Task,
    stop: &AtomicBool,
) -> Result<Option<Vec<ZigzagRecord>>, String> {
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut records = Vec::new();
    let mut keep = |record| records.push(record);
    let is_whole = zigzag
        .run(&task.game, tested, task.first, stop, &mut keep)
        .map_err(|error| error.to_string())?;
    Ok(is_whole.then_some(records))
}

/// Where the records of a whole game are kept.
fn key(game: &SourceGame, tested: TestedSides, first: usize, stamp: &Stamp) -> [u8; 16] {
    let prefix = zigzag_prefix(game, tested, first, game.plies.len());
    let text = format!(
        "zigzag\0{}\0{}\0{}\0{prefix}",
        stamp.engine, stamp.version, stamp.settings
    );
    let digest = Sha256::digest(text.as_bytes());
    let mut key = [0; 16];
    key.copy_from_slice(&digest[..16]);
    key
}

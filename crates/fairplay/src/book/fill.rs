//! Games into an index.
//!
//! Games are written at once, their positions in large batches sorted by key,
//! so that a file larger than memory is gone through once for each batch and
//! not for each position. A batch is one transaction: a run that is killed
//! loses the batch and nothing else, and the same games can be added again.
//!
//! What an index says doesn't depend on the order in which games come: of games
//! of the same day those with the smaller hash are a position's first.

use rusqlite::{Connection, OptionalExtension, Row, Statement};

use super::batch::{Batch, WaitingGame};
use super::error::BookError;
use super::identity;
use super::index::Index;
use crate::games::SourceGame;
use plumb_support::random::mixed;

/// Positions that wait to be written, at 16 bytes each.
const BATCH: usize = 1 << 23;

/// What came of adding a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddOutcome {
    /// It is new.
    New,
    /// The same moves are there already, of the same day or an earlier one.
    Known,
    /// The same moves were there already, of a later day, which is corrected.
    Earlier,
    /// It has no moves.
    Empty,
}

impl Index {
    /// Adds a game. It counts from the next `commit` on, which comes by itself
    /// after some hundred thousand games.
    pub fn add(&mut self, game: &SourceGame) -> Result<AddOutcome, BookError> {
        if game.plies.is_empty() {
            return Ok(AddOutcome::Empty);
        }
        let hash = identity::game_hash(game) as i64;
        let day = game.date().earliest();
        let registered = self.register(hash, day);
        let (id, added) = registered.map_err(self.failed())?;
        if added == AddOutcome::Known {
            return Ok(added);
        }
        let mut keys: Vec<i64> = identity::positions(game, self.plies())
            .map(|position| identity::key(&position) as i64)
            .collect();
        // A position that came back counts once.
        keys.sort_unstable();
        keys.dedup();
        let batch = &mut self.batch;
        let number = batch.games.len() as u32;
        batch.games.push(WaitingGame {
            id,
            hash,
            day,
            is_new: added == AddOutcome::New,
        });
        batch
            .positions
            .extend(keys.into_iter().map(|key| (key, number)));
        if batch.positions.len() >= BATCH {
            self.commit()?;
        }
        Ok(added)
    }

    /// The game's row, made or corrected.
    fn register(&mut self, hash: i64, day: Option<u32>) -> rusqlite::Result<(i64, AddOutcome)> {
        if !self.batch.is_open {
            self.db.execute_batch("BEGIN IMMEDIATE")?;
            self.batch.is_open = true;
        }
        let mut known = self
            .db
            .prepare("SELECT id, day FROM games WHERE hash = ?1")?;
        let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let found: Option<(i64, Option<u32>)> = known.query_row([hash], row).optional()?;
        Ok(match found {
            None => {
                self.db
                    .execute("INSERT INTO games (hash, day) VALUES (?1, ?2)", (hash, day))?;
                self.batch.new_games += 1;
                self.batch.change_fingerprint(mark(hash, day));
                (self.db.last_insert_rowid(), AddOutcome::New)
            }
            Some((id, there)) if is_earlier(day, there) => {
                self.db
                    .execute("UPDATE games SET day = ?2 WHERE id = ?1", (id, day))?;
                let difference = mark(hash, day).wrapping_sub(mark(hash, there));
                self.batch.change_fingerprint(difference);
                (id, AddOutcome::Earlier)
            }
            Some((id, _)) => (id, AddOutcome::Known),
        })
    }

    /// Writes what has been added; without it, games since the last commit are
    /// lost when the index is closed.
    pub fn commit(&mut self) -> Result<(), BookError> {
        if !self.batch.is_open {
            return Ok(());
        }
        let mut batch = std::mem::take(&mut self.batch);
        batch.positions.sort_unstable();
        let written = write(&self.db, &batch).and_then(|()| self.db.execute_batch("COMMIT"));
        written.map_err(|error| {
            // The next game shall find no half-finished transaction.
            let _ = self.db.execute_batch("ROLLBACK");
            self.failed()(error)
        })
    }
}

fn is_earlier(day: Option<u32>, there: Option<u32>) -> bool {
    day.is_some_and(|day| there.is_none_or(|there| day < there))
}

/// A game's share in the fingerprint, which is the sum of all.
fn mark(hash: i64, day: Option<u32>) -> i64 {
    let day = u64::from(day.unwrap_or(0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed(hash as u64 ^ day) as i64
}

/// Adds to a number of the meta table. In here, because SQLite's own addition
/// doesn't wrap.
fn change(db: &Connection, name: &str, by: i64) -> rusqlite::Result<()> {
    let there: i64 = db.query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| {
        row.get(0)
    })?;
    let value = there.wrapping_add(by);
    db.execute("UPDATE meta SET value = ?2 WHERE name = ?1", (name, value))?;
    Ok(())
}

/// A game that has a position: its day, hash and row. Sorted by that, the
/// first come first.
type Place = (u32, i64, i64);

/// A position's row.
#[derive(Default)]
struct Entry {
    games: i64,
    /// The first two, which are different games.
    first: [Option<Place>; 2],
}

impl Entry {
    /// A game has the position too. One that is there already may have an
    /// earlier day now; one that was pushed out may come back in.
    fn offer(&mut self, place: Place) {
        let [first, second] = self.first;
        let mut all = [first, second, Some(place)];
        let is_same = |there: &Place| there.1 == place.1;
        if let Some(at) = all[..2]
            .iter()
            .position(|p| p.as_ref().is_some_and(is_same))
        {
            all[at] = all[at].min(Some(place));
            all[2] = None;
        }
        // `None` sorts last.
        all.sort_by_key(|place| (place.is_none(), *place));
        self.first = [all[0], all[1]];
    }
}

fn write(db: &Connection, batch: &Batch) -> rusqlite::Result<()> {
    let is_empty: bool =
        db.query_row("SELECT NOT EXISTS (SELECT 1 FROM positions)", [], |row| {
            row.get(0)
        })?;
    let mut read = db.prepare(
        "SELECT p.games, a.day, a.hash, a.id, b.day, b.hash, b.id FROM positions p
         LEFT JOIN games a ON a.id = p.first LEFT JOIN games b ON b.id = p.second
         WHERE p.key = ?1",
    )?;
    let mut write = db.prepare("INSERT OR REPLACE INTO positions VALUES (?1, ?2, ?3, ?4)")?;
    let mut new = 0;
    for group in batch.positions.chunk_by(|a, b| a.0 == b.0) {
        let key = group[0].0;
        let there = if is_empty {
            None
        } else {
            entry(&mut read, key)?
        };
        new += i64::from(there.is_none());
        let mut entry = there.unwrap_or_default();
        for (_, number) in group {
            let game = &batch.games[*number as usize];
            entry.games += i64::from(game.is_new);
            if let Some(day) = game.day {
                entry.offer((day, game.hash, game.id));
            }
        }
        let [first, second] = entry.first.map(|place| place.map(|(_, _, id)| id));
        write.execute((key, entry.games, first, second))?;
    }
    change(db, "positions", new)?;
    change(db, "games", batch.new_games)?;
    change(db, "fingerprint", batch.fingerprint)
}

fn entry(read: &mut Statement<'_>, key: i64) -> rusqlite::Result<Option<Entry>> {
    let place = |row: &Row<'_>, at| -> rusqlite::Result<Option<Place>> {
        let day: Option<u32> = row.get(at)?;
        let hash: Option<i64> = row.get(at + 1)?;
        let id: Option<i64> = row.get(at + 2)?;
        Ok(day
            .zip(hash.zip(id))
            .map(|(day, (hash, id))| (day, hash, id)))
    };
    let found = read.query_row([key], |row| {
        Ok(Entry {
            games: row.get(0)?,
            first: [place(row, 1)?, place(row, 4)?],
        })
    });
    found.optional()
}

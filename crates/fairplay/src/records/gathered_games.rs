//! Games from several places, put in order by file and number: in a file that SQLite makes
//! and takes away again, so that memory stays flat however many games there are.
//!
//! Start with `GatheredGames::add`.

use std::cell::RefCell;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::store_error::StoreError;
use super::stored_game::StoredGame;
use crate::games::SourceGame;
use plumb_chess::notation::pgn::PgnProblem;

/// What was read at one place of the input.
#[derive(Clone, Debug, PartialEq)]
pub struct GatheredEntry {
    /// A game, or why there is none.
    pub found: Result<SourceGame, PgnProblem>,
    /// Engines that failed in the game, as the run's file names them, and why.
    pub failures: Vec<(String, String)>,
}

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertOutcome {
    /// It is kept.
    New,
    /// The same was there already.
    Again,
    /// Something else was there already, from this source.
    Differs(usize),
}

/// The entries so far.
pub struct GatheredGames {
    connection: Connection,
    /// What went wrong while entries were read back.
    failed: RefCell<Option<StoreError>>,
}

/// The rank of a file, its name, and a number in it.
type Place = (i64, String, i64);

/// An entry without its place.
#[derive(Serialize, Deserialize)]
enum Content {
    Game(StoredGame),
    Problem { reason: String, is_no_game: bool },
}

impl GatheredGames {
    /// Nothing yet.
    pub fn new() -> Result<GatheredGames, StoreError> {
        let connection = Connection::open("").map_err(failed)?;
        connection
            .execute_batch(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
                 CREATE TABLE entries (
                     rank INTEGER NOT NULL, file TEXT NOT NULL, number INTEGER NOT NULL,
                     line INTEGER NOT NULL, content TEXT NOT NULL, failures TEXT NOT NULL,
                     source INTEGER NOT NULL, PRIMARY KEY (rank, file, number)) WITHOUT ROWID;
                 BEGIN;",
            )
            .map_err(failed)?;
        Ok(GatheredGames {
            connection,
            failed: RefCell::default(),
        })
    }

    /// Takes an entry of a source; files go by `rank`, those of one rank by their names.
    pub fn add(
        &mut self,
        source: usize,
        rank: usize,
        entry: &GatheredEntry,
    ) -> Result<InsertOutcome, StoreError> {
        let (file, number, line, content) = match &entry.found {
            Ok(game) => {
                let content = Content::Game(StoredGame::of(game));
                (&game.file, game.number, game.line, content)
            }
            Err(problem) => {
                let content = Content::Problem {
                    reason: problem.reason.clone(),
                    is_no_game: problem.is_no_game,
                };
                (&problem.file, problem.number, problem.line, content)
            }
        };
        let content = serde_json::to_string(&content).map_err(failed)?;
        let place = (rank as i64, file, number as i64);
        let there: Option<(i64, String, i64)> = self
            .connection
            .prepare_cached(
                "SELECT line, content, source FROM entries
                 WHERE rank = ?1 AND file = ?2 AND number = ?3",
            )
            .and_then(|mut found| {
                let columns = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
                found.query_row(place, columns).optional()
            })
            .map_err(failed)?;
        if let Some((other_line, other, other_source)) = there {
            let is_same = (other_line, other) == (line as i64, content);
            return Ok(match is_same {
                true => InsertOutcome::Again,
                false => InsertOutcome::Differs(other_source as usize),
            });
        }
        let failures = serde_json::to_string(&entry.failures).map_err(failed)?;
        self.connection
            .prepare_cached("INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
            .and_then(|mut insert| {
                let (rank, file, number) = place;
                insert.execute(params![
                    rank,
                    file,
                    number,
                    line as i64,
                    content,
                    failures,
                    source as i64
                ])
            })
            .map_err(failed)?;
        Ok(InsertOutcome::New)
    }

    /// All entries in order. Where one cannot be read back they end, and
    /// [`check`](GatheredGames::check) says why.
    pub fn entries(&self) -> impl Iterator<Item = GatheredEntry> + '_ {
        let mut last = (-1, String::new(), 0);
        std::iter::from_fn(move || match self.after(&last) {
            Ok(found) => {
                let (place, entry) = found?;
                last = place;
                Some(entry)
            }
            Err(error) => {
                self.failed.replace(Some(error));
                None
            }
        })
    }

    /// Whether all entries were read back.
    pub fn check(&self) -> Result<(), StoreError> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// The first number that a file lacks before its last: which file and number.
    pub fn gap(&self) -> Result<Option<(String, u64)>, StoreError> {
        let found: Option<(String, i64)> = self
            .connection
            .query_row(
                "SELECT file, expected FROM (
                     SELECT rank, file, number, row_number() OVER
                         (PARTITION BY rank, file ORDER BY number) AS expected FROM entries)
                 WHERE number <> expected ORDER BY rank, file, number LIMIT 1",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()
            .map_err(failed)?;
        Ok(found.map(|(file, number)| (file, number as u64)))
    }

    fn after(&self, last: &Place) -> Result<Option<(Place, GatheredEntry)>, StoreError> {
        let row = self
            .connection
            .prepare_cached(
                "SELECT rank, file, number, line, content, failures FROM entries
                 WHERE (rank, file, number) > (?1, ?2, ?3)
                 ORDER BY rank, file, number LIMIT 1",
            )
            .and_then(|mut next| {
                next.query_row(params![last.0, last.1, last.2], Columns::of)
                    .optional()
            })
            .map_err(failed)?;
        let Some(row) = row else { return Ok(None) };
        let place = (row.rank, row.file.clone(), row.number);
        let (number, line) = (row.number as usize, row.line as u64);
        let found = match serde_json::from_str(&row.content).map_err(failed)? {
            Content::Game(game) => Ok(game.game(row.file, number, line).map_err(failed)?),
            Content::Problem { reason, is_no_game } => Err(PgnProblem {
                file: row.file,
                is_no_game,
                ..PgnProblem::of_game(number, line, reason)
            }),
        };
        let failures = serde_json::from_str(&row.failures).map_err(failed)?;
        Ok(Some((place, GatheredEntry { found, failures })))
    }
}

/// A row.
struct Columns {
    rank: i64,
    file: String,
    number: i64,
    line: i64,
    content: String,
    failures: String,
}

impl Columns {
    fn of(row: &Row<'_>) -> rusqlite::Result<Columns> {
        Ok(Columns {
            rank: row.get(0)?,
            file: row.get(1)?,
            number: row.get(2)?,
            line: row.get(3)?,
            content: row.get(4)?,
            failures: row.get(5)?,
        })
    }
}

/// The file has no name that would help anybody.
fn failed(error: impl std::fmt::Display) -> StoreError {
    StoreError::new(Path::new("the temporary file of games"), error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::games;

    #[test]
    fn entries_come_back_in_order_and_doubles_are_told() {
        let text =
            "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e4 e4 *\n\n[White \"C\"]\n\n1. d4 *\n";
        let entry = |found| GatheredEntry {
            found,
            failures: vec![("Engine 1".to_owned(), "it died".to_owned())],
        };
        let read = |file| games(file, text.as_bytes()).map(entry).collect();
        let (one, two): (Vec<_>, Vec<_>) = (read("b.pgn"), read("a.pgn"));
        let mut gathered = GatheredGames::new().unwrap();
        for entry in two.iter().rev() {
            assert_eq!(gathered.add(0, 0, entry).unwrap(), InsertOutcome::New);
        }
        assert_eq!(gathered.gap().unwrap(), None);
        for entry in [&one[2], &one[0]] {
            assert_eq!(gathered.add(1, 0, entry).unwrap(), InsertOutcome::New);
        }
        assert_eq!(gathered.gap().unwrap(), Some(("b.pgn".to_owned(), 2)));
        gathered.add(1, 0, &one[1]).unwrap();
        assert_eq!(gathered.gap().unwrap(), None);
        assert_eq!(gathered.add(2, 0, &one[1]).unwrap(), InsertOutcome::Again);
        let mut other = one[0].clone();
        other.found.as_mut().unwrap().plies.clear();
        assert_eq!(
            gathered.add(2, 0, &other).unwrap(),
            InsertOutcome::Differs(1)
        );
        let all: Vec<_> = gathered.entries().collect();
        gathered.check().unwrap();
        assert_eq!(all, [two, one].concat());
    }
}

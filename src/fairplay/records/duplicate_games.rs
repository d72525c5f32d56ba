//! Games that are there twice, found while they are read into a run.

use rusqlite::{Connection, OptionalExtension, Result, Statement, params};

use super::stored_game::game_key;
use crate::fairplay::games::{Problem, SourceGame};

/// The games read so far, in a temporary table of SQLite, so that memory stays flat
/// however many they are.
pub(super) struct DuplicateGames<'c> {
    place: Statement<'c>,
    add: Statement<'c>,
}

impl DuplicateGames<'_> {
    /// Nothing was seen yet.
    pub(super) fn new(connection: &Connection) -> Result<DuplicateGames<'_>> {
        connection.execute_batch(
            "CREATE TEMP TABLE IF NOT EXISTS seen (
                 key BLOB PRIMARY KEY, place TEXT NOT NULL) WITHOUT ROWID;
             DELETE FROM seen;",
        )?;
        Ok(DuplicateGames {
            place: connection.prepare("SELECT place FROM seen WHERE key = ?1")?,
            add: connection.prepare("INSERT INTO seen VALUES (?1, ?2)")?,
        })
    }

    /// The problem with a game that was there already: the same moves by the same
    /// players.
    pub(super) fn problem(&mut self, game: &SourceGame) -> Result<Option<Problem>> {
        let Some(key) = game_key(game) else {
            return Ok(None);
        };
        let first: Option<String> = self.place.query_row([key], |row| row.get(0)).optional()?;
        let Some(first) = first else {
            let place = format!("game {} of {}", game.number, game.file);
            self.add.execute(params![key, place])?;
            return Ok(None);
        };
        Ok(Some(Problem {
            file: game.file.clone(),
            number: game.number,
            line: game.line,
            reason: format!("it is {first} again"),
            is_no_game: false,
        }))
    }
}

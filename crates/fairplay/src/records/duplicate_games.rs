//! Games that are there twice, found while they are read into a run.

use rusqlite::{Connection, OptionalExtension, Result, Row, Statement, params};

use super::stored_game::game_key;
use crate::games::SourceGame;
use plumb_chess::notation::pgn::PgnProblem;
use plumb_support::wording::say;

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
                 key BLOB PRIMARY KEY, number INTEGER NOT NULL, file TEXT NOT NULL) WITHOUT ROWID;
             DELETE FROM seen;",
        )?;
        Ok(DuplicateGames {
            place: connection.prepare("SELECT number, file FROM seen WHERE key = ?1")?,
            add: connection.prepare("INSERT INTO seen VALUES (?1, ?2, ?3)")?,
        })
    }

    /// The problem with a game that was there already: the same moves by the same
    /// players.
    pub(super) fn problem(&mut self, game: &SourceGame) -> Result<Option<PgnProblem>> {
        let Some(key) = game_key(game) else {
            return Ok(None);
        };
        let place = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?));
        let Some((number, file)) = self.place.query_row([key], place).optional()? else {
            self.add
                .execute(params![key, game.number as i64, game.file])?;
            return Ok(None);
        };
        Ok(Some(game.problem(say!(unreadable.again, number, file))))
    }
}

//! Games that are there twice, found while they are read into a run.

use rusqlite::{Connection, OptionalExtension, Result, Statement, params};

use super::game::SourceGame;
use super::kept::game_key;
use super::source::Problem;

/// What was seen, in a table that SQLite keeps apart and takes away itself, so that
/// memory stays flat.
pub(super) struct Repeated<'c> {
    place: Statement<'c>,
    add: Statement<'c>,
}

impl Repeated<'_> {
    /// Nothing was seen yet.
    pub(super) fn new(connection: &Connection) -> Result<Repeated<'_>> {
        connection.execute_batch(
            "CREATE TEMP TABLE IF NOT EXISTS seen (
                 key BLOB PRIMARY KEY, place TEXT NOT NULL) WITHOUT ROWID;
             DELETE FROM seen;",
        )?;
        Ok(Repeated {
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
        }))
    }
}

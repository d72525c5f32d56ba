//! What games add to players and events, on disk: a database that SQLite makes without a name,
//! keeps in its cache while it is small, and takes away again, so that memory stays flat however
//! many players and games there are.
//!
//! Games are put in first, then read back player by player and event by event, each in the order
//! of names. Start with `SumsFile::add`.

use std::fmt;

use rusqlite::{Connection, OptionalExtension, Params, Row, params};

use super::error::AuditError;
use crate::figures::{GameSums, PackedSums, pack};

/// The sums of all passes of a run, by game and side.
pub(super) struct SumsFile {
    connection: Connection,
}

/// A game of a player: the sums of both sides, a pass after the other.
pub(super) struct PlayerGame<'r> {
    /// The game's place in the input.
    pub(super) id: u64,
    pub(super) event: Option<&'r str>,
    pub(super) own: PackedSums<'r>,
    pub(super) opponent: PackedSums<'r>,
    pub(super) is_against_computer: bool,
}

/// A game of an event: the sums of both sides, a pass after the other.
pub(super) struct EventGame<'r> {
    /// The game's place in the input.
    pub(super) id: u64,
    pub(super) sides: [PackedSums<'r>; 2],
    /// Which of them are a computer's.
    pub(super) computers: [bool; 2],
}

/// How many sides of games a name has.
#[derive(Clone, Copy)]
pub(super) struct SideCounts {
    pub(super) people: u64,
    pub(super) computers: u64,
}

impl SideCounts {
    /// Whether the name is a computer's in all of its games.
    pub(super) fn is_computer(self) -> bool {
        self.people == 0 && self.computers > 0
    }
}

/// Each of these tables has the names that are read back in order.
#[derive(Clone, Copy)]
enum Names {
    Players,
    Events,
}

impl SumsFile {
    /// Nothing yet.
    pub(super) fn new() -> Result<SumsFile, AuditError> {
        let connection = Connection::open("").map_err(failed)?;
        // Without a name it is nobody's after a crash, and needs no journal.
        connection
            .execute_batch(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;
                 CREATE TABLE games (
                     id INTEGER PRIMARY KEY, event TEXT, white BLOB NOT NULL, black BLOB NOT NULL,
                     white_computer INTEGER NOT NULL, black_computer INTEGER NOT NULL);
                 CREATE TABLE sides (
                     name TEXT NOT NULL, game INTEGER NOT NULL, is_black INTEGER NOT NULL,
                     is_computer INTEGER NOT NULL);
                 BEGIN;",
            )
            .map_err(failed)?;
        Ok(SumsFile { connection })
    }

    /// Adds a game by its place in the input, with its sums by every pass.
    pub(super) fn add(
        &mut self,
        id: u64,
        names: [Option<&str>; 2],
        event: Option<&str>,
        passes: &[GameSums],
    ) -> Result<(), AuditError> {
        let white = pack(passes.iter().map(|sums| &sums.white));
        let black = pack(passes.iter().map(|sums| &sums.black));
        let computers = passes.first().map_or([false; 2], |sums| sums.computers);
        let game = params![id as i64, event, white, black, computers[0], computers[1]];
        self.connection
            .prepare_cached("INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
            .and_then(|mut insert| insert.execute(game))
            .map_err(failed)?;
        let sides = [false, true].into_iter().zip(names).zip(computers);
        for ((is_black, name), is_computer) in sides {
            let Some(name) = name else { continue };
            let side = params![name, id as i64, is_black, is_computer];
            self.connection
                .prepare_cached("INSERT INTO sides VALUES (?1, ?2, ?3, ?4)")
                .and_then(|mut insert| insert.execute(side))
                .map_err(failed)?;
        }
        Ok(())
    }

    /// Puts names in order when all games are there: sorting once costs less than keeping
    /// order.
    pub(super) fn sort(&mut self) -> Result<(), AuditError> {
        self.connection
            .execute_batch(
                "CREATE INDEX sides_by_name ON sides (name, is_computer, game, is_black);
                 CREATE INDEX games_by_event ON games (event, id) WHERE event IS NOT NULL;",
            )
            .map_err(failed)
    }

    /// The first player by name, or the first after another.
    pub(super) fn next_player(&self, after: Option<&str>) -> Result<Option<String>, AuditError> {
        self.next_name(Names::Players, after)
    }

    /// The first event by name, or the first after another.
    pub(super) fn next_event(&self, after: Option<&str>) -> Result<Option<String>, AuditError> {
        self.next_name(Names::Events, after)
    }

    fn next_name(&self, names: Names, after: Option<&str>) -> Result<Option<String>, AuditError> {
        let first = match names {
            Names::Players => "SELECT name FROM sides ORDER BY name LIMIT 1",
            Names::Events => {
                "SELECT event FROM games WHERE event IS NOT NULL ORDER BY event LIMIT 1"
            }
        };
        let next = match names {
            Names::Players => "SELECT name FROM sides WHERE name > ?1 ORDER BY name LIMIT 1",
            Names::Events => "SELECT event FROM games WHERE event > ?1 ORDER BY event LIMIT 1",
        };
        let name = |row: &Row<'_>| row.get(0);
        let found = match after {
            None => (self.connection.prepare_cached(first))
                .and_then(|mut statement| statement.query_row([], name).optional()),
            Some(after) => (self.connection.prepare_cached(next))
                .and_then(|mut statement| statement.query_row([after], name).optional()),
        };
        found.map_err(failed)
    }

    /// How many sides of games a player has.
    pub(super) fn side_counts(&self, player: &str) -> Result<SideCounts, AuditError> {
        let counts = "SELECT count(*) FILTER (WHERE NOT is_computer),
                             count(*) FILTER (WHERE is_computer) FROM sides WHERE name = ?1";
        let number = |row: &Row<'_>, at| row.get::<_, i64>(at).map(|number| number as u64);
        (self.connection.prepare_cached(counts))
            .and_then(|mut statement| {
                statement.query_row([player], |row| {
                    Ok(SideCounts {
                        people: number(row, 0)?,
                        computers: number(row, 1)?,
                    })
                })
            })
            .map_err(failed)
    }

    /// Shows every game of a player in the order of the input; one against himself from
    /// White's side and then from Black's. Where a name is a person's in some games and a
    /// computer's in others, the person's are shown.
    pub(super) fn each_game(
        &self,
        player: &str,
        mut each: impl FnMut(PlayerGame<'_>) -> Option<()>,
    ) -> Result<(), AuditError> {
        let is_computer = self.side_counts(player)?.is_computer();
        let games = "SELECT game, is_black, event, white, black, white_computer, black_computer
                     FROM sides JOIN games ON games.id = sides.game
                     WHERE name = ?1 AND is_computer = ?2
                     ORDER BY name, is_computer, game, is_black";
        self.each_row(games, params![player, is_computer], |row| {
            let is_black: bool = row.get(1)?;
            let (own, opponent) = if is_black { (4, 3) } else { (3, 4) };
            Ok(each(PlayerGame {
                id: row.get::<_, i64>(0)? as u64,
                event: row.get_ref(2)?.as_str_or_null()?,
                own: PackedSums::new(row.get_ref(own)?.as_blob()?),
                opponent: PackedSums::new(row.get_ref(opponent)?.as_blob()?),
                is_against_computer: row.get(opponent + 2)?,
            }))
        })
    }

    /// Shows every game of an event in the order of the input.
    pub(super) fn each_game_of_event(
        &self,
        event: &str,
        mut each: impl FnMut(EventGame<'_>) -> Option<()>,
    ) -> Result<(), AuditError> {
        let games = "SELECT id, white, black, white_computer, black_computer FROM games
                     WHERE event = ?1 ORDER BY event, id";
        self.each_row(games, [event], |row| {
            Ok(each(EventGame {
                id: row.get::<_, i64>(0)? as u64,
                sides: [
                    PackedSums::new(row.get_ref(1)?.as_blob()?),
                    PackedSums::new(row.get_ref(2)?.as_blob()?),
                ],
                computers: [row.get(3)?, row.get(4)?],
            }))
        })
    }

    /// Shows every row that a query finds; one that is not as it was written is an error.
    fn each_row(
        &self,
        query: &str,
        values: impl Params,
        mut each: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<()>>,
    ) -> Result<(), AuditError> {
        let mut statement = self.connection.prepare_cached(query).map_err(failed)?;
        let mut rows = statement.query(values).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let is_whole = each(row).map_err(failed)?.is_some();
            if !is_whole {
                return Err(failed("a game of it cannot be read back"));
            }
        }
        Ok(())
    }
}

/// The file has no name; where it is depends on the system.
fn failed(error: impl fmt::Display) -> AuditError {
    AuditError::Output(format!(
        "the temporary file of sums of players and events (in the folder that TMPDIR names, or \
         the system's): {error}"
    ))
}

#[cfg(test)]
#[path = "sums_file_tests.rs"]
mod tests;

//! What a run keeps: its games and the records of their moves, in one SQLite
//! file, so that nothing already computed is lost.
//!
//! A record is found by the position (with halfmove clock and repetition
//! history), the move, and the judge's stamp; whatever is in here can therefore
//! be used again by any later run with the same settings. Games are kept as
//! they were read, so that reports need no input. Everything stands there with a sum: a damaged
//! record, or text that was stored for a game, counts as missing and is made again; all else that
//! is damaged is an error. Start with `Store::open`.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::checksum::{opened, opened_text, sealed, sealed_text};
use super::codec;
use super::coordinates::coordinates;
use super::duplicate_games::DuplicateGames;
use super::record::MoveRecord;
use super::record_key::RecordKey;
use super::stamp::Stamp;
use super::store_error::{StoreError, is_unreadable};
use super::stored_game::{StoredGame, written_names};
use super::stored_record::StoredRecord;
use crate::games::{SourceGame, Spellings};
use plumb_chess::board::{Color, Game, Move};
use plumb_chess::notation::pgn::PgnProblem;
use plumb_support::wording::{say, text};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// The layout of the file; another one is not read.
const FORMAT: &str = "plumb fairplay run 4";
/// Where the layout stands, without a sum, so that every version can read it.
const FORMAT_KEY: &str = "format";

/// A run's file.
pub struct Store {
    pub(super) connection: Connection,
    pub(super) path: PathBuf,
    /// What was found damaged, and counts as missing since.
    damaged: RefCell<Vec<String>>,
    /// By spelling of a player's name: the one shown in its place, once a game was asked for.
    shown_names: OnceCell<HashMap<String, String>>,
}

impl Store {
    /// Opens a run's file, or begins one. One whose pages do not hang together is an error:
    /// a record that is in the wrong place is never found, however often it is made again.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::begin(path, true)
    }

    /// The same without looking through the whole file.
    pub(crate) fn open_unchecked(path: &Path) -> Result<Store, StoreError> {
        Store::begin(path, false)
    }

    fn begin(path: &Path, is_checked: bool) -> Result<Store, StoreError> {
        let failed = |reason: String| StoreError::new(path, reason);
        let connection = Connection::open(path).map_err(|error| failed(error.to_string()))?;
        let store = Store {
            connection,
            path: path.to_owned(),
            damaged: RefCell::default(),
            shown_names: OnceCell::new(),
        };
        let is_foreign = "SELECT count(*) > 0 AND sum(name = 'meta') = 0 FROM sqlite_master WHERE type = 'table'";
        let is_foreign = store.connection.query_row(is_foreign, [], |row| row.get(0));
        if is_foreign.map_err(|error| store.database(error))? {
            return Err(failed(text!(run_file.foreign).to_owned()));
        }
        if is_checked {
            store.check_pages()?;
        }
        store.run(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
             CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
             CREATE TABLE IF NOT EXISTS games (
                 id INTEGER PRIMARY KEY, file TEXT NOT NULL, number INTEGER NOT NULL,
                 line INTEGER NOT NULL, game TEXT NOT NULL);
             CREATE TABLE IF NOT EXISTS problems (
                 id INTEGER PRIMARY KEY, file TEXT NOT NULL, number INTEGER NOT NULL,
                 line INTEGER NOT NULL, reason TEXT NOT NULL);
             CREATE TABLE IF NOT EXISTS records (
                 key BLOB PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID;
             CREATE TABLE IF NOT EXISTS notes (
                 key BLOB PRIMARY KEY, note TEXT NOT NULL) WITHOUT ROWID;
             CREATE TABLE IF NOT EXISTS failures (
                 game INTEGER NOT NULL, engine TEXT NOT NULL, reason TEXT NOT NULL,
                 PRIMARY KEY (game, engine));",
        )?;
        match store.value(FORMAT_KEY)? {
            None => store.set_value(FORMAT_KEY, FORMAT)?,
            Some(found) if found == FORMAT => {}
            Some(found) => {
                return Err(failed(say!(run_file.other_format, found, format = FORMAT)));
            }
        }
        if is_checked {
            store.check_notes()?;
        }
        Ok(store)
    }

    /// Whether the run has a file with a name, which outlives the process.
    pub(crate) fn is_on_disk(&self) -> bool {
        !self.path.as_os_str().is_empty()
    }

    /// The run, for messages: its folder, or `the run` without a file of its own.
    pub(crate) fn place(&self) -> String {
        match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.display().to_string(),
            _ => text!(run_file.run).to_owned(),
        }
    }

    /// Looks whether every page is where it belongs and every table in order, which takes a
    /// tenth of a second for 100 MB; what stands in the rows their sums tell.
    fn check_pages(&self) -> Result<(), StoreError> {
        let found: String = self
            .connection
            .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
            .map_err(|error| self.database(error))?;
        match found.as_str() {
            "ok" => Ok(()),
            _ => Err(self.damaged_file(found.replace('\n', " "))),
        }
    }

    /// Looks whether every noted value is as it was noted, also those that nobody will ask for.
    fn check_notes(&self) -> Result<(), StoreError> {
        let mut statement = self
            .connection
            .prepare("SELECT key FROM meta WHERE key <> ?1 ORDER BY key")
            .map_err(|error| self.database(error))?;
        let keys = statement.query_map([FORMAT_KEY], |row| row.get(0));
        let keys: Vec<String> = keys
            .and_then(Iterator::collect)
            .map_err(|error| self.database(error))?;
        keys.iter().try_for_each(|key| self.meta(key).map(|_| ()))
    }

    /// What the database says, and what can be done about it.
    pub(super) fn database(&self, error: rusqlite::Error) -> StoreError {
        StoreError::of_database(&self.path, error)
    }

    /// What shows that the file is damaged, and what can be done about it.
    pub(crate) fn damaged_file(&self, shown: impl fmt::Display) -> StoreError {
        StoreError::of_damage(&self.path, shown)
    }

    pub(crate) fn failed(&self, error: impl fmt::Display) -> StoreError {
        StoreError::new(&self.path, error)
    }

    fn run(&self, statements: &str) -> Result<(), StoreError> {
        self.connection
            .execute_batch(statements)
            .map_err(|error| self.database(error))
    }

    /// A noted value; an error if it is not as it was noted.
    pub fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let Some(value) = self.value(key)? else {
            return Ok(None);
        };
        match opened_text(key.as_bytes(), &value) {
            Some(value) => Ok(Some(value.to_owned())),
            None => Err(self.damaged_file(say!(run_file.note_changed, note = key))),
        }
    }

    /// Notes a value.
    pub fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.set_value(key, &sealed_text(key.as_bytes(), value))
    }

    fn value(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.connection
            .query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| {
                row.get(0)
            })
            .optional()
            .map_err(|error| self.database(error))
    }

    fn set_value(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.connection
            .execute(
                "INSERT OR REPLACE INTO meta VALUES (?1, ?2)",
                params![key, value],
            )
            .map(|_| ())
            .map_err(|error| self.database(error))
    }

    /// Replaces all games and problems, or nothing if there is no game, `stop` is set
    /// before the end or the writing fails. A game that is there already is a problem:
    /// it must not count twice. Gives how many games and problems there were; nothing
    /// if stopped.
    pub fn replace_games(
        &mut self,
        games: impl Iterator<Item = Result<SourceGame, PgnProblem>>,
        stop: &AtomicBool,
        progress: impl FnMut(u64),
    ) -> Result<Option<(u64, u64)>, StoreError> {
        self.replace_input(games, stop, false, progress)
    }

    /// The same; where the run may be empty, games are replaced by none, too.
    pub(crate) fn replace_input(
        &mut self,
        games: impl Iterator<Item = Result<SourceGame, PgnProblem>>,
        stop: &AtomicBool,
        may_be_empty: bool,
        mut progress: impl FnMut(u64),
    ) -> Result<Option<(u64, u64)>, StoreError> {
        let path = self.path.clone();
        let failed = |error: rusqlite::Error| StoreError::of_database(&path, error);
        let transaction = self.connection.transaction().map_err(failed)?;
        let (mut good, mut bad) = (0, 0);
        self.shown_names = OnceCell::new();
        transaction
            .execute_batch("DELETE FROM games; DELETE FROM problems; DELETE FROM failures;")
            .map_err(failed)?;
        {
            let mut insert = transaction
                .prepare("INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5)")
                .map_err(failed)?;
            let mut note = transaction
                .prepare("INSERT INTO problems VALUES (?1, ?2, ?3, ?4, ?5)")
                .map_err(failed)?;
            let mut duplicates = DuplicateGames::new(&transaction).map_err(failed)?;
            for game in games {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let game = match game {
                    Ok(game) => match duplicates.problem(&game).map_err(failed)? {
                        Some(problem) => Err(problem),
                        None => Ok(game),
                    },
                    problem => problem,
                };
                match game {
                    Ok(game) => {
                        good += 1;
                        let stored = serde_json::to_string(&StoredGame::of(&game))
                            .map_err(|error| StoreError::new(&path, error))?;
                        let (number, line) = (game.number as i64, game.line as i64);
                        let key = entry_key(good as u64, &game.file, number, line);
                        let stored = sealed_text(&key, &stored);
                        insert
                            .execute(params![good, game.file, number, line, stored])
                            .map_err(failed)?;
                    }
                    Err(problem) => {
                        bad += 1;
                        let (number, line) = (problem.number as i64, problem.line as i64);
                        let key = entry_key(bad as u64, &problem.file, number, line);
                        let reason = sealed_text(&key, &problem.reason);
                        note.execute(params![bad, problem.file, number, line, reason])
                            .map_err(failed)?;
                    }
                }
                progress((good + bad) as u64);
            }
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if good == 0 && !may_be_empty {
            return Ok(Some((0, bad as u64)));
        }
        transaction.commit().map_err(failed)?;
        Ok(Some((good as u64, bad as u64)))
    }

    /// How many games there are; their numbers are 1 to this.
    pub fn game_count(&self) -> Result<u64, StoreError> {
        self.connection
            .query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0))
            .map(|count| count as u64)
            .map_err(|error| self.database(error))
    }

    /// A game by its place in the input, from 1.
    pub fn game(&self, id: u64) -> Result<SourceGame, StoreError> {
        let damaged = || {
            let id = id.to_string();
            self.failed(say!(run_file.game_damaged, game = id))
        };
        let (file, number, line, text): (String, i64, i64, String) = self
            .connection
            .query_row(
                "SELECT file, number, line, game FROM games WHERE id = ?1",
                [id as i64],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
            )
            .map_err(|error| match is_unreadable(&error) {
                true => damaged(),
                false => self.database(error),
            })?;
        let text = opened_text(&entry_key(id, &file, number, line), &text).ok_or_else(damaged)?;
        let stored: StoredGame = serde_json::from_str(text).map_err(|_| damaged())?;
        let game = stored.game(file, number as usize, line as u64);
        let mut game = game.map_err(|_| damaged())?;
        let shown = self.shown_names()?;
        for side in [Color::White, Color::Black] {
            let name = game.written_player(side).and_then(|name| shown.get(name));
            game.shown_names[side.index()] = name.cloned();
        }
        Ok(game)
    }

    /// For each spelling of a name that reports do not show, the one they show instead.
    fn shown_names(&self) -> Result<&HashMap<String, String>, StoreError> {
        if let Some(shown) = self.shown_names.get() {
            return Ok(shown);
        }
        let mut spellings = Spellings::default();
        let mut statement = self
            .connection
            .prepare("SELECT game FROM games")
            .map_err(|error| self.database(error))?;
        let mut rows = statement.query([]).map_err(|error| self.database(error))?;
        while let Some(row) = rows.next().map_err(|error| self.database(error))? {
            // A damaged game is named where it is read.
            let text = row.get_ref(0).ok().and_then(|text| text.as_str().ok());
            text.into_iter()
                .flat_map(written_names)
                .for_each(|name| spellings.add(&name));
        }
        Ok(self.shown_names.get_or_init(|| spellings.shown()))
    }

    /// The file and number of a game by its place in the input, from 1.
    pub(crate) fn place_of(&self, id: u64) -> Result<(String, usize), StoreError> {
        self.connection
            .query_row(
                "SELECT file, number FROM games WHERE id = ?1",
                [id as i64],
                |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as usize)),
            )
            .map_err(|error| self.database(error))
    }

    /// What could not be read, in the order of the input.
    pub fn problems(&self) -> Result<Vec<PgnProblem>, StoreError> {
        let mut statement = self
            .connection
            .prepare("SELECT id, file, number, line, reason FROM problems ORDER BY id")
            .map_err(|error| self.database(error))?;
        let rows = statement.query_map([], |row| {
            let (id, number, line): (i64, i64, i64) = (row.get(0)?, row.get(2)?, row.get(3)?);
            let (file, reason): (String, String) = (row.get(1)?, row.get(4)?);
            let key = entry_key(id as u64, &file, number, line);
            Ok(opened_text(&key, &reason).map(|reason| {
                PgnProblem::of_game(number as usize, line as u64, reason.to_owned()).in_file(&file)
            }))
        });
        let found: Vec<Option<PgnProblem>> = rows
            .and_then(Iterator::collect)
            .map_err(|error| self.database(error))?;
        let whole: Option<Vec<PgnProblem>> = found.into_iter().collect();
        whole.ok_or_else(|| self.failed(text!(run_file.problem_damaged)))
    }

    /// The record of the move `played` on the board of `game` by `stamp`, if it was made.
    pub fn record(
        &self,
        game: &Game,
        played: Move,
        stamp: &Stamp,
    ) -> Result<Option<MoveRecord>, StoreError> {
        let key = RecordKey::new(game, played, stamp);
        let place = || {
            let mv = coordinates(game, played);
            let ply = (game.ply() + 1).to_string();
            say!(run_file.r#move, r#move = mv, ply)
        };
        let Some(bytes) = self.record_bytes(key, &place)? else {
            return Ok(None);
        };
        let decoded = codec::decode(game, played, &bytes);
        let failed = |reason| self.failed(format!("{}: {reason}", place()));
        decoded.map(Some).map_err(failed)
    }

    /// The records of a game, one for each ply, none where there is none.
    pub fn records_of(
        &self,
        source: &SourceGame,
        stamp: &Stamp,
    ) -> Result<Vec<Option<MoveRecord>>, StoreError> {
        let mut game = Game::new(source.start.clone());
        let mut found = Vec::with_capacity(source.plies.len());
        for ply in &source.plies {
            found.push(match ply.mv {
                Some(mv) => {
                    let record = self.record(&game, mv, stamp)?;
                    game.play(mv);
                    record
                }
                None => {
                    game.play_null();
                    None
                }
            });
        }
        Ok(found)
    }

    /// Whether a record was made, and is as it was made; one that is damaged counts as
    /// missing, and is noted with its `place`.
    pub fn has_record(
        &self,
        key: RecordKey,
        place: &dyn Fn() -> String,
    ) -> Result<bool, StoreError> {
        Ok(self.record_bytes(key, place)?.is_some())
    }

    /// The bytes of a record, if it was made and is as it was made.
    pub(super) fn stored(&self, key: RecordKey) -> Result<Option<Vec<u8>>, StoreError> {
        self.record_bytes(key, &|| say!(run_file.record, key = key.short()))
    }

    fn record_bytes(
        &self,
        key: RecordKey,
        place: &dyn Fn() -> String,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let found: Option<Vec<u8>> = self
            .connection
            .prepare_cached("SELECT record FROM records WHERE key = ?1")
            .and_then(|mut statement| statement.query_row([key.0], first_bytes).optional())
            .map_err(|error| self.database(error))?;
        let Some(mut bytes) = found else {
            return Ok(None);
        };
        let Some(length) = opened(&key.0, &bytes).map(<[u8]>::len) else {
            self.note_damage(place());
            return Ok(None);
        };
        bytes.truncate(length);
        Ok(Some(bytes))
    }

    fn note_damage(&self, place: String) {
        self.damaged.borrow_mut().push(place);
    }

    /// What was found damaged since the last call.
    pub fn take_damaged(&self) -> Vec<String> {
        self.damaged.take()
    }

    /// Keeps the records of a game, all or none; what is there stays, unless it is damaged.
    pub fn add_records(&mut self, records: &[StoredRecord]) -> Result<(), StoreError> {
        self.keep_records(records, false)
    }

    /// Keeps these records of a game in the place of those that are there, all or none.
    pub(super) fn replace_records(&mut self, records: &[StoredRecord]) -> Result<(), StoreError> {
        self.keep_records(records, true)
    }

    fn keep_records(&mut self, records: &[StoredRecord], in_place: bool) -> Result<(), StoreError> {
        let path = self.path.clone();
        let failed = |error: rusqlite::Error| StoreError::of_database(&path, error);
        let transaction = self.connection.transaction().map_err(failed)?;
        for record in records {
            let key = record.key.0;
            let is_there = || {
                transaction
                    .prepare_cached("SELECT record FROM records WHERE key = ?1")
                    .and_then(|mut statement| {
                        let found: Option<Vec<u8>> =
                            statement.query_row([key], first_bytes).optional()?;
                        Ok(found.is_some_and(|found| opened(&key, &found).is_some()))
                    })
            };
            if !in_place && is_there().map_err(failed)? {
                continue;
            }
            transaction
                .prepare_cached("INSERT OR REPLACE INTO records VALUES (?1, ?2)")
                .and_then(|mut statement| {
                    statement.execute(params![key, sealed(&key, &record.bytes)])
                })
                .map_err(failed)?;
        }
        transaction.commit().map_err(failed)
    }

    /// A text stored for a whole game, if it is there and as it was stored.
    pub fn note(&self, key: [u8; 16]) -> Result<Option<String>, StoreError> {
        let found: Option<Vec<u8>> = self
            .connection
            .query_row("SELECT note FROM notes WHERE key = ?1", [key], first_bytes)
            .optional()
            .map_err(|error| self.database(error))?;
        let text = found.and_then(|bytes| String::from_utf8(bytes).ok());
        Ok(text.and_then(|sealed| opened_text(&key, &sealed).map(str::to_owned)))
    }

    /// Whether a text is stored for a whole game.
    pub fn has_note(&self, key: [u8; 16]) -> Result<bool, StoreError> {
        Ok(self.note(key)?.is_some())
    }

    /// Stores a text for a whole game.
    pub fn add_note(&self, key: [u8; 16], note: &str) -> Result<(), StoreError> {
        self.connection
            .execute(
                "INSERT OR REPLACE INTO notes VALUES (?1, ?2)",
                params![key, sealed_text(&key, note)],
            )
            .map(|_| ())
            .map_err(|error| self.database(error))
    }

    /// Notes that an engine failed in a game, searching so.
    pub fn add_failure(&self, game: u64, stamp: &Stamp, reason: &str) -> Result<(), StoreError> {
        self.add_failure_of(game, &stamp.to_string(), reason)
    }

    /// The same for the engine whose stamp reads so.
    pub(crate) fn add_failure_of(
        &self,
        game: u64,
        engine: &str,
        reason: &str,
    ) -> Result<(), StoreError> {
        let reason = sealed_text(&failure_key(game, engine), reason);
        self.connection
            .execute(
                "INSERT OR REPLACE INTO failures VALUES (?1, ?2, ?3)",
                params![game as i64, engine, reason],
            )
            .map(|_| ())
            .map_err(|error| self.database(error))
    }

    /// Why an engine has no records of a game.
    pub fn failure(&self, game: u64, stamp: &Stamp) -> Result<Option<String>, StoreError> {
        let engine = stamp.to_string();
        let sealed: Option<String> = self
            .connection
            .query_row(
                "SELECT reason FROM failures WHERE game = ?1 AND engine = ?2",
                params![game as i64, engine],
                |row| row.get(0),
            )
            .optional()
            .map_err(|error| self.database(error))?;
        sealed
            .map(|sealed| self.opened_failure(game, &engine, &sealed))
            .transpose()
    }

    /// The games in which an engine failed, searching so, and why.
    pub fn failures(&self, stamp: &Stamp) -> Result<Vec<(u64, String)>, StoreError> {
        let engine = stamp.to_string();
        let mut statement = self
            .connection
            .prepare("SELECT game, reason FROM failures WHERE engine = ?1 ORDER BY game")
            .map_err(|error| self.database(error))?;
        let rows = statement.query_map([&engine], |row| {
            Ok((row.get::<_, i64>(0)? as u64, row.get(1)?))
        });
        let sealed: Vec<(u64, String)> = rows
            .and_then(Iterator::collect)
            .map_err(|error| self.database(error))?;
        let open = |(game, sealed): (u64, String)| {
            let reason = self.opened_failure(game, &engine, &sealed)?;
            Ok((game, reason))
        };
        sealed.into_iter().map(open).collect()
    }

    fn opened_failure(&self, game: u64, engine: &str, sealed: &str) -> Result<String, StoreError> {
        let reason = opened_text(&failure_key(game, engine), sealed);
        reason.map(str::to_owned).ok_or_else(|| {
            let game = game.to_string();
            self.damaged_file(say!(run_file.failure_changed, game))
        })
    }

    /// Forgets that an engine failed in a game, searching so.
    pub(crate) fn forget_failure(&self, game: u64, stamp: &Stamp) -> Result<(), StoreError> {
        self.connection
            .execute(
                "DELETE FROM failures WHERE game = ?1 AND engine = ?2",
                params![game as i64, stamp.to_string()],
            )
            .map(|_| ())
            .map_err(|error| self.database(error))
    }

    /// Forgets failures, so that they are tried again.
    pub fn clear_failures(&self) -> Result<(), StoreError> {
        self.run("DELETE FROM failures")
    }
}

/// The bytes of a row's first value, whatever kind it says it is: a sum tells whether they
/// are those that were written.
pub(super) fn first_bytes(row: &Row<'_>) -> rusqlite::Result<Vec<u8>> {
    Ok(match row.get_ref(0)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.to_vec(),
        _ => Vec::new(),
    })
}

/// What the sum of a stored game or problem is of, besides what it says.
fn entry_key(id: u64, file: &str, number: i64, line: i64) -> Vec<u8> {
    format!("{id} {number} {line} {file}").into_bytes()
}

/// What the sum of a noted failure is of, besides its reason.
fn failure_key(game: u64, engine: &str) -> Vec<u8> {
    format!("{game} {engine}").into_bytes()
}

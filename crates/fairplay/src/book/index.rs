//! The historical book: which positions had occurred, and since when.
//!
//! One SQLite file. `positions` has a row for each position, its key being the
//! row's own number, with the number of games and the two that come first;
//! `games` has each whole game once, with its earliest possible day. Two games
//! are kept because one of them may be the very game that is judged, which is
//! no precedent for itself.
//!
//! A position is known by its 64-bit key alone. Two positions that share one
//! would be taken for the same, and a move that leads to either for book if the
//! other is older; with ten million positions that befalls five new positions in
//! 10¹³. The file depends on Plumb's keys, which never change.
//!
//! How games get in is in `fill.rs`. Start with `Index::precedents`.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row};

use super::batch::Batch;
use super::error::BookError;
use super::identity;
use crate::games::SourceGame;
use plumb_chess::board::Position;

/// How many plies of each game go into an index if nothing else is said.
pub const INDEX_PLIES: usize = 60;

/// "Plmb": by this the file is known as ours.
const APPLICATION: i64 = 0x506c_6d62;
/// Goes up with the layout and with what positions are known by.
const FORMAT: i64 = 2;

const TABLES: &str = "
    CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE games (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL UNIQUE, day INTEGER);
    CREATE TABLE positions (key INTEGER PRIMARY KEY, games INTEGER NOT NULL,
        first INTEGER, second INTEGER);
    INSERT INTO meta VALUES ('games', 0), ('positions', 0), ('fingerprint', 0);
";

/// An index of games.
#[derive(Debug)]
pub struct Index {
    pub(super) db: Connection,
    path: PathBuf,
    plies: usize,
    /// Games that are in the open transaction, and not yet their positions.
    pub(super) batch: Batch,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstSeen {
    /// Different games that had it, those without a date too.
    pub games: u64,
    /// The earliest day on which it may have been played, as yyyymmdd; none if
    /// no game says its year.
    pub first_day: Option<u32>,
    /// The first two different games with their days.
    precedents: [Option<(u32, u64)>; 2],
}

impl FirstSeen {
    /// Whether it had occurred before that day in another game than this one.
    fn is_precedent(&self, day: u32, game: u64) -> bool {
        let before = |&(first, hash): &(u32, u64)| first < day && hash != game;
        self.precedents.iter().flatten().any(before)
    }
}

/// What an index holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexContents {
    /// Different games.
    pub games: u64,
    /// Different positions.
    pub positions: u64,
    /// The same for the same games and days, in whatever order they came.
    pub fingerprint: u64,
}

impl Index {
    /// Opens an index in order to add to it; makes it if there is none, with the
    /// first so many plies of each game (`INDEX_PLIES` for `None`).
    pub fn create_or_open(
        path: impl AsRef<Path>,
        plies: Option<usize>,
    ) -> Result<Index, BookError> {
        let path = path.as_ref();
        let failed = BookError::database(path);
        let db = Connection::open(path).map_err(&failed)?;
        db.pragma_update(None, "cache_size", -262_144)
            .map_err(&failed)?;
        let is_new = number(&db, "SELECT count(*) FROM sqlite_schema").map_err(&failed)? == 0
            && number(&db, "PRAGMA application_id").map_err(&failed)? == 0;
        if is_new {
            create(&db, plies.unwrap_or(INDEX_PLIES)).map_err(&failed)?;
        }
        let index = Index::checked(db, path)?;
        match plies {
            Some(wanted) if wanted != index.plies => Err(BookError::Plies {
                path: index.path,
                there: index.plies,
                wanted,
            }),
            _ => Ok(index),
        }
    }

    /// Opens an index in order to ask it.
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<Index, BookError> {
        let path = path.as_ref();
        if !path.exists() {
            return Err(BookError::Missing(path.to_path_buf()));
        }
        let failed = BookError::database(path);
        // A run that was killed has to be undone first, which is writing.
        let mut journal = path.as_os_str().to_owned();
        journal.push("-journal");
        let access = if Path::new(&journal).exists() {
            OpenFlags::SQLITE_OPEN_READ_WRITE
        } else {
            OpenFlags::SQLITE_OPEN_READ_ONLY
        };
        let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(path, flags).map_err(&failed)?;
        db.pragma_update(None, "query_only", true)
            .map_err(&failed)?;
        Index::checked(db, path)
    }

    fn checked(db: Connection, path: &Path) -> Result<Index, BookError> {
        let failed = BookError::database(path);
        if number(&db, "PRAGMA application_id").map_err(&failed)? != APPLICATION {
            return Err(BookError::NotAnIndex(path.to_path_buf()));
        }
        let there = number(&db, "PRAGMA user_version").map_err(&failed)?;
        if there != FORMAT {
            return Err(BookError::Version {
                path: path.to_path_buf(),
                there,
                expected: FORMAT,
            });
        }
        let plies = meta(&db, "plies").map_err(&failed)?;
        let start = meta(&db, "start_key").map_err(&failed)?;
        if start != Position::start().key() as i64 {
            return Err(BookError::NotAnIndex(path.to_path_buf()));
        }
        Ok(Index {
            db,
            path: path.to_path_buf(),
            plies: usize::try_from(plies).unwrap_or(0),
            batch: Batch::default(),
        })
    }

    /// How many plies of each game are in it.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// What it holds, as of the last commit.
    pub fn contents(&self) -> Result<IndexContents, BookError> {
        let value = |name| meta(&self.db, name).map_err(self.failed());
        Ok(IndexContents {
            games: value("games")? as u64,
            positions: value("positions")? as u64,
            fingerprint: value("fingerprint")? as u64,
        })
    }

    /// What is known of a position; games since the last commit don't count.
    pub fn first_seen(&self, position: &Position) -> Result<Option<FirstSeen>, BookError> {
        let mut query = self.db.prepare(FIRST_SEEN).map_err(self.failed())?;
        let key = identity::key(position) as i64;
        let found = query.query_row([key], first_seen).optional();
        found.map_err(self.failed())
    }

    /// For each of the first plies, as many as the index has of a game, whether
    /// the position after it had occurred before this game was played.
    ///
    /// Unknown parts of dates resolve towards book: the precedent takes its
    /// earliest day and this game its latest; a precedent without a year is
    /// none, and for a game without one everything that has a year is earlier.
    /// The same game, from start to end, is no precedent, whatever its day.
    pub fn precedents(&self, game: &SourceGame) -> Result<Vec<bool>, BookError> {
        let day = game.date().latest().unwrap_or(u32::MAX);
        let hash = identity::game_hash(game);
        let mut query = self.db.prepare(FIRST_SEEN).map_err(self.failed())?;
        identity::positions(game, self.plies)
            .map(|position| {
                let found = query
                    .query_row([identity::key(&position) as i64], first_seen)
                    .optional();
                let found = found.map_err(self.failed())?;
                Ok(found.is_some_and(|seen| seen.is_precedent(day, hash)))
            })
            .collect()
    }

    pub(super) fn failed(&self) -> impl Fn(rusqlite::Error) -> BookError {
        BookError::database(&self.path)
    }
}

const FIRST_SEEN: &str = "
    SELECT p.games, a.day, a.hash, b.day, b.hash FROM positions p
    LEFT JOIN games a ON a.id = p.first LEFT JOIN games b ON b.id = p.second
    WHERE p.key = ?1";

fn first_seen(row: &Row<'_>) -> rusqlite::Result<FirstSeen> {
    let precedent = |at| -> rusqlite::Result<Option<(u32, u64)>> {
        let day: Option<u32> = row.get(at)?;
        let hash: Option<i64> = row.get(at + 1)?;
        Ok(day.zip(hash.map(|hash| hash as u64)))
    };
    let precedents = [precedent(1)?, precedent(3)?];
    let games: i64 = row.get(0)?;
    Ok(FirstSeen {
        games: games as u64,
        first_day: precedents[0].map(|(day, _)| day),
        precedents,
    })
}

fn create(db: &Connection, plies: usize) -> rusqlite::Result<()> {
    db.execute_batch("BEGIN IMMEDIATE")?;
    db.pragma_update(None, "application_id", APPLICATION)?;
    db.pragma_update(None, "user_version", FORMAT)?;
    db.execute_batch(TABLES)?;
    let mut insert = db.prepare("INSERT INTO meta VALUES (?1, ?2)")?;
    insert.execute(("plies", plies as i64))?;
    insert.execute(("start_key", Position::start().key() as i64))?;
    db.execute_batch("COMMIT")
}

fn number(db: &Connection, query: &str) -> rusqlite::Result<i64> {
    db.query_row(query, [], |row| row.get(0))
}

fn meta(db: &Connection, name: &str) -> rusqlite::Result<i64> {
    db.query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| {
        row.get(0)
    })
}

//! Book: moves that are known, and say nothing about who makes them.
//!
//! Three kinds of source, any of which may say so: a number of plies, Polyglot
//! books, and an index of older games (Barnes and Hernandez-Castro 2015), where
//! a move is known if the position after it had occurred before the day of the
//! game. No source looks at ECO codes or results. Start with `Book::depth`.

mod batch;
mod error;
mod fill;
mod identity;
mod index;
mod index_file;

pub use error::BookError;
pub use fill::AddOutcome;
pub(super) use identity::game_hash;
pub use identity::{event_of, game_keys, moves_key};
pub use index::{INDEX_PLIES, Index, IndexContents};
pub use index_file::IndexFile;

use std::path::Path;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::games::SourceGame;
use plumb_chess::notation;
use plumb_support::wording::counted;

/// What counts as book: any number of sources, none to begin with. It may be
/// asked from several threads.
#[derive(Debug, Default)]
pub struct Book {
    plies: usize,
    polyglot: Vec<Polyglot>,
    index: Option<Mutex<Index>>,
}

#[derive(Debug)]
struct Polyglot {
    name: String,
    sha256: String,
    book: notation::Book,
}

/// How long a game was book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookDepth {
    /// The last ply that was book, from 1; 0 if none was.
    pub plies: usize,
    /// How many plies from the start were book without a gap.
    pub run: usize,
    /// Which source says so of the last ply; where several do, the index before
    /// Polyglot books and these before the number of plies.
    pub source: Option<BookSource>,
}

/// What says that a move is book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BookSource {
    /// It is among so many plies from the start.
    Plies,
    /// A Polyglot book with this file name has it.
    Polyglot(String),
    /// The position had occurred in an earlier game.
    Index,
}

impl Book {
    /// The first so many plies of every game are book.
    pub fn with_plies(self, plies: usize) -> Book {
        Book { plies, ..self }
    }

    /// How many plies of every game are book, whatever else is.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// A Polyglot book, besides those there are.
    pub fn with_polyglot(mut self, path: impl AsRef<Path>) -> Result<Book, BookError> {
        let path = path.as_ref();
        let read = |source| notation::BookError::Read {
            path: path.to_path_buf(),
            source,
        };
        let book = notation::Book::open(path)?;
        let bytes = std::fs::read(path).map_err(|error| BookError::Polyglot(read(error)))?;
        let name = path.file_name().unwrap_or(path.as_os_str());
        self.polyglot.push(Polyglot {
            name: name.to_string_lossy().into_owned(),
            sha256: format!("{:x}", HexBytes(&Sha256::digest(bytes))),
            book,
        });
        Ok(self)
    }

    /// An index of older games, in the place of any other.
    pub fn with_index(self, index: Index) -> Book {
        Book {
            index: Some(Mutex::new(index)),
            ..self
        }
    }

    /// All that a depth depends on besides the game, names and values in a fixed
    /// order and without folders.
    pub fn settings(&self) -> Result<Vec<(String, String)>, BookError> {
        let mut list = vec![("book plies".to_owned(), self.plies.to_string())];
        for book in &self.polyglot {
            let value = format!("{}, SHA-256 {}", book.name, book.sha256);
            list.push(("book".to_owned(), value));
        }
        if let Some(index) = &self.index {
            let index = index.lock();
            let IndexContents {
                games,
                positions,
                fingerprint,
            } = index.contents()?;
            let plies = index.plies();
            let value = format!(
                "{}, {}, {plies} plies, fingerprint {fingerprint:016x}",
                counted(games, "game"),
                counted(positions, "position")
            );
            list.push(("book index".to_owned(), value));
        }
        Ok(list)
    }

    /// How long a game was book.
    ///
    /// That is up to the last ply which any source knows: a game that leaves the
    /// book and comes back by another order of moves was book all the way. `run`
    /// is the stricter reading.
    pub fn depth(&self, game: &SourceGame) -> Result<BookDepth, BookError> {
        // The weightiest source last, so that it has the last word.
        let mut known: Vec<Option<BookSource>> = vec![None; game.plies.len()];
        let mut say = |plies: &[bool], source: &BookSource| {
            for (known, _) in known.iter_mut().zip(plies).filter(|(_, says)| **says) {
                *known = Some(source.clone());
            }
        };
        let first = self.plies.min(game.plies.len());
        say(&vec![true; first], &BookSource::Plies);
        for polyglot in self.polyglot.iter().rev() {
            let source = BookSource::Polyglot(polyglot.name.clone());
            say(&polyglot.known(game), &source);
        }
        if let Some(index) = &self.index {
            let precedents = index.lock().precedents(game)?;
            say(&precedents, &BookSource::Index);
        }
        let run = known.iter().take_while(|known| known.is_some()).count();
        let last = known.iter().rposition(|known| known.is_some());
        Ok(BookDepth {
            plies: last.map_or(0, |at| at + 1),
            run,
            source: last.and_then(|at| known[at].take()),
        })
    }
}

impl Polyglot {
    /// For each ply whether the book has the move, or moves for the position
    /// after it. Moves of weight zero are known too.
    fn known(&self, game: &SourceGame) -> Vec<bool> {
        let mut before = game.start.clone();
        let moves = game.plies.iter().map_while(|ply| ply.mv);
        moves
            .map(|mv| {
                let is_listed = self.book.moves(&before).iter().any(|entry| entry.mv == mv);
                before = before.play(mv);
                is_listed || !self.book.moves(&before).is_empty()
            })
            .collect()
    }
}

/// Bytes in hexadecimal.
struct HexBytes<'a>(&'a [u8]);

impl std::fmt::LowerHex for HexBytes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

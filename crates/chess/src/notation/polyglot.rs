//! Opening books in Polyglot's `.bin` format: reading them, never writing.
//!
//! A book is a sorted run of 16-byte entries: key, move, weight and a number
//! we don't use, all big-endian (<http://hgm.nubati.net/book_format.html>).
//! The keys' random numbers are the format's own; `shakmaty` carries the
//! table. Start with `Book::open` and `Book::choose`.

use std::io::Read;
use std::path::{Path, PathBuf};

use shakmaty::zobrist::{Zobrist64, ZobristValue};

use crate::board::{Color, Move, PieceKind, Position, Square, Wing};

use super::uci_move::parse_uci_move;

const ENTRY_BYTES: usize = 16;
/// The largest book that is read, in bytes; it is kept in memory.
const LARGEST_BOOK: u64 = 2 << 30;
/// Bytes read at a time.
const CHUNK: usize = ENTRY_BYTES << 12;

/// A book in memory.
#[derive(Clone, Debug)]
pub struct Book {
    /// Sorted by key; entries of one key stay in the file's order.
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
}

impl Entry {
    fn of(bytes: &[u8; ENTRY_BYTES]) -> Entry {
        let number = u128::from_be_bytes(*bytes);
        Entry {
            key: (number >> 64) as u64,
            mv: (number >> 48) as u16,
            weight: (number >> 32) as u16,
        }
    }
}

/// A legal move that the book has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How much the book likes it, relative to the other moves here; zero
    /// means that it should not be played.
    pub weight: u16,
}

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BookError {
    /// The file cannot be read; the system says why.
    #[error("cannot read the book {path}: {source}")]
    Read {
        path: PathBuf,
        source: std::io::Error,
    },
    /// The path is a folder or a device.
    #[error("the book {0} is not a file")]
    NotAFile(PathBuf),
    /// The file has no entries.
    #[error("the book {0} is empty")]
    Empty(PathBuf),
    /// The size is not a whole number of entries.
    #[error("{path} is not a Polyglot book: {bytes} bytes, expected a multiple of {ENTRY_BYTES}")]
    Size { path: PathBuf, bytes: usize },
    /// The file is larger than any book.
    #[error("the book {path} is too large: {bytes} bytes, expected at most {LARGEST_BOOK}")]
    TooLarge { path: PathBuf, bytes: u64 },
    /// There is no memory for the book.
    #[error("no memory for the book {path}: expected {bytes} bytes")]
    Memory { path: PathBuf, bytes: u64 },
}

impl Book {
    /// Reads a whole file.
    pub fn open(path: impl AsRef<Path>) -> Result<Book, BookError> {
        let path = path.as_ref();
        let failed = |source| BookError::Read {
            path: path.to_path_buf(),
            source,
        };
        // A pipe or terminal would keep us waiting for its end.
        let found = std::fs::metadata(path).map_err(failed)?;
        if !found.is_file() {
            return Err(BookError::NotAFile(path.to_path_buf()));
        }
        let file = std::fs::File::open(path).map_err(failed)?;
        Book::read(path, file, found.len())
    }

    /// Reads a book that is already in memory; `name` is for messages.
    pub fn from_bytes(name: impl AsRef<Path>, bytes: &[u8]) -> Result<Book, BookError> {
        Book::read(name.as_ref(), bytes, bytes.len() as u64)
    }

    /// Reads a book of at most so many bytes. A book for which there is no memory is an error:
    /// an engine must not die of an option.
    fn read(path: &Path, mut source: impl Read, bytes: u64) -> Result<Book, BookError> {
        let path = path.to_path_buf();
        if bytes > LARGEST_BOOK {
            return Err(BookError::TooLarge { path, bytes });
        }
        let mut entries: Vec<Entry> = Vec::new();
        let count = bytes as usize / ENTRY_BYTES;
        // Sorting takes half as much again.
        let mut to_sort: Vec<Entry> = Vec::new();
        if entries.try_reserve_exact(count).is_err()
            || to_sort.try_reserve_exact(count / 2 + 1).is_err()
        {
            return Err(BookError::Memory { path, bytes });
        }
        drop(to_sort);
        let mut buffer = vec![0; CHUNK];
        let mut length = 0;
        loop {
            // Full, or the end of the file.
            let mut filled = 0;
            while filled < CHUNK {
                match source.read(&mut buffer[filled..]) {
                    Ok(0) => break,
                    Ok(read) => filled += read,
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(source) => return Err(BookError::Read { path, source }),
                }
            }
            length += filled;
            let (chunks, rest) = buffer[..filled].as_chunks::<ENTRY_BYTES>();
            if !rest.is_empty() {
                return Err(BookError::Size {
                    path,
                    bytes: length,
                });
            }
            if entries.len() + chunks.len() > count {
                // It has grown since.
                return Err(BookError::TooLarge { path, bytes });
            }
            entries.extend(chunks.iter().map(Entry::of));
            if filled < CHUNK {
                break;
            }
        }
        if entries.is_empty() {
            return Err(BookError::Empty(path));
        }
        // Books ought to be sorted, and not all are.
        if !entries.is_sorted_by_key(|entry| entry.key) {
            entries.sort_by_key(|entry| entry.key);
        }
        Ok(Book { entries })
    }

    /// Entries in the whole book.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True for a book without entries, which `open` does not make.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The book's legal moves here, in the book's order. What is not legal, in
    /// a damaged book or by two positions sharing a key, is left out.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let key = polyglot_key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        self.entries[first..]
            .iter()
            .take_while(|entry| entry.key == key)
            .filter_map(|entry| {
                Some(BookMove {
                    mv: decode(position, entry.mv)?,
                    weight: entry.weight,
                })
            })
            .collect()
    }

    /// One of the book's moves, each as often as its weight says, when
    /// `random` is drawn evenly from all of `u64`. The same number always
    /// gives the same move; a move of weight zero is never chosen.
    pub fn choose(&self, position: &Position, random: u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|entry| entry.weight as u64).sum();
        // The high half of the product is even over 0..total.
        let mut ticket = ((random as u128 * total as u128) >> 64) as u64;
        for entry in moves {
            if ticket < entry.weight as u64 {
                return Some(entry.mv);
            }
            ticket -= entry.weight as u64;
        }
        None
    }
}

/// A book's sixteen bits as a legal move: from the low end three bits each for
/// the file and rank of the target and the file and rank of the origin, then
/// what a pawn becomes. Castling is the king taking his own rook.
fn decode(position: &Position, bits: u16) -> Option<Move> {
    let square = |shift: u32| Square::new((bits >> shift) as usize & 63);
    let promotion = match bits >> 12 {
        0 => "",
        1 => "n",
        2 => "b",
        3 => "r",
        4 => "q",
        _ => return None,
    };
    // Some books write castling as e1g1, which is read as well.
    parse_uci_move(position, &format!("{}{}{promotion}", square(6), square(0)))
}

/// The key under which Polyglot books list a position. The format counts the
/// en-passant file whenever an enemy pawn stands beside the one that has just
/// advanced, while a `Position` knows only legal captures: where the sole
/// such pawn is pinned the keys differ, and the book has nothing to say.
pub fn polyglot_key(position: &Position) -> u64 {
    use shakmaty as other;
    let color = |side: Color| side.fold(other::Color::White, other::Color::Black);
    let role = |kind| match kind {
        PieceKind::Pawn => other::Role::Pawn,
        PieceKind::Knight => other::Role::Knight,
        PieceKind::Bishop => other::Role::Bishop,
        PieceKind::Rook => other::Role::Rook,
        PieceKind::Queen => other::Role::Queen,
        PieceKind::King => other::Role::King,
    };
    let mut key = Zobrist64(0);
    for square in position.occupied() {
        if let Some(piece) = position.piece_on(square) {
            key ^= Zobrist64::zobrist_for_piece(
                other::Square::new(square.index() as u32),
                role(piece.kind()).of(color(piece.color())),
            );
        }
    }
    for side in Color::ALL {
        for wing in Wing::ALL {
            if position.castling().rook(side, wing).is_some() {
                let castling_side = match wing {
                    Wing::King => other::CastlingSide::KingSide,
                    Wing::Queen => other::CastlingSide::QueenSide,
                };
                key ^= Zobrist64::zobrist_for_castling_right(color(side), castling_side);
            }
        }
    }
    if let Some(square) = position.en_passant() {
        let file = other::File::new(square.file().index() as u32);
        key ^= Zobrist64::zobrist_for_en_passant_file(file);
    }
    if position.turn() == Color::White {
        key ^= Zobrist64::zobrist_for_white_turn();
    }
    key.0
}

#[cfg(test)]
#[path = "polyglot_tests.rs"]
mod tests;

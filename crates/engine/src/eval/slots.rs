//! How a term's weights are counted off, and what each of them stands for.

use std::fmt;

/// How a term's weights are counted off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slots {
    /// One weight.
    One,
    /// The second to the seventh rank, as the owner sees them: six.
    Ranks,
    /// The 64 squares as White sees a diagram: a8 first, h1 last.
    Squares,
    /// One weight for each whole number from the first to the last.
    From(u8, u8),
    /// Kinds of piece or other cases, by name.
    Named(&'static [&'static str]),
    /// Every case of the first list with every case of the second, in the
    /// order of the first.
    Grid(&'static [&'static str], &'static [&'static str]),
    /// 64 squares for each place of a king (see `KING_PLACES`), as White sees
    /// a diagram; the board is mirrored so that the king stands on files e to h.
    KingSquares,
    /// How many files a piece is away from a king, 0 to 7, and for each how
    /// many ranks it is ahead of him as the piece's side counts, -7 to 7.
    FromKing,
}

/// Where a king stands, as far as the squares of pieces depend on it; his own
/// side counts the ranks, and the mirrored file is meant as well.
pub const KING_PLACES: [&str; 4] = [
    "king on g1, h1, g2 or h2",
    "king on f1 or f2",
    "king on e1 or e2",
    "king further up",
];

impl Slots {
    /// How many weights there are.
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(self) -> usize {
        match self {
            Slots::One => 1,
            Slots::Ranks => 6,
            Slots::Squares => 64,
            Slots::From(first, last) => (last - first) as usize + 1,
            Slots::Named(names) => names.len(),
            Slots::Grid(rows, columns) => rows.len() * columns.len(),
            Slots::KingSquares => KING_PLACES.len() * 64,
            Slots::FromKing => 8 * 15,
        }
    }

    /// What one slot stands for: `e4`, `rank 5`, `3`, `queen`; empty when
    /// there is only one.
    pub fn label(self, slot: usize) -> String {
        match self {
            Slots::One => String::new(),
            Slots::Ranks => format!("rank {}", slot + 2),
            Slots::Squares => plumb_chess::board::Square::new(slot ^ 56).to_string(),
            Slots::From(first, _) => (first as usize + slot).to_string(),
            Slots::Named(names) => names.get(slot).copied().unwrap_or_default().to_owned(),
            Slots::Grid(rows, columns) => {
                format!(
                    "{}, {}",
                    rows[slot / columns.len()],
                    columns[slot % columns.len()]
                )
            }
            Slots::KingSquares => {
                let square = plumb_chess::board::Square::new((slot % 64) ^ 56);
                format!("{square}, {}", KING_PLACES[slot / 64])
            }
            Slots::FromKing => format!("files {}, ranks {:+}", slot / 15, slot as i32 % 15 - 7),
        }
    }
}

impl fmt::Display for Slots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slots::One => f.write_str("one"),
            Slots::Ranks => f.write_str("ranks 2 to 7"),
            Slots::Squares => f.write_str("8 rows of 8, rank 8 first, as White sees them"),
            Slots::From(first, last) => write!(f, "{first} to {last}"),
            Slots::Named(names) => f.write_str(&names.join(", ")),
            Slots::Grid(rows, columns) => {
                write!(
                    f,
                    "[{}] for each of: {}",
                    columns.join(", "),
                    rows.join(", ")
                )
            }
            Slots::KingSquares => write!(
                f,
                "8 rows of 8, rank 8 first, the king's board mirrored to files e to h, for each of: {}",
                KING_PLACES.join("; ")
            ),
            Slots::FromKing => f.write_str("ranks -7 to 7 for each of 0 to 7 files away"),
        }
    }
}

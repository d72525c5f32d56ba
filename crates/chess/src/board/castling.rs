//! Castling rights and where the rooks concerned stand, Chess960 included.

use bitflags::bitflags;

use super::bitboard::Bitboard;
use super::square::{Color, File, Rank, Square};

bitflags! {
    /// Which sides may still castle which way.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct CastlingRights: u8 {
        /// White towards the h-file.
        const WHITE_KINGSIDE = 1;
        /// White towards the a-file.
        const WHITE_QUEENSIDE = 2;
        /// Black towards the h-file.
        const BLACK_KINGSIDE = 4;
        /// Black towards the a-file.
        const BLACK_QUEENSIDE = 8;
    }
}

/// Which way the king castles: towards the h-file or the a-file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Towards the h-file: the king lands on the g-file.
    King,
    /// Towards the a-file: the king lands on the c-file.
    Queen,
}

impl Wing {
    /// Kingside, then queenside.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// Where `side`'s king lands.
    #[inline]
    pub fn king_target(self, side: Color) -> Square {
        let file = match self {
            Wing::King => File::G,
            Wing::Queen => File::C,
        };
        Square::at(file, Rank::FIRST.relative_to(side))
    }

    /// Where `side`'s rook lands.
    #[inline]
    pub fn rook_target(self, side: Color) -> Square {
        let file = match self {
            Wing::King => File::F,
            Wing::Queen => File::D,
        };
        Square::at(file, Rank::FIRST.relative_to(side))
    }

    /// The wing of a rook, seen from the king on the same rank.
    #[inline]
    pub fn of_rook(king: Square, rook: Square) -> Wing {
        if rook.file() > king.file() {
            Wing::King
        } else {
            Wing::Queen
        }
    }
}

impl CastlingRights {
    /// The right of `side` to castle on `wing`, as a set of one.
    #[inline]
    pub const fn single(side: Color, wing: Wing) -> CastlingRights {
        CastlingRights::from_bits_truncate(1 << (side as u8 * 2 + wing as u8))
    }

    /// Both rights of `side`.
    #[inline]
    pub const fn of(side: Color) -> CastlingRights {
        CastlingRights::from_bits_truncate(3 << (side as u8 * 2))
    }
}

/// The rights still held and the rooks' squares. A rook's square means
/// something only while its right is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    pub(super) rights: CastlingRights,
    pub(super) rooks: [Square; 4],
}

impl Castling {
    pub(super) const NONE: Castling = Castling {
        rights: CastlingRights::empty(),
        rooks: [Square::new(0); 4],
    };

    /// The rights still held.
    #[inline]
    pub const fn rights(&self) -> CastlingRights {
        self.rights
    }

    /// The square of the rook with which `side` may still castle on `wing`.
    #[inline]
    pub fn rook(&self, side: Color, wing: Wing) -> Option<Square> {
        self.rights
            .contains(CastlingRights::single(side, wing))
            .then(|| self.rooks[side.index() * 2 + wing as usize])
    }

    /// The squares of all rooks that may still castle.
    pub fn rook_squares(&self) -> Bitboard {
        Color::ALL
            .into_iter()
            .flat_map(|side| Wing::ALL.map(|wing| self.rook(side, wing)))
            .flatten()
            .collect()
    }

    pub(super) fn grant(&mut self, side: Color, wing: Wing, rook: Square) {
        self.rights |= CastlingRights::single(side, wing);
        self.rooks[side.index() * 2 + wing as usize] = rook;
    }

    /// Takes away the right that depends on `side`'s rook on `square`, if any.
    #[inline]
    pub(super) fn lose_rook(&mut self, side: Color, square: Square) {
        for wing in Wing::ALL {
            if self.rooks[side.index() * 2 + wing as usize] == square {
                self.rights.remove(CastlingRights::single(side, wing));
            }
        }
    }
}

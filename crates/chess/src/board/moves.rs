//! A move in sixteen bits, and lists of them.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use super::piece::PieceKind;
use super::square::Square;

/// No legal position has more than 218 moves.
pub const MAX_MOVES: usize = 256;

/// The legal moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// A move: where from, where to, and what is special about it. It means
/// something only together with the position it was made for.
///
/// Castling is the king moving onto his own rook, which is never ambiguous,
/// whatever the start position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Nothing: a piece goes from one square to another and may capture.
    Normal,
    /// The king moves onto his own rook.
    Castling,
    /// A pawn captures one that has just moved two squares past it.
    EnPassant,
    /// A pawn becomes another piece, perhaps capturing.
    Promotion(PieceKind),
}

const CASTLING: u16 = 1;
const EN_PASSANT: u16 = 2;
const PROMOTION: u16 = 4;

impl Move {
    #[inline]
    fn encode(from: Square, to: Square, special: u16) -> Move {
        let bits = 1 << 15 | special << 12 | (from.index() as u16) << 6 | to.index() as u16;
        // Bit 15 is always set, so the fallback is never taken and costs nothing.
        Move(NonZeroU16::new(bits).unwrap_or(NonZeroU16::MAX))
    }

    /// A plain move or capture.
    #[inline]
    pub fn normal(from: Square, to: Square) -> Move {
        Move::encode(from, to, 0)
    }

    /// Castling: from the king's square to the rook's.
    #[inline]
    pub fn castling(king: Square, rook: Square) -> Move {
        Move::encode(king, rook, CASTLING)
    }

    /// A capture en passant, `to` being the square the capturer lands on.
    #[inline]
    pub fn en_passant(from: Square, to: Square) -> Move {
        Move::encode(from, to, EN_PASSANT)
    }

    /// A promotion; a king or pawn as `kind` means a queen.
    #[inline]
    pub fn promotion(from: Square, to: Square, kind: PieceKind) -> Move {
        let code = match kind {
            PieceKind::Knight => 0,
            PieceKind::Bishop => 1,
            PieceKind::Rook => 2,
            _ => 3,
        };
        Move::encode(from, to, PROMOTION | code)
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0.get() >> 6) as usize)
    }

    /// Where the piece goes; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new(self.0.get() as usize)
    }

    /// What is special about the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        // Nearly all are normal: that is to be known after one comparison.
        if self.is_normal() {
            return MoveKind::Normal;
        }
        match self.0.get() >> 12 & 7 {
            CASTLING => MoveKind::Castling,
            EN_PASSANT => MoveKind::EnPassant,
            special if special & PROMOTION != 0 => MoveKind::Promotion(match special & 3 {
                0 => PieceKind::Knight,
                1 => PieceKind::Bishop,
                2 => PieceKind::Rook,
                _ => PieceKind::Queen,
            }),
            _ => MoveKind::Normal,
        }
    }

    /// True when nothing is special about the move.
    #[inline]
    pub const fn is_normal(self) -> bool {
        self.0.get() >> 12 & 7 == 0
    }

    /// What the pawn becomes, if it does.
    #[inline]
    pub const fn promotes_to(self) -> Option<PieceKind> {
        match self.kind() {
            MoveKind::Promotion(kind) => Some(kind),
            _ => None,
        }
    }

    /// True for castling.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0.get() >> 12 & 7 == CASTLING
    }

    /// True for a capture en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0.get() >> 12 & 7 == EN_PASSANT
    }

    /// The sixteen bits, never zero, for a transposition table.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these bits; zero is no move. The result may be nonsense
    /// in the position at hand: check with `Position::is_legal`.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }
}

/// From and to, and the promotion piece: for messages and tests. The texts
/// that protocols use are `notation::uci_move`'s.
impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Promotion(kind) => write!(f, "{}", kind.to_char()),
            MoveKind::Castling => f.write_str(" castling"),
            MoveKind::EnPassant => f.write_str(" e.p."),
            MoveKind::Normal => Ok(()),
        }
    }
}

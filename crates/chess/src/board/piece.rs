//! Pieces and their kinds.

use super::square::Color;

/// What a piece is, whoever owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// Moves forward, captures diagonally.
    Pawn,
    /// Jumps.
    Knight,
    /// Slides on diagonals.
    Bishop,
    /// Slides on ranks and files.
    Rook,
    /// Slides on all lines.
    Queen,
    /// Must not be captured.
    King,
}

impl PieceKind {
    /// From pawn to king.
    pub const ALL: [PieceKind; 6] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];

    /// What a pawn may become, the most useful first.
    pub const PROMOTIONS: [PieceKind; 4] = [
        PieceKind::Queen,
        PieceKind::Knight,
        PieceKind::Rook,
        PieceKind::Bishop,
    ];

    /// 0 for a pawn to 5 for a king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind that an English letter of either case stands for.
    pub fn from_char(letter: char) -> Option<PieceKind> {
        let index = "pnbrqk".find(letter.to_ascii_lowercase())?;
        Some(PieceKind::ALL[index])
    }

    /// The English letter in lower case.
    pub const fn to_char(self) -> char {
        b"pnbrqk"[self as usize] as char
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

impl Piece {
    /// Every piece, in index order.
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::BlackPawn,
        Piece::WhiteKnight,
        Piece::BlackKnight,
        Piece::WhiteBishop,
        Piece::BlackBishop,
        Piece::WhiteRook,
        Piece::BlackRook,
        Piece::WhiteQueen,
        Piece::BlackQueen,
        Piece::WhiteKing,
        Piece::BlackKing,
    ];

    /// The piece of this kind and side.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece::ALL[kind as usize * 2 + color as usize]
    }

    /// 0 to 11: the kind doubled, plus one for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Who owns it.
    #[inline]
    pub const fn color(self) -> Color {
        if self as usize & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// What it is.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        PieceKind::ALL[self as usize >> 1]
    }

    /// The piece that a FEN letter stands for: upper case is White's.
    pub fn from_char(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        Some(Piece::new(color, PieceKind::from_char(letter)?))
    }

    /// The FEN letter.
    pub const fn to_char(self) -> char {
        let letter = self.kind().to_char();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }
}

//! Making moves: each is made on a copy; the old position is the undo.

use super::bitboard::Bitboard;
use super::castling::{CastlingRights, Wing};
use super::moves::{Move, MoveKind};
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::square::Color;
use super::zobrist;

impl Position {
    /// The position after a legal move. With any other move the result is
    /// nonsense; text from outside goes through `notation` first.
    #[must_use]
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        let mut next = self.clone();
        next.make(mv);
        next
    }

    /// Becomes the position after a legal move: for `Game`, which copies the
    /// position once, to where it stays.
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        match self.turn {
            Color::White => self.make_as::<true>(mv),
            Color::Black => self.make_as::<false>(mv),
        }
    }

    fn make_as<const WHITE: bool>(&mut self, mv: Move) {
        let us = if WHITE { Color::White } else { Color::Black };
        let (from, to) = (mv.from(), mv.to());
        let rights = self.castling.rights;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number += !WHITE as u32;
        self.key ^= zobrist::black_to_move();
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square.file());
        }
        self.turn = !us;
        let Some(piece) = self.mailbox[from.index()] else {
            debug_assert!(false, "no piece on {from}");
            return;
        };
        let kind = piece.kind();
        let mut double_step = false;

        match mv.kind() {
            MoveKind::Normal => {
                if let Some(captured) = self.mailbox[to.index()] {
                    self.remove(captured, to);
                    self.halfmove_clock = 0;
                    if captured.kind() == PieceKind::Rook {
                        self.castling.lose_rook(!us, to);
                    }
                }
                self.shift(piece, from, to);
                match kind {
                    PieceKind::Pawn => {
                        self.halfmove_clock = 0;
                        double_step = from.index() ^ to.index() == 16;
                    }
                    PieceKind::Rook => self.castling.lose_rook(us, from),
                    PieceKind::King => self.castling.rights.remove(CastlingRights::of(us)),
                    _ => {}
                }
            }
            MoveKind::Castling => {
                let wing = Wing::of_rook(from, to);
                let rook = Piece::new(us, PieceKind::Rook);
                // Both leave before either lands: in Chess960 their squares may cross.
                self.remove(piece, from);
                self.remove(rook, to);
                self.put(piece, wing.king_target(us));
                self.put(rook, wing.rook_target(us));
                self.castling.rights.remove(CastlingRights::of(us));
            }
            MoveKind::EnPassant => {
                let captured = to.offset(if WHITE { -8 } else { 8 });
                self.remove(Piece::new(!us, PieceKind::Pawn), captured);
                self.shift(piece, from, to);
                self.halfmove_clock = 0;
            }
            MoveKind::Promotion(kind) => {
                if let Some(captured) = self.mailbox[to.index()] {
                    self.remove(captured, to);
                    if captured.kind() == PieceKind::Rook {
                        self.castling.lose_rook(!us, to);
                    }
                }
                self.remove(piece, from);
                self.put(Piece::new(us, kind), to);
                self.halfmove_clock = 0;
            }
        }
        if self.castling.rights != rights {
            self.key ^= zobrist::castling(rights ^ self.castling.rights);
        }
        self.update_checks();
        if double_step {
            self.offer_en_passant(from.offset(if WHITE { 8 } else { -8 }));
        }
    }

    /// The position after passing. Not allowed in check; repetition must not
    /// be looked for across it.
    #[must_use]
    pub fn play_null(&self) -> Position {
        let mut next = self.clone();
        next.make_null();
        next
    }

    /// Becomes the position after passing.
    pub(super) fn make_null(&mut self) {
        debug_assert!(!self.in_check());
        self.fullmove_number += (self.turn == Color::Black) as u32;
        self.turn = !self.turn;
        self.key ^= zobrist::black_to_move();
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square.file());
        }
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.update_checks();
    }

    /// Moves a piece to an empty square.
    #[inline]
    fn shift(&mut self, piece: Piece, from: super::Square, to: super::Square) {
        let bits = Bitboard::from(from).with(to);
        self.by_kind[piece.kind().index()] ^= bits;
        self.by_color[piece.color().index()] ^= bits;
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = Some(piece);
        self.toggle_keys(
            piece,
            zobrist::piece(piece, from) ^ zobrist::piece(piece, to),
        );
    }

    /// The key after a legal move, for moves that are nothing but a piece's way
    /// from one square to another; for others something near it. Only good for
    /// fetching a table's entry into the cache before the move is made.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key ^ zobrist::black_to_move();
        if let Some(piece) = self.mailbox[from.index()] {
            key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        }
        if let Some(captured) = self.mailbox[to.index()] {
            key ^= zobrist::piece(captured, to);
        }
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square.file());
        }
        key
    }

    /// What a legal move captures.
    #[inline]
    pub fn captured_by(&self, mv: Move) -> Option<PieceKind> {
        match mv.kind() {
            MoveKind::Castling => None,
            MoveKind::EnPassant => Some(PieceKind::Pawn),
            _ => self.mailbox[mv.to().index()].map(Piece::kind),
        }
    }

    /// True for a capture or a promotion to a queen: the moves that
    /// `generate_noisy` lists.
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Castling => false,
            MoveKind::EnPassant => true,
            MoveKind::Promotion(kind) => kind == PieceKind::Queen,
            MoveKind::Normal => self.mailbox[mv.to().index()].is_some(),
        }
    }
}

//! The position: what stands where, whose move it is, and what is allowed.
//!
//! A `Position` is always legal. It is made from a checked `Setup`. Other layers get
//! a changed one only from `play` and `play_null` (in `play.rs`), which return a new
//! position. `Game` makes moves in place, with `make` and `make_null`, but on copies
//! that it keeps in a list: the entry before is what undoing goes back to. Which moves
//! are legal is said in `legal.rs`.

use super::attacks::*;
use super::bitboard::Bitboard;
use super::castling::{Castling, Wing};
use super::piece::{Piece, PieceKind};
use super::setup::{PositionError, Setup};
use super::square::{Color, Square};
use super::zobrist;

/// A legal position, without the moves that led to it (see `Game`).
#[derive(Clone)]
pub struct Position {
    pub(super) by_kind: [Bitboard; 6],
    pub(super) by_color: [Bitboard; 2],
    pub(super) mailbox: [Option<Piece>; 64],
    pub(super) key: u64,
    pub(super) pawn_key: u64,
    pub(super) piece_keys: [u64; 2],
    pub(super) minor_key: u64,
    pub(super) major_key: u64,
    pub(super) checkers: Bitboard,
    pub(super) pinned: Bitboard,
    pub(super) fullmove_number: u32,
    pub(super) halfmove_clock: u16,
    pub(super) turn: Color,
    pub(super) en_passant: Option<Square>,
    pub(super) castling: Castling,
}

impl Position {
    /// The ordinary start position.
    pub fn start() -> Position {
        let setup = Setup::standard();
        Position::unchecked(&setup)
    }

    /// Checks a set-up and makes it playable. An en-passant square at which no
    /// capture is legal is forgotten: the position is the same without it.
    pub fn from_setup(setup: &Setup) -> Result<Position, PositionError> {
        setup.validate_placement()?;
        let position = Position::unchecked(setup);
        let us = position.turn;
        if position
            .attackers_of(position.king(!us), us, position.occupied())
            .any()
        {
            return Err(PositionError::OpponentInCheck(!us));
        }
        if position.checkers.count() > 2 {
            return Err(PositionError::TooManyCheckers(position.checkers.count()));
        }
        Ok(position)
    }

    fn unchecked(setup: &Setup) -> Position {
        let mut position = Position {
            by_kind: [Bitboard::EMPTY; 6],
            by_color: [Bitboard::EMPTY; 2],
            mailbox: [None; 64],
            key: 0,
            pawn_key: 0,
            piece_keys: [0; 2],
            minor_key: 0,
            major_key: 0,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            fullmove_number: setup.fullmove_number.max(1),
            halfmove_clock: setup.halfmove_clock,
            turn: setup.turn,
            en_passant: None,
            castling: Castling::NONE,
        };
        for square in Bitboard::ALL {
            if let Some(piece) = setup.pieces[square.index()] {
                position.put(piece, square);
            }
        }
        for rook in setup.castling_rooks {
            let side = if rook.index() < 32 {
                Color::White
            } else {
                Color::Black
            };
            position
                .castling
                .grant(side, Wing::of_rook(position.king(side), rook), rook);
        }
        position.key ^= zobrist::castling(position.castling.rights);
        if position.turn == Color::Black {
            position.key ^= zobrist::black_to_move();
        }
        position.update_checks();
        if let Some(square) = setup.en_passant {
            position.offer_en_passant(square);
        }
        position
    }

    /// What `from_setup` would need to make this position again.
    pub fn to_setup(&self) -> Setup {
        Setup {
            pieces: self.mailbox,
            turn: self.turn,
            castling_rooks: self.castling.rook_squares(),
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// Who moves next.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The key: equal for positions that are the same for the threefold rule.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key of the pawns alone.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// The key of everything that a side has but its pawns.
    #[inline]
    pub const fn piece_key(&self, side: Color) -> u64 {
        self.piece_keys[side.index()]
    }

    /// The key of both sides' kings, knights and bishops.
    #[inline]
    pub const fn minor_key(&self) -> u64 {
        self.minor_key
    }

    /// The key of both sides' kings, rooks and queens.
    #[inline]
    pub const fn major_key(&self) -> u64 {
        self.major_key
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the current move, from 1, going up after Black's.
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The square on which a legal capture en passant would land.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Rights and rooks' squares.
    #[inline]
    pub const fn castling(&self) -> &Castling {
        &self.castling
    }

    /// What stands on `square`.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// The piece on a square from which the side to move has a legal move: always there, unless
    /// a caller or the board is wrong.
    #[inline(always)]
    pub fn mover(&self, from: Square) -> Option<Piece> {
        let piece = self.piece_on(from);
        debug_assert!(
            piece.is_some_and(|piece| piece.color() == self.turn),
            "no piece to move on {from}\n{self:?}"
        );
        piece
    }

    /// Every occupied square.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// All pieces of one side.
    #[inline]
    pub fn side(&self, side: Color) -> Bitboard {
        self.by_color[side.index()]
    }

    /// All pieces of one kind, both sides'.
    #[inline]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.by_kind[kind.index()]
    }

    /// One side's pieces of one kind.
    #[inline]
    pub fn pieces(&self, side: Color, kind: PieceKind) -> Bitboard {
        self.by_kind[kind.index()] & self.by_color[side.index()]
    }

    /// One side's bishops and queens.
    #[inline]
    pub fn diagonal_sliders(&self, side: Color) -> Bitboard {
        (self.kind(PieceKind::Bishop) | self.kind(PieceKind::Queen)) & self.side(side)
    }

    /// One side's rooks and queens.
    #[inline]
    pub fn straight_sliders(&self, side: Color) -> Bitboard {
        (self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen)) & self.side(side)
    }

    /// Where a side's king stands.
    #[inline]
    pub fn king(&self, side: Color) -> Square {
        self.pieces(side, PieceKind::King).lowest()
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// True when the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Pieces of the side to move that shield their king from a slider.
    #[inline]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// True when `side` has a knight, bishop, rook or queen.
    #[inline]
    pub fn has_pieces(&self, side: Color) -> bool {
        let small = self.kind(PieceKind::Pawn) | self.kind(PieceKind::King);
        (self.side(side) & !small).any()
    }

    /// Pieces of `by` that attack `square` when `occupied` squares stop sliders.
    #[inline]
    pub fn attackers_of(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.all_attackers_of(square, occupied) & self.side(by)
    }

    /// Pieces of both sides that attack `square`.
    #[inline]
    pub fn all_attackers_of(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = pawn_attacks(Color::Black, square) & self.side(Color::White)
            | pawn_attacks(Color::White, square) & self.side(Color::Black);
        let queens = self.kind(PieceKind::Queen);
        pawns & self.kind(PieceKind::Pawn)
            | knight_attacks(square) & self.kind(PieceKind::Knight)
            | king_attacks(square) & self.kind(PieceKind::King)
            | bishop_attacks(square, occupied) & (self.kind(PieceKind::Bishop) | queens)
            | rook_attacks(square, occupied) & (self.kind(PieceKind::Rook) | queens)
    }

    /// True when `by` attacks `square`; cheaper than listing the attackers.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let theirs = self.side(by);
        let leapers = pawn_attacks(!by, square) & self.kind(PieceKind::Pawn)
            | knight_attacks(square) & self.kind(PieceKind::Knight)
            | king_attacks(square) & self.kind(PieceKind::King);
        if (leapers & theirs).any() {
            return true;
        }
        // On most boards no slider even stands on a ray of the square.
        let diagonal = self.diagonal_sliders(by);
        let straight = self.straight_sliders(by);
        bishop_rays(square).meets(diagonal) && bishop_attacks(square, occupied).meets(diagonal)
            || rook_rays(square).meets(straight) && rook_attacks(square, occupied).meets(straight)
    }

    /// True when neither side can ever mate, whatever both do: bare kings, one
    /// minor piece, or bishops all on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        let heavy =
            self.kind(PieceKind::Pawn) | self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen);
        if heavy.any() {
            return false;
        }
        let knights = self.kind(PieceKind::Knight);
        let bishops = self.kind(PieceKind::Bishop);
        if knights.any() {
            return !knights.several() && bishops.is_empty();
        }
        !bishops.meets(Bitboard::DARK) || !bishops.meets(!Bitboard::DARK)
    }

    /// Becomes a copy of `other`. Field by field, it goes straight to its place; an assigned
    /// clone goes by way of the stack.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Position) {
        let Position {
            by_kind,
            by_color,
            mailbox,
            key,
            pawn_key,
            piece_keys,
            minor_key,
            major_key,
            checkers,
            pinned,
            fullmove_number,
            halfmove_clock,
            turn,
            en_passant,
            castling,
        } = other;
        self.by_kind = *by_kind;
        self.by_color = *by_color;
        self.mailbox = *mailbox;
        self.key = *key;
        self.pawn_key = *pawn_key;
        self.piece_keys = *piece_keys;
        self.minor_key = *minor_key;
        self.major_key = *major_key;
        self.checkers = *checkers;
        self.pinned = *pinned;
        self.fullmove_number = *fullmove_number;
        self.halfmove_clock = *halfmove_clock;
        self.turn = *turn;
        self.en_passant = *en_passant;
        self.castling = *castling;
    }

    #[inline]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from(square);
        self.by_kind[piece.kind().index()] |= bit;
        self.by_color[piece.color().index()] |= bit;
        self.mailbox[square.index()] = Some(piece);
        self.toggle_keys(piece, zobrist::piece(piece, square));
    }

    #[inline]
    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from(square);
        self.by_kind[piece.kind().index()] &= !bit;
        self.by_color[piece.color().index()] &= !bit;
        self.mailbox[square.index()] = None;
        self.toggle_keys(piece, zobrist::piece(piece, square));
    }

    /// Takes the piece's `key` for a square, or for two, into or out of all keys
    /// that count it.
    #[inline]
    pub(super) fn toggle_keys(&mut self, piece: Piece, key: u64) {
        self.key ^= key;
        if piece.kind() == PieceKind::Pawn {
            self.pawn_key ^= key;
            return;
        }
        self.piece_keys[piece.color().index()] ^= key;
        if !matches!(piece.kind(), PieceKind::Rook | PieceKind::Queen) {
            self.minor_key ^= key;
        }
        if !matches!(piece.kind(), PieceKind::Knight | PieceKind::Bishop) {
            self.major_key ^= key;
        }
    }

    /// Every square that a side attacks.
    pub fn attacks_of(&self, side: Color) -> Bitboard {
        let occupied = self.occupied();
        let mut attacks =
            pawns_attack(side, self.pieces(side, PieceKind::Pawn)) | king_attacks(self.king(side));
        for square in self.pieces(side, PieceKind::Knight) {
            attacks |= knight_attacks(square);
        }
        for square in self.diagonal_sliders(side) {
            attacks |= bishop_attacks(square, occupied);
        }
        for square in self.straight_sliders(side) {
            attacks |= rook_attacks(square, occupied);
        }
        attacks
    }

    /// Finds what checks the side to move and what it has pinned, in one walk
    /// over the enemy sliders that stand on a ray of the king.
    #[inline]
    pub(super) fn update_checks(&mut self) {
        let us = self.turn;
        let king = self.king(us);
        let occupied = self.occupied();
        self.checkers = (pawn_attacks(us, king) & self.kind(PieceKind::Pawn)
            | knight_attacks(king) & self.kind(PieceKind::Knight))
            & self.side(!us);
        self.pinned = Bitboard::EMPTY;
        let snipers = bishop_rays(king) & self.diagonal_sliders(!us)
            | rook_rays(king) & self.straight_sliders(!us);
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                self.checkers = self.checkers.with(sniper);
            } else if !blockers.several() {
                self.pinned |= blockers & self.side(us);
            }
        }
    }

    /// Notes the square of a possible capture en passant if one is legal.
    pub(super) fn offer_en_passant(&mut self, square: Square) {
        let us = self.turn;
        let candidates = pawn_attacks(!us, square) & self.pieces(us, PieceKind::Pawn);
        if candidates
            .into_iter()
            .any(|from| self.en_passant_is_legal(from, square))
        {
            self.en_passant = Some(square);
            self.key ^= zobrist::en_passant(square.file());
        }
    }

    /// Whether the capture leaves the own king safe: two pawns leave the board
    /// at once, which no pin table foresees, so the board is looked at anew.
    pub(super) fn en_passant_is_legal(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let king = self.king(us);
        let captured = to.offset(us.fold(-8, 8));
        let occupied = self.occupied().without(from).without(captured).with(to);
        let diagonal = bishop_attacks(king, occupied) & self.diagonal_sliders(!us);
        let straight = rook_attacks(king, occupied) & self.straight_sliders(!us);
        let others = self.checkers
            & !(self.kind(PieceKind::Bishop)
                | self.kind(PieceKind::Rook)
                | self.kind(PieceKind::Queen));
        diagonal.is_empty() && straight.is_empty() && others.without(captured).is_empty()
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = self.mailbox[rank * 8 + file];
                write!(f, " {}", piece.map_or('.', Piece::to_char))?;
            }
            f.write_str("\n")?;
        }
        write!(f, " {:?} to move, key {:016x}", self.turn, self.key)
    }
}

/// Same board, side to move, castling, en passant and counters.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.to_setup() == other.to_setup()
    }
}

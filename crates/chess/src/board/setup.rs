//! A position as somebody wrote it down, before it has been checked.

use super::bitboard::Bitboard;
use super::piece::{Piece, PieceKind};
use super::square::{Color, Rank, Square};
use plumb_support::wording::{say, text};

/// Everything a FEN says, taken at its word. `Position::from_setup` checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each square, a1 first.
    pub pieces: [Option<Piece>; 64],
    /// Who moves next.
    pub turn: Color,
    /// The rooks with which castling is still allowed.
    pub castling_rooks: Bitboard,
    /// The square that a pawn has just passed over with a double step.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the current move, starting at 1 and going up after Black's.
    pub fullmove_number: u32,
}

impl Setup {
    /// An empty board, White to move.
    pub fn empty() -> Setup {
        Setup {
            pieces: [None; 64],
            turn: Color::White,
            castling_rooks: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The ordinary start position.
    pub fn standard() -> Setup {
        use PieceKind::{Bishop, King, Knight, Queen, Rook};
        Setup::with_back_ranks([[Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]; 2])
    }

    /// A start position with these back ranks, a-file first, White's then
    /// Black's, and castling with each side's outermost rooks: Chess960 when
    /// both are equal, double Chess960 otherwise.
    pub fn with_back_ranks(ranks: [[PieceKind; 8]; 2]) -> Setup {
        let mut setup = Setup::empty();
        for side in Color::ALL {
            for (file, kind) in ranks[side.index()].into_iter().enumerate() {
                let back = Square::new(file).relative_to(side);
                let front = Square::new(8 + file).relative_to(side);
                setup.pieces[back.index()] = Some(Piece::new(side, kind));
                setup.pieces[front.index()] = Some(Piece::new(side, PieceKind::Pawn));
                if kind == PieceKind::Rook {
                    setup.castling_rooks = setup.castling_rooks.with(back);
                }
            }
        }
        setup
    }

    /// The squares of this piece.
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        Bitboard::ALL
            .into_iter()
            .filter(|s| self.pieces[s.index()] == Some(piece))
            .collect()
    }
}

/// Why a set-up cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A side has no king, or more than one.
    #[error("{}", kings(*.0, *.1))]
    Kings(Color, u32),
    /// A pawn stands on the first or eighth rank.
    #[error("{}", say!(position.pawn, square = .0))]
    PawnOnBackRank(Square),
    /// A side has more pieces than its pawns' promotions can have made.
    #[error("{}", .0.fold(text!(position.white_pieces), text!(position.black_pieces)))]
    TooManyPieces(Color),
    /// The side that has just moved left its king in check.
    #[error("{}", .0.fold(text!(position.white_in_check), text!(position.black_in_check)))]
    OpponentInCheck(Color),
    /// More pieces give check than one move can bring about.
    #[error("{}", say!(position.checkers, count = .0))]
    TooManyCheckers(u32),
    /// Castling is claimed for a rook that is not there, or whose king has moved.
    #[error("{}", say!(position.castling, square = .0))]
    CastlingRook(Square),
    /// The en-passant square does not lie behind a pawn that can just have
    /// made a double step.
    #[error("{}", say!(position.en_passant, square = .0))]
    EnPassant(Square),
}

fn kings(side: Color, count: u32) -> String {
    match side {
        Color::White => say!(position.white_kings, count),
        Color::Black => say!(position.black_kings, count),
    }
}

impl Setup {
    /// The first reason why this cannot be played, leaving out checks (which
    /// need attack tables and are `Position`'s).
    pub(super) fn validate_placement(&self) -> Result<(), PositionError> {
        for side in Color::ALL {
            let count = |kind| self.squares_of(Piece::new(side, kind)).count();
            let kings = count(PieceKind::King);
            if kings != 1 {
                return Err(PositionError::Kings(side, kings));
            }
            let pawns = self.squares_of(Piece::new(side, PieceKind::Pawn));
            let back = Bitboard::from_rank(Rank::FIRST) | Bitboard::from_rank(Rank::EIGHTH);
            if let Some(square) = (pawns & back).first() {
                return Err(PositionError::PawnOnBackRank(square));
            }
            let promoted = count(PieceKind::Knight).saturating_sub(2)
                + count(PieceKind::Bishop).saturating_sub(2)
                + count(PieceKind::Rook).saturating_sub(2)
                + count(PieceKind::Queen).saturating_sub(1);
            if pawns.count() + promoted > 8 {
                return Err(PositionError::TooManyPieces(side));
            }
            self.validate_castling(side)?;
        }
        self.validate_en_passant()
    }

    fn validate_castling(&self, side: Color) -> Result<(), PositionError> {
        let back = Rank::FIRST.relative_to(side);
        let king = self.squares_of(Piece::new(side, PieceKind::King)).lowest();
        let claimed = self.castling_rooks & Bitboard::from_rank(back);
        let mut wings = [0; 2];
        for rook in claimed {
            let wing = super::castling::Wing::of_rook(king, rook);
            wings[wing as usize] += 1;
            if self.pieces[rook.index()] != Some(Piece::new(side, PieceKind::Rook))
                || king.rank() != back
                || wings[wing as usize] > 1
            {
                return Err(PositionError::CastlingRook(rook));
            }
        }
        let elsewhere = self.castling_rooks
            & !Bitboard::from_rank(Rank::FIRST)
            & !Bitboard::from_rank(Rank::EIGHTH);
        elsewhere
            .first()
            .map_or(Ok(()), |square| Err(PositionError::CastlingRook(square)))
    }

    fn validate_en_passant(&self) -> Result<(), PositionError> {
        let Some(square) = self.en_passant else {
            return Ok(());
        };
        let them = !self.turn;
        let forward = them.fold(8, -8);
        let ok = square.rank().relative_to(self.turn).index() == 5
            && self.pieces[square.index()].is_none()
            && self.pieces[square.offset(forward).index()]
                == Some(Piece::new(them, PieceKind::Pawn))
            && self.pieces[square.offset(-forward).index()].is_none();
        if ok {
            Ok(())
        } else {
            Err(PositionError::EnPassant(square))
        }
    }
}

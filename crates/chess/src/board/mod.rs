//! The rules of chess: no text formats, no scores, no threads.
//!
//! Start with `Position`, a legal position that no other layer can change in place,
//! and `Game`, a position with the way to it. Moves come from
//! `Position::legal_moves`. Castling is the king moving onto his own rook
//! everywhere in here, so Chess960 and double Chess960 need no special case.

mod attacks;
mod bitboard;
mod castling;
mod checks;
mod cycle;
mod game;
mod legal;
mod moves;
mod perft;
mod piece;
mod play;
mod position;
mod see;
mod setup;
mod square;
mod validity;
mod zobrist;

pub use attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, line, pawn_attacks,
    pawns_attack, piece_attacks, queen_attacks, rook_attacks, rook_rays,
};
pub use bitboard::{Bitboard, Squares};
pub use castling::{Castling, CastlingRights, Wing};
pub use checks::CheckSquares;
pub use game::{Game, Outcome};
pub use legal::MoveVisitor;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use perft::{MAX_PERFT_DEPTH, divide, perft};
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub use see::EXCHANGE_VALUES_CP;
pub use setup::{PositionError, Setup};
pub use square::{Color, File, Rank, Square};
pub use validity::Inconsistency;

//! Why a text is not a move here, in one line that fits after the move itself.

use std::fmt;

use crate::board::{Color, PieceKind, Square, Wing};

/// Why a text is not a move of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SanError {
    /// Not written like a move.
    NotAMove(String),
    /// No piece of that kind (from there) can go to that square, by the way
    /// pieces move.
    NoPieceReaches {
        side: Color,
        /// `None` when only squares were given.
        kind: Option<PieceKind>,
        /// What was said about the square of origin: a file, a rank or both.
        origin: String,
        to: Square,
        promotion: Option<PieceKind>,
    },
    /// A piece could go there, but its king would be in check.
    KingInCheck { side: Color },
    /// Castling that way is not legal now.
    CannotCastle { side: Color, wing: Wing },
    /// More than one legal move is written like this; here they are in full.
    Ambiguous(Vec<String>),
}

impl SanError {
    /// Keeps only as much of the text as a message has room for.
    pub(super) fn not_a_move(text: &str) -> SanError {
        SanError::NotAMove(text.trim().chars().take(20).collect())
    }
}

fn name(kind: PieceKind) -> &'static str {
    ["pawn", "knight", "bishop", "rook", "queen", "king"][kind.index()]
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::NotAMove(text) => write!(
                f,
                "'{}' is not a move, expected one like e2e4, Nf3, exd5, e8=Q or O-O",
                text.escape_debug()
            ),
            SanError::NoPieceReaches {
                side,
                kind,
                origin,
                to,
                promotion,
            } => {
                let side = side.fold("white", "black");
                write!(f, "no {side} {}", kind.map_or("piece", name))?;
                match origin.len() {
                    0 => {}
                    1 if origin.starts_with(char::is_alphabetic) => {
                        write!(f, " on the {origin}-file")?;
                    }
                    1 => write!(f, " on rank {origin}")?,
                    _ => write!(f, " on {origin}")?,
                }
                write!(f, " can go to {to}")?;
                match promotion {
                    Some(kind) => write!(f, " and become a {}", name(*kind)),
                    None => Ok(()),
                }
            }
            SanError::KingInCheck { side } => write!(
                f,
                "{}'s king would be in check",
                side.fold("White", "Black")
            ),
            SanError::CannotCastle { side, wing } => write!(
                f,
                "{} cannot castle {} now",
                side.fold("White", "Black"),
                match wing {
                    Wing::King => "kingside",
                    Wing::Queen => "queenside",
                }
            ),
            SanError::Ambiguous(moves) => {
                write!(f, "several moves are meant: {}", moves.join(", "))
            }
        }
    }
}

impl std::error::Error for SanError {}

//! Why a text is not a move here, in one line that fits after the move itself.

use std::fmt;

use crate::board::{Color, PieceKind, Square, Wing};
use crate::wording::{noun, say, text};

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

/// What men are called, by kind.
const MEN: [&str; 6] = [
    "man.pawn",
    "man.knight",
    "man.bishop",
    "man.rook",
    "man.queen",
    "man.king",
];

/// What a man of this side and kind is called; of any kind without one.
fn man(side: Color, kind: Option<PieceKind>) -> &'static str {
    const WHITE: [&str; 6] = [
        "colored_man.white_pawn",
        "colored_man.white_knight",
        "colored_man.white_bishop",
        "colored_man.white_rook",
        "colored_man.white_queen",
        "colored_man.white_king",
    ];
    const BLACK: [&str; 6] = [
        "colored_man.black_pawn",
        "colored_man.black_knight",
        "colored_man.black_bishop",
        "colored_man.black_rook",
        "colored_man.black_queen",
        "colored_man.black_king",
    ];
    text(match kind {
        Some(kind) => side.fold(WHITE, BLACK)[kind.index()],
        None => side.fold("colored_man.white_any", "colored_man.black_any"),
    })
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            SanError::NotAMove(text) => say(
                "san.not_a_move",
                &[("text", &text.escape_debug().to_string())],
            ),
            SanError::NoPieceReaches {
                side,
                kind,
                origin,
                to,
                promotion,
            } => {
                let key = match origin.len() {
                    0 => "san.unreachable",
                    1 if origin.starts_with(char::is_alphabetic) => "san.unreachable_from_file",
                    1 => "san.unreachable_from_rank",
                    _ => "san.unreachable_from",
                };
                let slots = [
                    ("man", man(*side, *kind)),
                    ("from", origin),
                    ("to", &to.to_string()),
                ];
                let unreachable = say(key, &slots);
                match promotion {
                    Some(kind) => {
                        let man = noun(1, MEN[kind.index()]);
                        say(
                            "san.promotion",
                            &[("unreachable", &unreachable), ("man", man)],
                        )
                    }
                    None => unreachable,
                }
            }
            SanError::KingInCheck { side } => {
                text(side.fold("san.white_in_check", "san.black_in_check")).to_owned()
            }
            SanError::CannotCastle { side, wing } => text(match wing {
                Wing::King => side.fold("san.white_castles_king", "san.black_castles_king"),
                Wing::Queen => side.fold("san.white_castles_queen", "san.black_castles_queen"),
            })
            .to_owned(),
            SanError::Ambiguous(moves) => say("san.ambiguous", &[("moves", &moves.join(", "))]),
        })
    }
}

impl std::error::Error for SanError {}

//! Why a text is not a move here, in one line that fits after the move itself.

use crate::board::{Color, PieceKind, Square, Wing};
use plumb_support::wording::{noun, say, text};

/// Why a text is not a move of the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SanError {
    /// Not written like a move.
    #[error("{}", say("san.not_a_move", &[("text", &.0.escape_debug().to_string())]))]
    NotAMove(String),
    /// No piece of that kind (from there) can go to that square, by the way
    /// pieces move.
    #[error(
        "{}",
        unreachable(man(*.side, *.kind), .origin, *.to, *.promotion)
    )]
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
    #[error("{}", text(.side.fold("san.white_in_check", "san.black_in_check")))]
    KingInCheck { side: Color },
    /// Castling that way is not legal now.
    #[error("{}", no_castling(*.side, *.wing))]
    CannotCastle { side: Color, wing: Wing },
    /// More than one legal move is written like this; here they are in full.
    #[error("{}", say("san.ambiguous", &[("moves", &.0.join(", "))]))]
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

/// A piece cannot go there: which, from where and whether as a promotion.
fn unreachable(man: &str, from: &str, to: Square, promotion: Option<PieceKind>) -> String {
    let key = match from.len() {
        0 => "san.unreachable",
        1 if from.starts_with(char::is_alphabetic) => "san.unreachable_from_file",
        1 => "san.unreachable_from_rank",
        _ => "san.unreachable_from",
    };
    let slots = [("man", man), ("from", from), ("to", &to.to_string())];
    let unreachable = say(key, &slots);
    let Some(kind) = promotion else {
        return unreachable;
    };
    let man = noun(1, MEN[kind.index()]);
    let slots = [("unreachable", unreachable.as_str()), ("man", man)];
    say("san.promotion", &slots)
}

fn no_castling(side: Color, wing: Wing) -> &'static str {
    text(match wing {
        Wing::King => side.fold("san.white_castles_king", "san.black_castles_king"),
        Wing::Queen => side.fold("san.white_castles_queen", "san.black_castles_queen"),
    })
}

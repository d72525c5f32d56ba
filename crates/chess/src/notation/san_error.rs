//! Why a text is not a move here, in one line that fits after the move itself.

use crate::board::{Color, PieceKind, Square, Wing};
use plumb_support::wording::{Noun, say, text};

/// Why a text is not a move of the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SanError {
    /// Not written like a move.
    #[error("{}", say!(san.not_a_move, text = .0.escape_debug()))]
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
    #[error("{}", .side.fold(text!(san.white_in_check), text!(san.black_in_check)))]
    KingInCheck { side: Color },
    /// Castling that way is not legal now.
    #[error("{}", no_castling(*.side, *.wing))]
    CannotCastle { side: Color, wing: Wing },
    /// More than one legal move is written like this; here they are in full.
    #[error("{}", say!(san.ambiguous, moves = .0.join(", ")))]
    Ambiguous(Vec<String>),
}

impl SanError {
    /// Keeps only as much of the text as a message has room for.
    pub(super) fn not_a_move(text: &str) -> SanError {
        let on_one_line = |letter: char| if letter.is_whitespace() { ' ' } else { letter };
        SanError::NotAMove(text.trim().chars().take(20).map(on_one_line).collect())
    }
}

/// What men are called, by kind.
const MEN: [Noun; 6] = [
    text!(man.pawn),
    text!(man.knight),
    text!(man.bishop),
    text!(man.rook),
    text!(man.queen),
    text!(man.king),
];

/// What a man of this side and kind is called; of any kind without one.
fn man(side: Color, kind: Option<PieceKind>) -> &'static str {
    const WHITE: [&str; 6] = [
        text!(colored_man.white_pawn),
        text!(colored_man.white_knight),
        text!(colored_man.white_bishop),
        text!(colored_man.white_rook),
        text!(colored_man.white_queen),
        text!(colored_man.white_king),
    ];
    const BLACK: [&str; 6] = [
        text!(colored_man.black_pawn),
        text!(colored_man.black_knight),
        text!(colored_man.black_bishop),
        text!(colored_man.black_rook),
        text!(colored_man.black_queen),
        text!(colored_man.black_king),
    ];
    match kind {
        Some(kind) => side.fold(WHITE, BLACK)[kind.index()],
        None => side.fold(text!(colored_man.white_any), text!(colored_man.black_any)),
    }
}

/// A piece cannot go there: which, from where and whether as a promotion.
fn unreachable(man: &str, from: &str, to: Square, promotion: Option<PieceKind>) -> String {
    let unreachable = match from.len() {
        0 => say!(san.unreachable, man, to),
        1 if from.starts_with(char::is_alphabetic) => {
            say!(san.unreachable_from_file, man, from, to)
        }
        1 => say!(san.unreachable_from_rank, man, from, to),
        _ => say!(san.unreachable_from, man, from, to),
    };
    let Some(kind) = promotion else {
        return unreachable;
    };
    let man = MEN[kind.index()].behind(1);
    say!(san.promotion, unreachable, man)
}

fn no_castling(side: Color, wing: Wing) -> &'static str {
    match wing {
        Wing::King => side.fold(text!(san.white_castles_king), text!(san.black_castles_king)),
        Wing::Queen => side.fold(
            text!(san.white_castles_queen),
            text!(san.black_castles_queen),
        ),
    }
}

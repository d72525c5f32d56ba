//! Writing moves as chess players do: `Nf3`, `exd5`, `e8=Q+`, `O-O`.
//!
//! Always the shortest unambiguous form, with `+` or `#`. Reading, which is
//! far more tolerant, is `san_read.rs`'s.

use crate::board::{Move, MoveKind, PieceKind, Position, Wing};

/// Writes a legal move of this position. Any other move is written as its two
/// squares, which no reader takes for a legal move.
pub fn to_san(position: &Position, mv: Move) -> String {
    let moves = position.legal_moves();
    let Some(piece) = position.piece_on(mv.from()).filter(|_| moves.contains(&mv)) else {
        return format!("{}{}", mv.from(), mv.to());
    };
    let kind = piece.kind();
    let mut san = String::with_capacity(8);
    if mv.is_castling() {
        san.push_str(match Wing::of_rook(mv.from(), mv.to()) {
            Wing::King => "O-O",
            Wing::Queen => "O-O-O",
        });
    } else {
        let captures = position.captured_by(mv).is_some();
        if kind != PieceKind::Pawn {
            san.push(kind.to_char().to_ascii_uppercase());
            push_origin(&mut san, position, mv, &moves);
        } else if captures {
            san.push(mv.from().file().to_char());
        }
        if captures {
            san.push('x');
        }
        san.push_str(&mv.to().to_string());
        if let MoveKind::Promotion(kind) = mv.kind() {
            san.push('=');
            san.push(kind.to_char().to_ascii_uppercase());
        }
    }
    let next = position.play(mv);
    if next.in_check() {
        san.push(if next.has_no_moves() { '#' } else { '+' });
    }
    san
}

/// As much of the square of origin as tells the move from others: nothing,
/// else the file, else the rank, else both.
fn push_origin(san: &mut String, position: &Position, mv: Move, moves: &[Move]) {
    let from = mv.from();
    let (mut rivals, mut same_file, mut same_rank) = (false, false, false);
    for other in moves {
        if other.to() == mv.to()
            && other.from() != from
            && !other.is_castling()
            && position.piece_on(other.from()) == position.piece_on(from)
        {
            rivals = true;
            same_file |= other.from().file() == from.file();
            same_rank |= other.from().rank() == from.rank();
        }
    }
    if rivals && (!same_file || same_rank) {
        san.push(from.file().to_char());
    }
    if same_file {
        san.push(from.rank().to_char());
    }
}

//! A board drawn with letters, for terminals.

use crate::board::{File, Piece, Position, Rank, Square};

const BORDER: &str = " +---+---+---+---+---+---+---+---+\n";

/// The board from White's side, capitals for White's pieces; the last line has
/// the letters of the files.
pub fn board_text(position: &Position) -> String {
    let mut text = BORDER.to_owned();
    for rank in (0..8).rev().map(Rank::new) {
        for file in (0..8).map(File::new) {
            let piece = position.piece_on(Square::at(file, rank));
            text.push_str(&format!(" | {}", piece.map_or(' ', Piece::to_char)));
        }
        text.push_str(&format!(" | {}\n{BORDER}", rank.to_char()));
    }
    text.push_str("   a   b   c   d   e   f   g   h\n");
    text
}

//! Any text as FEN, EPD and move: an error, or a position that survives being
//! written down and read again and can be played on from.

use plumb::notation::{FenStyle, parse_epd, parse_fen, parse_move, to_fen, to_san};

pub fn check(text: &str) {
    let _ = parse_epd(text);
    // A FEN, and after a line's end a move.
    let (fen, mv) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(position) = parse_fen(fen) else {
        return;
    };
    for style in [FenStyle::XFen, FenStyle::Shredder] {
        let again = parse_fen(&to_fen(&position, style)).expect("our own FEN is read");
        assert_eq!(again, position);
        assert_eq!(again.key(), position.key());
    }
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal_moves() as usize);
    if let Ok(mv) = parse_move(&position, mv) {
        assert!(moves.contains(&mv));
    }
    for mv in moves {
        let next = position.play(mv);
        assert_eq!(next.count_legal_moves() as usize, next.legal_moves().len());
        assert_eq!(parse_move(&position, &to_san(&position, mv)), Ok(mv));
    }
}

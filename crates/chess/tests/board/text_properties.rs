//! Whatever text comes in: an error or a position that is written back, and
//! never a panic.

use plumb_chess::board::Position;
use plumb_chess::notation::{
    Book, FenStyle, START_FEN, epd_lines, parse_epd, parse_fen, parse_move, parse_san,
    parse_uci_move, to_fen, to_san,
};
use plumb_testing::{Random, random_start};
use proptest::prelude::*;

/// A position of a random game.
fn reached(seed: u64, plies: usize) -> Position {
    let mut random = Random(seed);
    let mut position = random_start(&mut random);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(random.pick(&moves));
    }
    position
}

/// A FEN that is read must be written back as the same position, and be fit
/// to play on from.
fn check_fen(text: &str) {
    let Ok(position) = parse_fen(text) else {
        return;
    };
    for style in [FenStyle::XFen, FenStyle::Shredder] {
        let written = to_fen(&position, style);
        let again =
            parse_fen(&written).unwrap_or_else(|error| panic!("{text} as {written}: {error}"));
        assert_eq!(again, position, "{text}");
        assert_eq!(again.key(), position.key(), "{text}");
        assert_eq!(to_fen(&again, style), written);
    }
    for mv in position.legal_moves() {
        let next = position.play(mv);
        assert_eq!(
            next.occupied().count() + position.captured_by(mv).is_some() as u32,
            position.occupied().count()
        );
        assert_eq!(next.count_legal_moves() as usize, next.legal_moves().len());
    }
}

/// Text that is nearly a move.
fn nearly_a_move() -> impl Strategy<Value = String> {
    "[KQRBNPkqrbnpOo0]?[a-h]?[1-8]?[x:-]?[a-h][1-8][=(/]?[QRBNKqrbn]?[)]?( ?e\\.p\\.)?[+#!?]{0,3}"
}

/// Text made of a FEN's letters.
fn nearly_a_fen() -> impl Strategy<Value = String> {
    "([pnbrqkPNBRQK1-8]{1,9}/){7}[pnbrqkPNBRQK1-8]{1,9} [wb] [KQkqA-Ha-h-]{1,5} (-|[a-h][1-8])( [0-9]{1,6}){0,3}"
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let start = Position::start();
        check_fen(&text);
        let _ = parse_epd(&text);
        let _ = parse_epd(&format!("{START_FEN} {text}"));
        prop_assert!(epd_lines(&text).count() <= text.lines().count());
        let _ = parse_uci_move(&start, &text);
        let _ = parse_move(&start, &text);
        if let Ok(book) = Book::from_bytes("any", &bytes) {
            prop_assert_eq!(book.len() * 16, bytes.len());
            let _ = book.moves(&start);
        }
    }

    #[test]
    fn any_string(text in any::<String>()) {
        check_fen(&text);
        let _ = parse_epd(&text);
        let _ = parse_epd(&format!("{START_FEN};{text}"));
        let _ = parse_move(&Position::start(), &text);
        let message = parse_san(&Position::start(), &text).map_err(|error| error.to_string());
        prop_assert!(message.is_err_and(|message| !message.contains('\n')) || text.len() < 25);
    }

    #[test]
    fn fen_letters(text in nearly_a_fen()) {
        check_fen(&text);
    }

    #[test]
    fn mutated_fens(
        seed in any::<u64>(),
        plies in 0..200_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[ /KQRBNPkqrbnp1-8a-hwb-]", 0..3), 0..4),
    ) {
        let mut fen = to_fen(&reached(seed, plies), FenStyle::XFen);
        check_fen(&fen);
        for (place, letter, kind) in changes {
            let at = place.index(fen.len());
            match kind {
                0 => fen.insert_str(at, &letter),
                1 => fen.replace_range(at..=at, &letter),
                _ => {
                    fen.remove(at);
                }
            }
            check_fen(&fen);
        }
    }

    #[test]
    fn moves_that_are_read_are_legal(seed in any::<u64>(), plies in 0..120_usize, text in nearly_a_move()) {
        let position = reached(seed, plies);
        match parse_move(&position, &text) {
            Ok(mv) => {
                prop_assert!(position.legal_moves().contains(&mv));
                prop_assert_eq!(parse_san(&position, &to_san(&position, mv)), Ok(mv));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn epd_lines_that_are_read_keep_their_moves(seed in any::<u64>(), plies in 0..120_usize, id in "[^\"\n\r]{0,40}") {
        let position = reached(seed, plies);
        let sans: Vec<String> = position.legal_moves().iter().map(|mv| to_san(&position, *mv)).collect();
        let fen = to_fen(&position, FenStyle::XFen);
        let line = format!("{fen} bm {}; id \"{id}\"", sans.join(" "));
        if !sans.is_empty() {
            let epd = parse_epd(&line).unwrap();
            prop_assert_eq!(&epd.best_moves, &position.legal_moves().to_vec());
            prop_assert_eq!(epd.id(), Some(id.as_str()));
            prop_assert_eq!(epd.position, position);
        }
    }
}

//! FEN: what is wrong with bad ones, and castling in every notation.

use plumb_chess::board::{Color, Position, Square, Wing};
use plumb_chess::notation::{FenStyle, START_FEN, parse_fen, to_epd, to_fen};

#[test]
fn bad_ones_say_why() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let rest = |rest: &str| format!("{board} {rest}");
    let placed = |board: &str| format!("{board} w - - 0 1");
    let illegal = |message: &str| format!("illegal position: {message}");
    let fields = |count: usize| format!("a FEN has 4 or 6 fields, found {count}");
    let rank =
        |rank: usize, squares: usize| format!("rank {rank} has {squares} squares, expected 8");
    let piece =
        |letter: &str| format!("'{letter}' is not a piece, expected one of PNBRQKpnbrqk or 1 to 8");
    let castling = |letter: &str| {
        format!(
            "'{letter}' in the castling field, expected letters out of KQkq, A to H, a to h, or '-'"
        )
    };
    let no_rook =
        |letter: char| format!("castling '{letter}' claimed, but no rook stands there for it");
    let passed = |text: &str| format!("en-passant field is '{text}', expected a square or '-'");
    let behind = |square: &str| {
        illegal(&format!(
            "no pawn can just have passed over the en-passant square {square}"
        ))
    };
    let cases: Vec<(String, String)> = vec![
        ("".into(), fields(0)),
        ("   \t ".into(), fields(0)),
        (board.into(), fields(1)),
        (rest("w"), fields(2)),
        (rest("w KQkq"), fields(3)),
        (rest("w KQkq - 0 1 extra"), fields(7)),
        (
            placed("8/8/8/8/8/8/8"),
            "expected 8 ranks separated by '/', found 7".into(),
        ),
        (
            placed("8/8/8/8/8/8/8/8/8"),
            "expected 8 ranks separated by '/', found 9".into(),
        ),
        (
            placed("startpos"),
            "expected 8 ranks separated by '/', found 1".into(),
        ),
        (placed("7/8/8/8/8/8/8/8"), rank(8, 7)),
        (placed("8/8/8/8/8/8/8/7K1"), rank(1, 9)),
        (placed("8/8/8//8/8/8/8"), rank(5, 0)),
        (placed("8/8/8/44k/8/8/8/8"), rank(5, 9)),
        (placed("9/8/8/8/8/8/8/8"), piece("9")),
        (placed("08/8/8/8/8/8/8/8"), piece("0")),
        (placed("x7/8/8/8/8/8/8/8"), piece("x")),
        (placed("8/8/8/8/8/8/8/7♔"), piece("\\u{2654}")),
        (placed("8/8/8/8/8/8/8/7\u{1b}"), piece("\\u{1b}")),
        (
            rest("x KQkq -"),
            "side to move is 'x', expected w or b".into(),
        ),
        (
            rest("white KQkq -"),
            "side to move is 'white', expected w or b".into(),
        ),
        (
            rest(&format!("{} - -", "w".repeat(99))),
            format!("side to move is '{}', expected w or b", "w".repeat(20)),
        ),
        (rest("w KX -"), castling("X")),
        (rest("w KQkq- -"), castling("-")),
        (rest("w 0 -"), castling("0")),
        (rest("w B -"), no_rook('B')),
        (rest("w e -"), no_rook('e')),
        ("4k3/8/8/8/8/8/8/4K3 w K -".into(), no_rook('K')),
        ("4k3/8/8/8/8/8/4K3/7R w K -".into(), no_rook('K')),
        ("rk6/8/8/8/8/8/8/4K3 w k -".into(), no_rook('k')),
        (rest("w KQkq e9"), passed("e9")),
        (rest("w KQkq E3"), passed("E3")),
        (rest("w KQkq 0"), passed("0")),
        (
            rest("w KQkq - x 1"),
            "halfmove clock is 'x', expected a number".into(),
        ),
        (
            rest("w KQkq - -1 1"),
            "halfmove clock is '-1', expected a number".into(),
        ),
        (
            rest("w KQkq - 0 1.5"),
            "move number is '1.5', expected a number".into(),
        ),
        (
            rest("w KQkq - 0 +1"),
            "move number is '+1', expected a number".into(),
        ),
        (rest("w KQkq e3"), behind("e3")),
        (rest("b KQkq e3"), behind("e3")),
        (rest("w KQkq e4"), behind("e4")),
        (
            placed("8/8/8/8/8/8/8/8"),
            illegal("White has 0 kings, expected one"),
        ),
        (
            placed("8/8/8/8/8/8/8/K7"),
            illegal("Black has 0 kings, expected one"),
        ),
        (
            placed("kk6/8/8/8/8/8/8/K7"),
            illegal("Black has 2 kings, expected one"),
        ),
        (
            placed("P3k3/8/8/8/8/8/8/4K3"),
            illegal("a pawn cannot stand on a8"),
        ),
        (
            placed("4k3/8/8/8/8/8/8/p3K3"),
            illegal("a pawn cannot stand on a1"),
        ),
        (
            placed("4k3/8/8/8/8/Q7/PPPPPPPP/3QK3"),
            illegal("White has more pieces than promotion allows"),
        ),
        (
            placed("4k3/8/8/8/8/8/8/4R2K"),
            illegal("Black is in check but it is the other side's move"),
        ),
        (
            "4k3/8/3N1N2/8/4R3/8/8/4K3 b - -".into(),
            illegal("3 pieces give check at once, at most two can"),
        ),
        (
            "r2rk3/8/8/8/8/8/8/4K3 w ad -".into(),
            illegal(
                "no castling with a rook on d8: king and rook must stand on their own back rank",
            ),
        ),
    ];
    for (fen, expected) in &cases {
        let message = match parse_fen(fen) {
            Ok(position) => panic!("{fen} was read as\n{position:?}"),
            Err(error) => error.to_string(),
        };
        assert_eq!(&message, expected, "{fen}");
        assert!(!message.contains('\n'));
    }
    assert!(cases.len() >= 45);
}

/// The squares of the rooks that may castle: White's kingside and queenside,
/// then Black's.
fn rooks(position: &Position) -> [Option<String>; 4] {
    let rook = |side, wing| {
        position
            .castling()
            .rook(side, wing)
            .as_ref()
            .map(Square::to_string)
    };
    [
        rook(Color::White, Wing::King),
        rook(Color::White, Wing::Queen),
        rook(Color::Black, Wing::King),
        rook(Color::Black, Wing::Queen),
    ]
}

#[test]
fn castling_in_every_notation() {
    // Board, castling as given, the rooks meant, as X-FEN, as Shredder-FEN.
    let cases = [
        (
            "r3k2r/8/8/8/8/8/8/R3K2R",
            "KQkq",
            "h1 a1 h8 a8",
            "KQkq",
            "HAha",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R",
            "HAha",
            "h1 a1 h8 a8",
            "KQkq",
            "HAha",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R",
            "qkQK",
            "h1 a1 h8 a8",
            "KQkq",
            "HAha",
        ),
        ("r3k2r/8/8/8/8/8/8/R3K2R", "KKK", "h1 - - -", "K", "H"),
        ("r3k2r/8/8/8/8/8/8/R3K2R", "Kq", "h1 - - a8", "Kq", "Ha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R", "-", "- - - -", "-", "-"),
        // Chess960, outermost rooks.
        (
            "1r2kr2/8/8/8/8/8/8/1R2KR2",
            "KQkq",
            "f1 b1 f8 b8",
            "KQkq",
            "FBfb",
        ),
        (
            "1r2kr2/8/8/8/8/8/8/1R2KR2",
            "FBfb",
            "f1 b1 f8 b8",
            "KQkq",
            "FBfb",
        ),
        // Inner rooks have to be named.
        ("4k3/8/8/8/8/8/8/R1R1KRR1", "FC", "f1 c1 - -", "FC", "FC"),
        ("4k3/8/8/8/8/8/8/R1R1KRR1", "KQ", "g1 a1 - -", "KQ", "GA"),
        ("4k3/8/8/8/8/8/8/R1R1KRR1", "GC", "g1 c1 - -", "KC", "GC"),
        // Rooks of one side beyond the king do not matter to the other wing.
        ("4k3/8/8/8/8/8/8/RK1R3R", "D", "d1 - - -", "D", "D"),
        ("4k3/8/8/8/8/8/8/RK1R3R", "KQ", "h1 a1 - -", "KQ", "HA"),
        // Double Chess960: each side its own files.
        (
            "r1k4r/8/8/8/8/8/8/1R3KR1",
            "KQkq",
            "g1 b1 h8 a8",
            "KQkq",
            "GBha",
        ),
        (
            "r1k4r/8/8/8/8/8/8/1R3KR1",
            "GBha",
            "g1 b1 h8 a8",
            "KQkq",
            "GBha",
        ),
        (
            "rk1r4/8/8/8/8/8/8/4R1KR",
            "HEda",
            "h1 e1 d8 a8",
            "KQkq",
            "HEda",
        ),
        ("rk1r3r/8/8/8/8/8/8/R3R1KR", "Ed", "- e1 d8 -", "Ed", "Ed"),
        // The letters of files are also those of colours and pieces.
        ("1k1b4/8/8/8/8/8/8/1R1K4", "B", "- b1 - -", "Q", "B"),
    ];
    for (board, given, expected, x_fen, shredder) in cases {
        let fen = format!("{board} b {given} - 3 7");
        let position = parse_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let found = rooks(&position)
            .map(|rook| rook.unwrap_or("-".into()))
            .join(" ");
        assert_eq!(found, expected, "{fen}");
        for (style, castling) in [(FenStyle::XFen, x_fen), (FenStyle::Shredder, shredder)] {
            let written = to_fen(&position, style);
            assert_eq!(written, format!("{board} b {castling} - 3 7"));
            assert_eq!(parse_fen(&written).as_ref(), Ok(&position));
        }
    }
}

#[test]
fn fields_left_out_or_odd() {
    let start = parse_fen(START_FEN).unwrap();
    assert_eq!(start, Position::start());
    assert_eq!(to_fen(&start, FenStyle::XFen), START_FEN);
    let epd = START_FEN.strip_suffix(" 0 1").unwrap();
    assert_eq!(to_epd(&start, FenStyle::XFen), epd);
    for other in [
        epd.to_string(),
        format!("{epd} 0"),
        format!("  {epd}\t0   0  \r\n"),
        START_FEN.replace(" w ", " W "),
    ] {
        assert_eq!(parse_fen(&other).as_ref(), Ok(&start), "{other:?}");
    }
    // Beyond every count the largest that is kept.
    let late = parse_fen(&format!("{epd} 70000 4294967297")).unwrap();
    assert_eq!(
        (late.halfmove_clock(), late.fullmove_number()),
        (10_000, 100_000)
    );
}

#[test]
fn en_passant_is_written_only_where_legal() {
    let cases = [
        // Nobody stands beside the pawn.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
            "-",
        ),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "d6"),
        // Both pawns leave the fifth rank and bare the king.
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6", "-"),
        // The capturing pawn is pinned on its file, or along the way.
        ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6", "-"),
        ("2b3k1/8/8/3pP3/8/8/8/4K3 w - d6", "d6"),
        // The pawn that has moved gives check and may be taken.
        ("6k1/8/8/3pP3/4K3/8/8/8 w - d6", "d6"),
    ];
    for (fen, expected) in cases {
        let position = parse_fen(fen).unwrap();
        let written = position
            .en_passant()
            .map_or("-".into(), |square| square.to_string());
        assert_eq!(written, expected, "{fen}");
        assert!(to_epd(&position, FenStyle::XFen).ends_with(&format!(" {expected}")));
    }
}

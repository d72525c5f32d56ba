//! What `parse_san` accepts and refuses, case by case.

use super::*;
use crate::notation::{CastlingStyle, parse_fen, parse_move, to_uci_move};

/// The coordinates of the move that `text` means, or the message.
fn read(fen: &str, text: &str) -> String {
    let position = parse_fen(fen).unwrap();
    match parse_san(&position, text) {
        Ok(mv) => to_uci_move(&position, mv, CastlingStyle::Chess960),
        Err(error) => error.to_string(),
    }
}

fn check(fen: &str, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(read(fen, text), *expected, "{text} in {fen}");
    }
}

const START: &str = crate::notation::START_FEN;
const CASTLES: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -";

#[test]
fn ordinary_and_decorated() {
    check(
        START,
        &[
            ("e4", "e2e4"),
            ("Nf3", "g1f3"),
            (" Nf3 ", "g1f3"),
            ("Nf3!?", "g1f3"),
            ("Nf3+", "g1f3"),
            ("Nf3 #", "g1f3"),
            ("Nxf3", "g1f3"),
            ("Ngf3", "g1f3"),
            ("N1f3", "g1f3"),
            ("Ng1f3", "g1f3"),
            ("Ng1-f3", "g1f3"),
            ("g1-f3", "g1f3"),
            ("e2-e4", "e2e4"),
            ("e2e4", "e2e4"),
            ("Pe4", "e2e4"),
            ("pe2-e4", "e2e4"),
            ("nf3", "g1f3"),
            ("b4", "b2b4"),
            ("b1c3", "b1c3"),
        ],
    );
}

#[test]
fn castling_in_every_spelling() {
    let king = [
        "O-O", "0-0", "o-o", "OO", "O-O+", "0-0!", "Ke1-g1", "Ke1g1", "e1g1",
    ];
    let queen = [
        "O-O-O", "0-0-0", "o-o-o", "OOO", "O-O-O#", "Ke1-c1", "Ke1xa1",
    ];
    for text in king {
        assert_eq!(read(CASTLES, text), "e1h1", "{text}");
    }
    for text in queen {
        assert_eq!(read(CASTLES, text), "e1a1", "{text}");
    }
    check(
        CASTLES,
        &[
            (
                "O-O-O-O",
                "'O-O-O-O' is not a move, expected one like e2e4, Nf3, exd5, e8=Q or O-O",
            ),
            (
                "-O-O",
                "'-O-O' is not a move, expected one like e2e4, Nf3, exd5, e8=Q or O-O",
            ),
            ("Kg1", "no white king can go to g1"),
        ],
    );
    check(
        START,
        &[
            ("O-O", "White cannot castle kingside now"),
            ("0-0-0", "White cannot castle queenside now"),
        ],
    );
}

#[test]
fn chess960_castling_over_no_or_one_square() {
    // King on g1 stays there; king on f1 moves one square, as Kg1 does too.
    let stays = "4k3/8/8/8/8/8/8/6KR w H -";
    check(stays, &[("O-O", "g1h1"), ("g1h1", "g1h1")]);
    let one = "4k3/8/8/8/8/8/8/R4K1R w AH -";
    check(
        one,
        &[
            ("O-O", "f1h1"),
            ("Kg1", "f1g1"),
            ("f1g1", "f1g1"),
            ("O-O-O", "f1a1"),
        ],
    );
    let onto_c = "4k3/8/8/8/8/8/8/RK6 w A -";
    check(onto_c, &[("O-O-O", "b1a1"), ("Kc1", "b1c1")]);
    for (fen, text) in [(stays, "g1h1"), (one, "f1h1"), (onto_c, "b1a1")] {
        let position = parse_fen(fen).unwrap();
        let mv = parse_move(&position, text).unwrap();
        assert!(mv.is_castling());
        assert_eq!(parse_move(&position, &to_san(&position, mv)), Ok(mv));
    }
}

#[test]
fn promotions() {
    let fen = "1n5k/P7/8/8/8/8/8/K7 w - -";
    check(
        fen,
        &[
            ("a8=Q", "a7a8q"),
            ("a8Q", "a7a8q"),
            ("a8q", "a7a8q"),
            ("a8=n+", "a7a8n"),
            ("a8(R)", "a7a8r"),
            ("a8/B", "a7a8b"),
            ("axb8=Q+", "a7b8q"),
            ("ab8N", "a7b8n"),
            ("a7-a8=Q", "a7a8q"),
            ("a7xb8(Q)", "a7b8q"),
            ("a8", "several moves are meant: a8=Q, a8=N, a8=R, a8=B"),
            (
                "a8=K",
                "'a8=K' is not a move, expected one like e2e4, Nf3, exd5, e8=Q or O-O",
            ),
            (
                "a8(Q",
                "'a8(Q' is not a move, expected one like e2e4, Nf3, exd5, e8=Q or O-O",
            ),
            (
                "a8Q)",
                "'a8Q)' is not a move, expected one like e2e4, Nf3, exd5, e8=Q or O-O",
            ),
            ("Ka2=Q", "no white king can go to a2 and become a queen"),
            ("Kb1", "a1b1"),
        ],
    );
}

#[test]
fn en_passant() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";
    for text in [
        "exd6",
        "exd6 e.p.",
        "exd6e.p.",
        "exd6ep",
        "ed6",
        "exd6 e.p.+",
        "e5xd6",
    ] {
        assert_eq!(read(fen, text), "e5d6", "{text}");
    }
}

#[test]
fn what_b_means() {
    // Both the pawn on b2 and the bishop on d2 can capture on c3.
    let both = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - -";
    check(
        both,
        &[
            ("bxc3", "b2c3"),
            ("Bxc3", "d2c3"),
            ("bc3", "several moves are meant: bxc3, Bxc3"),
            ("b2c3", "b2c3"),
        ],
    );
    let bishop = "4k3/8/8/8/8/2p5/3B4/4K3 w - -";
    check(
        bishop,
        &[
            ("bxc3", "d2c3"),
            ("bc3", "d2c3"),
            ("b4", "no white pawn can go to b4"),
            ("bb4", "no white pawn on the b-file can go to b4"),
        ],
    );
}

#[test]
fn disambiguation() {
    // Knights on b1, f1 and f3 all reach d2.
    let fen = "4k3/8/8/8/8/5N2/8/1N3N1K w - -";
    check(
        fen,
        &[
            ("Nbd2", "b1d2"),
            ("N3d2", "f3d2"),
            ("Nf1d2", "f1d2"),
            ("Nd2", "several moves are meant: Nbd2, Nf1d2, N3d2"),
            ("Nfd2", "several moves are meant: Nf1d2, N3d2"),
            ("N1d2", "several moves are meant: Nbd2, Nf1d2"),
            ("d2", "no white pawn can go to d2"),
            ("Nad2", "no white knight on the a-file can go to d2"),
            ("N5d2", "no white knight on rank 5 can go to d2"),
            ("Na1d2", "no white knight on a1 can go to d2"),
            ("a1d2", "no white piece on a1 can go to d2"),
        ],
    );
    // A pinned knight needs no telling apart.
    let pinned = parse_fen("4k3/8/8/8/1b6/2N5/8/4K1N1 w - -").unwrap();
    let mv = parse_san(&pinned, "Ne2").unwrap();
    assert_eq!(to_san(&pinned, mv), "Ne2");
}

#[test]
fn refusals_say_why() {
    check(
        "4k3/8/8/8/1b6/2N5/8/4K1N1 w - -",
        &[
            ("Nd5", "White's king would be in check"),
            ("Kd2", "e1d2"),
            ("Ke3", "no white king can go to e3"),
        ],
    );
    // Anything but an answer to the check.
    check(
        "4k3/8/8/8/8/8/P2n1q2/R3K3 w Q -",
        &[
            ("a4", "White's king would be in check"),
            ("axb3", "no white pawn on the a-file can go to b3"),
            ("Ke2", "White's king would be in check"),
        ],
    );
    let not_a_move = |text: &str| {
        format!("'{text}' is not a move, expected one like e2e4, Nf3, exd5, e8=Q or O-O")
    };
    for text in [
        "", "x", "xx", "e", "e9", "i4", "Nf9", "Nxxf3", "N--f3", "Ng11f3", "Ngg1f3", "N1gf3",
        "e8==Q", "e4e5e6", "--", "0000", "Z0", "1-0", "=Q", "Q", "e.p.", "é4", "NF3", "Nf3Q3",
    ] {
        assert_eq!(read(START, text), not_a_move(text), "{text:?}");
    }
    // Long rubbish is cut short, and control characters are made visible.
    assert_eq!(read(START, &"N".repeat(5000)), not_a_move(&"N".repeat(20)));
    assert_eq!(read(START, "N\u{1b}f3\n"), not_a_move("N\\u{1b}f3"));
}

#[test]
fn written_with_check_and_mate() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - -", "e1e8", "Re8#"),
        ("6k1/5pp1/8/8/8/8/8/K3R3 w - -", "e1e8", "Re8+"),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "e1h1", "O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K -", "e1h1", "O-O+"),
        ("4k3/8/8/8/8/8/8/RK5R w HA -", "b1h1", "O-O"),
        ("8/3k4/8/8/8/8/1Q3Q2/K7 w - -", "f2d4", "Qfd4+"),
        ("8/3k4/5Q2/8/8/8/1Q3Q2/K7 w - -", "f2d4", "Qf2d4+"),
    ];
    for (fen, mv, expected) in cases {
        let position = parse_fen(fen).unwrap();
        let mv = parse_move(&position, mv).unwrap();
        assert_eq!(to_san(&position, mv), expected, "{fen}");
        assert_eq!(parse_san(&position, expected), Ok(mv));
    }
}

#[test]
fn a_move_that_is_not_legal_is_written_as_squares() {
    let position = parse_fen(START).unwrap();
    let nonsense = Move::normal(Square::new(0), Square::new(63));
    assert_eq!(to_san(&position, nonsense), "a1h8");
    let empty = Move::normal(Square::new(30), Square::new(31));
    assert_eq!(to_san(&position, empty), "g4h4");
}

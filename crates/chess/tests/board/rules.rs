//! Draws, repetition and what makes a set-up unplayable.

use plumb_chess::board::{
    Bitboard, Color, Game, Outcome, Piece, Position, PositionError, Setup, Square, Wing,
};
use plumb_chess::notation::{FenStyle, parse_fen, parse_move, to_fen};
use plumb_testing::Random;

fn position(fen: &str) -> Position {
    parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = parse_move(game.position(), text)
            .unwrap_or_else(|error| panic!("{text} in {:?}: {error}", game.position()));
        game.play(mv);
    }
}

fn square(name: &str) -> Square {
    Square::parse(name).expect("a square")
}

#[test]
fn threefold_repetition() {
    let mut game = Game::new(Position::start());
    let round = "Nf3 Nf6 Ng1 Ng8";
    play(&mut game, round);
    assert_eq!((game.repetitions(), game.outcome()), (1, None));
    play(&mut game, round);
    assert_eq!(
        (game.repetitions(), game.outcome()),
        (2, Some(Outcome::Threefold))
    );
    assert!(game.undo());
    assert_eq!((game.repetitions(), game.outcome()), (1, None));
    play(&mut game, "Ng8");
    assert_eq!(game.outcome(), Some(Outcome::Threefold));
    // A pawn move starts afresh.
    play(&mut game, "e4");
    assert_eq!((game.repetitions(), game.outcome()), (0, None));
}

#[test]
fn lost_rights_make_another_position() {
    // The first time round, White could still castle.
    let mut game = Game::new(position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    play(&mut game, "Rg1 Kd8 Rh1 Ke8");
    assert_eq!(game.repetitions(), 0);
    play(&mut game, "Rg1 Kd8 Rh1 Ke8");
    assert_eq!((game.repetitions(), game.outcome()), (1, None));
    play(&mut game, "Rg1 Kd8 Rh1 Ke8");
    assert_eq!(game.outcome(), Some(Outcome::Threefold));
}

#[test]
fn en_passant_that_is_not_legal_makes_no_other_position() {
    // After d4 the pawn on e4 is pinned, so d3 is no legal capture.
    let mut pinned = Game::new(position("8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1"));
    play(&mut pinned, "d4");
    assert_eq!(pinned.position().en_passant(), None);
    play(&mut pinned, "Ka5 Ke2 Ka4 Ke1");
    assert_eq!(pinned.repetitions(), 1);
    // Where it is legal, the position with the right to it is another one.
    let mut legal = Game::new(position("8/8/8/k7/4p2R/8/3P4/4K3 w - - 0 1"));
    play(&mut legal, "d4");
    assert_eq!(legal.position().en_passant(), Some(square("d3")));
    play(&mut legal, "Ka6 Ke2 Ka5 Ke1");
    assert_eq!(legal.repetitions(), 0);
}

#[test]
fn repetition_stops_at_a_pass() {
    let mut game = Game::new(Position::start());
    play(&mut game, "Nf3 Nf6 Ng1 Ng8");
    assert_eq!(game.repetitions(), 1);
    // The same board and side to move, but reached by passing.
    game.play_null();
    game.play_null();
    assert_eq!(game.position().key(), game.start().key());
    assert_eq!(game.repetitions(), 0);
    // After the passes it counts again, back to the later of them only.
    play(&mut game, "Nf3 Nf6 Ng1 Ng8");
    assert_eq!(game.repetitions(), 1);
    assert_eq!((game.ply(), game.moves().len()), (10, 10));
    assert_eq!(game.moves()[4], None);
    assert!(game.undo() && game.undo() && game.undo() && game.undo());
    assert_eq!(game.repetitions(), 0);
    assert!(game.undo() && game.undo());
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn a_pass_changes_side_key_and_counters_only() {
    let before = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 7 9");
    let after = before.play_null();
    assert_eq!(after, position("4k3/8/8/3pP3/8/8/8/4K3 b - - 8 9"));
    assert_eq!(after.key(), position("4k3/8/8/3pP3/8/8/8/4K3 b - -").key());
    assert_eq!(
        after.play_null(),
        position("4k3/8/8/3pP3/8/8/8/4K3 w - - 9 10")
    );
}

#[test]
fn repetition_in_a_search() {
    let mut game = Game::new(Position::start());
    play(&mut game, "Nf3 Nf6 Ng1 Ng8");
    // The start stood once before: a draw only if that was within the search.
    assert!(!game.repeats_in_search(0));
    assert!(!game.repeats_in_search(4));
    play(&mut game, "Nf3");
    assert!(!game.repeats_in_search(3));
    assert!(!game.repeats_in_search(4));
    assert!(game.repeats_in_search(5));
    play(&mut game, "Nf6 Ng1 Ng8");
    // Twice before in all, wherever the search began.
    assert!(game.repeats_in_search(0));
    assert!(game.repeats_in_search(3));
}

#[test]
fn fifty_moves() {
    let mut game = Game::new(position("4k3/8/8/8/8/8/7P/R3K3 w - - 98 80"));
    play(&mut game, "Ra2");
    assert_eq!(game.outcome(), None);
    play(&mut game, "Kd8");
    assert_eq!(game.outcome(), Some(Outcome::FiftyMoves));
    play(&mut game, "h3");
    assert_eq!(
        (game.position().halfmove_clock(), game.outcome()),
        (0, None)
    );
    // Mate with the hundredth ply counts as mate.
    let mut game = Game::new(position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80"));
    play(&mut game, "Ra8#");
    assert_eq!(game.outcome(), Some(Outcome::Checkmate));
    // Castling goes on counting, and the counter never overflows.
    let mut game = Game::new(position("4k3/8/8/8/8/8/8/4K2R w K - 5 80"));
    play(&mut game, "O-O");
    assert_eq!(game.position().halfmove_clock(), 6);
    let late = position("4k3/8/8/8/8/8/8/4K2R w K - 99999999999999999999999 80");
    assert_eq!(late.halfmove_clock(), 10_000);
}

#[test]
fn insufficient_material() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KN2", true),
        ("4kb2/8/8/8/8/8/8/4K3", true),
        // Bishops on squares of one colour, whoever's they are.
        ("4kb2/8/8/8/8/8/8/2B1K3", true),
        ("4k3/8/8/8/8/B1B5/8/2B1K3", true),
        ("4kb2/8/8/8/8/8/8/4KB2", false),
        ("4k3/8/8/8/8/8/8/2B1KB2", false),
        // A mate is possible, if not by force.
        ("4k3/8/8/8/8/8/8/3NKN2", false),
        ("4kn2/8/8/8/8/8/8/4KN2", false),
        ("4kb2/8/8/8/8/8/8/4KN2", false),
        ("4k3/8/8/8/8/8/4P3/4K3", false),
        ("4k3/8/8/8/8/8/8/4K2R", false),
        ("3qk3/8/8/8/8/8/8/4K3", false),
    ];
    for (board, expected) in cases {
        let position = position(&format!("{board} w - -"));
        assert_eq!(position.is_insufficient_material(), expected, "{board}");
        let outcome = expected.then_some(Outcome::InsufficientMaterial);
        assert_eq!(Game::new(position).outcome(), outcome, "{board}");
    }
}

#[test]
fn stalemate_and_mate_come_before_other_draws() {
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 100 90");
    assert_eq!(Game::new(stalemate).outcome(), Some(Outcome::Stalemate));
    let mate = position("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90");
    assert_eq!(Game::new(mate).outcome(), Some(Outcome::Checkmate));
}

/// The start position with some squares changed.
fn changed(changes: &[(&str, char)]) -> Setup {
    let mut setup = Setup::standard();
    for (name, letter) in changes {
        setup.pieces[square(name).index()] = Piece::from_char(*letter);
    }
    setup
}

#[test]
fn setups_that_cannot_be_played() {
    use PositionError::*;
    let error = |setup: &Setup| match Position::from_setup(setup) {
        Ok(position) => panic!("accepted:\n{position:?}"),
        Err(error) => error,
    };
    assert_eq!(error(&Setup::empty()), Kings(Color::White, 0));
    assert_eq!(error(&changed(&[("e8", '.')])), Kings(Color::Black, 0));
    assert_eq!(error(&changed(&[("e4", 'K')])), Kings(Color::White, 2));
    assert_eq!(
        error(&changed(&[("b1", 'P')])),
        PawnOnBackRank(square("b1"))
    );
    assert_eq!(
        error(&changed(&[("b8", 'P')])),
        PawnOnBackRank(square("b8"))
    );
    assert_eq!(
        error(&changed(&[("b1", 'p')])),
        PawnOnBackRank(square("b1"))
    );
    assert_eq!(error(&changed(&[("e4", 'P')])), TooManyPieces(Color::White));
    assert_eq!(error(&changed(&[("e5", 'n')])), TooManyPieces(Color::Black));
    let mut nine = changed(&[("a7", '.'), ("e5", 'n')]);
    assert!(Position::from_setup(&nine).is_ok());
    nine.pieces[square("d5").index()] = Piece::from_char('q');
    assert_eq!(error(&nine), TooManyPieces(Color::Black));

    // Black in check with White to move.
    let queen = changed(&[("d1", '.'), ("e2", 'Q'), ("e7", '.')]);
    assert_eq!(error(&queen), OpponentInCheck(Color::Black));
    let kings = "8/8/8/3kK3/8/8/8/8 w - -";
    assert_eq!(
        parse_fen(kings).unwrap_err().to_string(),
        "illegal position: Black is in check but it is the other side's move"
    );
    let many = "4k3/8/3N1N2/8/4R3/8/8/4K3 b - -";
    assert_eq!(
        parse_fen(many).unwrap_err().to_string(),
        "illegal position: 3 pieces give check at once, at most two can"
    );

    // Castling with a rook that is not there, not one's own, or not at home.
    let with_rooks = |names: &[&str]| {
        let mut setup = Setup::standard();
        setup.castling_rooks = names.iter().map(|name| square(name)).collect::<Bitboard>();
        setup
    };
    for name in ["b1", "e4", "h7", "d8", "e1"] {
        assert_eq!(
            error(&with_rooks(&[name])),
            CastlingRook(square(name)),
            "{name}"
        );
    }
    let mut two = changed(&[("g1", 'R'), ("h2", '.')]);
    two.castling_rooks = two.castling_rooks.with(square("g1"));
    assert_eq!(error(&two), CastlingRook(square("h1")));
    let mut moved = changed(&[("e1", '.'), ("e2", 'K'), ("a2", '.')]);
    assert_eq!(error(&moved), CastlingRook(square("a1")));
    moved.castling_rooks = Bitboard::EMPTY;
    assert!(Position::from_setup(&moved).is_ok());

    // En passant: the rank, the pawn, and two empty squares behind it.
    let with_square = |changes: &[(&str, char)], name: &str| {
        let mut setup = changed(changes);
        setup.en_passant = Some(square(name));
        setup
    };
    let pushed = [("e7", '.'), ("e5", 'p')];
    assert!(Position::from_setup(&with_square(&pushed, "e6")).is_ok());
    for name in ["e3", "d6", "e5", "e7"] {
        let setup = with_square(&pushed, name);
        assert_eq!(error(&setup), EnPassant(square(name)), "{name}");
    }
    let not_pushed = [("e5", 'p'), ("d7", '.')];
    assert_eq!(
        error(&with_square(&not_pushed, "e6")),
        EnPassant(square("e6"))
    );
    let blocked = [("e7", '.'), ("e5", 'p'), ("e6", 'n'), ("b8", '.')];
    assert_eq!(error(&with_square(&blocked, "e6")), EnPassant(square("e6")));
    let whose = [("e7", '.'), ("e5", 'P'), ("e2", '.')];
    assert_eq!(error(&with_square(&whose, "e6")), EnPassant(square("e6")));
}

#[test]
fn error_messages() {
    use PositionError::*;
    let cases = [
        (Kings(Color::White, 0), "White has 0 kings, expected one"),
        (PawnOnBackRank(square("a8")), "a pawn cannot stand on a8"),
        (
            TooManyPieces(Color::Black),
            "Black has more pieces than promotion allows",
        ),
        (
            CastlingRook(square("h1")),
            "no castling with a rook on h1: king and rook must stand on their own back rank",
        ),
        (
            EnPassant(square("e6")),
            "no pawn can just have passed over the en-passant square e6",
        ),
    ];
    for (error, message) in cases {
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn castling_takes_king_and_rook_home_from_everywhere() {
    // Every pair of king and rook on an otherwise empty back rank.
    for king in 1..7 {
        for rook in (0..8).filter(|rook| *rook != king) {
            for side in Color::ALL {
                let mut setup = Setup::empty();
                let at = |file: usize| Square::new(file).relative_to(side);
                // The other king stands where no rook can give check on the way.
                setup.pieces[Square::new(32).relative_to(side).index()] =
                    Some(Piece::from_char(side.fold('k', 'K')).expect("a king"));
                setup.pieces[at(king).index()] = Piece::from_char(side.fold('K', 'k'));
                setup.pieces[at(rook).index()] = Piece::from_char(side.fold('R', 'r'));
                setup.castling_rooks = Bitboard::from(at(rook));
                setup.turn = side;
                let Ok(before) = Position::from_setup(&setup) else {
                    // A rook on the a-file attacks the other king on a5.
                    assert_eq!(rook, 0);
                    continue;
                };
                let castles = before
                    .legal_moves()
                    .into_iter()
                    .find(|mv| mv.is_castling())
                    .unwrap_or_else(|| panic!("{}", to_fen(&before, FenStyle::Shredder)));
                let after = before.play(castles);
                let wing = Wing::of_rook(at(king), at(rook));
                assert_eq!(after.king(side), wing.king_target(side));
                let home = after.piece_on(wing.rook_target(side));
                assert_eq!(home, Piece::from_char(side.fold('R', 'r')));
                assert_eq!(after.occupied().count(), 3);
                assert_eq!(
                    parse_fen(&to_fen(&after, FenStyle::XFen)).unwrap().key(),
                    after.key()
                );
            }
        }
    }
}

/// What one look into the table of reversible moves says is what trying every move says,
/// on random walks that come back often, also over passes.
#[test]
fn a_repetition_within_reach_is_seen_before_the_move() {
    let mut random = Random(7);
    let mut seen = [0, 0];
    for fen in [
        "8/8/8/3k4/8/3K4/8/8 w - - 20 1",
        "4k3/8/2n5/8/8/5B2/8/4K2R w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ] {
        for _ in 0..40 {
            let mut game = Game::new(position(fen));
            for ply in 0..60 {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                // As if the search had begun so many plies ago.
                for back in [0, 2, 5, ply].into_iter().filter(|&back| back <= ply) {
                    let by_trying = moves.iter().any(|&mv| {
                        let mut after = game.clone();
                        after.play(mv);
                        after.repeats_in_search(back + 1)
                    });
                    assert_eq!(
                        game.can_repeat_in_search(back),
                        by_trying,
                        "{:?} {back}",
                        game.moves()
                    );
                    seen[usize::from(by_trying)] += 1;
                }
                if random.next_u64().is_multiple_of(24) && !game.position().in_check() {
                    game.play_null();
                } else {
                    game.play(moves[random.next_u64() as usize % moves.len()]);
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

//! The board and its notation against shakmaty, an independent
//! implementation, on positions reached by seeded random play.
//!
//! The games are long and the number of each rare event is checked, so that
//! no comparison passes for want of cases.

use std::collections::HashMap;

use crate::compare::{Seen, compare_position};
use plumb_chess::board::{
    Color, File, Game, Move, Outcome, Piece, PieceKind, Position, Rank, Setup, Square,
};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_epd, to_fen, to_uci_move};
use plumb_testing::{Random, quick_or_thorough, random_start};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _, PositionError};

#[test]
fn standard_games() {
    let seen = play_games(1, quick_or_thorough(20_000, 80_000), |_| Position::start());
    println!("{seen:?}");
    expect_variety(&seen);
}

#[test]
fn chess960_games() {
    let seen = play_games(2, quick_or_thorough(20_000, 80_000), random_start);
    println!("{seen:?}");
    expect_variety(&seen);
    assert!(
        seen.castling_in_place > quick_or_thorough(5, 20),
        "{seen:?}"
    );
}

#[test]
fn scattered_pieces() {
    let mut random = Random(3);
    let mut seen = Seen::default();
    let mut forgotten = 0;
    while seen.positions < quick_or_thorough(10_000, 40_000) {
        let setup = scattered(&mut random);
        let Ok(position) = Position::from_setup(&setup) else {
            continue;
        };
        // Shakmaty is told the en-passant square even when it is of no use.
        let mut fen = to_epd(&position, FenStyle::Shredder);
        if let (Some(square), None) = (setup.en_passant, position.en_passant()) {
            fen.truncate(fen.len() - 1);
            fen.push_str(&square.to_string());
            forgotten += 1;
        }
        let theirs: Chess = fen
            .parse::<Fen>()
            .expect("shakmaty reads our FEN")
            .into_position(CastlingMode::Chess960)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        compare_position(&position, &theirs, &mut random, &mut seen);
    }
    println!("{seen:?}, {forgotten} forgotten");
    let part = quick_or_thorough(4, 1);
    assert!(seen.checks > 5000 / part, "{seen:?}");
    assert!(seen.checkmates > 50 / part, "{seen:?}");
    assert!(seen.castling > 5000 / part, "{seen:?}");
    assert!(
        seen.en_passant > 5000 / part && forgotten > 500 / part,
        "{seen:?}"
    );
}

/// Kings and castling rooks anywhere on their back ranks, a pawn that may be
/// taken en passant, and sliders strewn about: the pins and discovered checks
/// that games seldom show.
fn scattered(random: &mut Random) -> Setup {
    use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
    let mut setup = Setup::empty();
    setup.turn = random.pick(&Color::ALL);
    for side in Color::ALL {
        let back = Rank::FIRST.relative_to(side);
        let king = 1 + random.below(6);
        let at = |file: usize| Square::at(File::new(file), back);
        // Now and then a king is out on the board, where captures en passant
        // bare it along the rank.
        if random.below(3) == 0 {
            let square = random.below(64);
            setup.pieces[square] = Some(Piece::new(side, King));
        } else {
            setup.pieces[at(king).index()] = Some(Piece::new(side, King));
            for rook in [random.below(king), king + 1 + random.below(7 - king)] {
                if random.below(2) == 0 {
                    setup.pieces[at(rook).index()] = Some(Piece::new(side, Rook));
                    setup.castling_rooks = setup.castling_rooks.with(at(rook));
                }
            }
        }
    }
    let mut put = |square: Square, piece: Piece| {
        let free = setup.pieces[square.index()].is_none();
        if free {
            setup.pieces[square.index()] = Some(piece);
        }
        free
    };
    let (us, them) = (setup.turn, !setup.turn);
    if random.below(2) == 0 {
        let rank = Rank::new(4).relative_to(us);
        let file = random.below(8);
        let pushed = Square::at(File::new(file), rank);
        put(pushed, Piece::new(them, Pawn));
        setup.en_passant = Some(pushed.offset(us.fold(8, -8)));
        for beside in [file.wrapping_sub(1), file + 1] {
            if beside < 8 && random.below(3) != 0 {
                put(Square::at(File::new(beside), rank), Piece::new(us, Pawn));
            }
        }
    }
    for _ in 0..random.below(7) {
        let side = random.pick(&Color::ALL);
        let kind = random.pick(&[Queen, Rook, Rook, Bishop, Bishop, Knight, Pawn]);
        // Half of them on the back ranks, on the castling king's line.
        let square = match random.below(4) {
            0 if kind != Pawn => Square::new(random.below(8)),
            1 if kind != Pawn => Square::new(56 + random.below(8)),
            _ => Square::new(8 + random.below(48)),
        };
        put(square, Piece::new(side, kind));
    }
    setup
}

fn expect_variety(seen: &Seen) {
    let part = quick_or_thorough(4, 1);
    assert!(seen.positions >= 80_000 / part);
    assert!(seen.checks > 1000 / part, "{seen:?}");
    assert!(seen.checkmates >= 10 / part, "{seen:?}");
    assert!(seen.stalemates >= 2 / part, "{seen:?}");
    assert!(seen.insufficient >= 10 / part, "{seen:?}");
    assert!(seen.threefold >= 10 / part, "{seen:?}");
    assert!(seen.en_passant > 100 / part, "{seen:?}");
    assert!(seen.castling > 500 / part, "{seen:?}");
    assert!(seen.promotions > 1000 / part, "{seen:?}");
    assert!(seen.illegal_bits > 500_000 / part, "{seen:?}");
}

fn play_games(seed: u64, positions: usize, start: impl Fn(&mut Random) -> Position) -> Seen {
    let mut random = Random(seed);
    let mut seen = Seen::default();
    while seen.positions < positions {
        let start = start(&mut random);
        play_one(&mut random, &mut seen, start);
    }
    seen
}

fn play_one(random: &mut Random, seen: &mut Seen, start: Position) {
    let mut theirs: Chess = to_fen(&start, FenStyle::Shredder)
        .parse::<Fen>()
        .expect("shakmaty reads our FEN")
        .into_position(CastlingMode::Chess960)
        .expect("shakmaty accepts the start position");
    let mut occurred: HashMap<String, usize> = HashMap::new();
    let mut game = Game::new(start);
    for _ in 0..40 + random.below(400) {
        let position = game.position();
        let moves = compare_position(position, &theirs, random, seen);
        compare_repetition(&game, &mut occurred, seen);
        let Some(mv) = choose(random, &game, &moves) else {
            break;
        };
        let text = to_uci_move(position, mv, CastlingStyle::Chess960);
        let reply = theirs
            .legal_moves()
            .into_iter()
            .find(|other| other.to_uci(CastlingMode::Chess960).to_string() == text)
            .expect("the sets of moves were equal");
        theirs.play_unchecked(reply);
        game.play(mv);
        if game.position().is_insufficient_material() {
            compare_position(game.position(), &theirs, random, seen);
            break;
        }
    }
}

/// A random move, with a leaning towards what is rare: castling, two pawns
/// side by side, going to and fro, and keeping the right to castle.
fn choose(random: &mut Random, game: &Game, moves: &[Move]) -> Option<Move> {
    let position = game.position();
    let back = game.ply().checked_sub(2).and_then(|ply| game.moves()[ply]);
    let of_kind = |mv: &Move, kind| position.piece_on(mv.from()).map(Piece::kind) == Some(kind);
    let rare = |mv: &&Move| match game.ply() / 8 % 5 {
        0 | 2 => {
            let rooks = position.castling().rook_squares();
            let keeps = !of_kind(mv, PieceKind::King) && !rooks.has(mv.from());
            rooks.any() && keeps && !of_kind(mv, PieceKind::Pawn)
        }
        1 => of_kind(mv, PieceKind::Pawn) && mv.from().distance(mv.to()) == 2,
        3 => mv.is_castling() || mv.is_en_passant(),
        _ => back.is_some_and(|back| **mv == Move::normal(back.to(), back.from())),
    };
    let rare: Vec<Move> = moves.iter().filter(rare).copied().collect();
    if !rare.is_empty() && random.below(8) != 0 {
        return Some(random.pick(&rare));
    }
    (!moves.is_empty()).then(|| random.pick(moves))
}

fn compare_repetition(game: &Game, occurred: &mut HashMap<String, usize>, seen: &mut Seen) {
    let placed = to_epd(game.position(), FenStyle::Shredder);
    let before = occurred.entry(placed).or_default();
    assert_eq!(game.repetitions(), *before, "{:?}", game.position());
    if *before >= 2 {
        seen.threefold += 1;
        let ended_otherwise = game.position().has_no_moves()
            || game.position().is_insufficient_material()
            || game.position().halfmove_clock() >= 100;
        if !ended_otherwise {
            assert_eq!(game.outcome(), Some(Outcome::Threefold));
        }
    }
    *before += 1;
}

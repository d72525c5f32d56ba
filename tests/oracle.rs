//! The board and its notation against shakmaty, an independent
//! implementation, on positions reached by seeded random play.
//!
//! The games are long and the number of each rare event is checked, so that
//! no comparison passes for want of cases.

mod common;

use std::collections::HashMap;

use common::{Random, random_start};
use plumb::board::{Game, Move, MoveList, Outcome, Piece, PieceKind, Position};
use plumb::notation::{
    CastlingStyle, FenStyle, parse_fen, parse_move, parse_san, parse_uci_move, polyglot_key,
    to_epd, to_fen, to_san, to_uci_move,
};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

/// How often each thing worth comparing came up.
#[derive(Debug, Default)]
struct Seen {
    positions: usize,
    checks: usize,
    checkmates: usize,
    stalemates: usize,
    insufficient: usize,
    threefold: usize,
    en_passant: usize,
    castling: usize,
    castling_in_place: usize,
    promotions: usize,
    illegal_bits: usize,
}

#[test]
fn standard_games() {
    let seen = play_games(1, 80_000, |_| Position::start());
    println!("{seen:?}");
    expect_variety(&seen);
}

#[test]
fn chess960_games() {
    let seen = play_games(2, 80_000, random_start);
    println!("{seen:?}");
    expect_variety(&seen);
    assert!(seen.castling_in_place > 20, "{seen:?}");
}

fn expect_variety(seen: &Seen) {
    assert!(seen.positions >= 80_000);
    assert!(seen.checks > 1000, "{seen:?}");
    assert!(seen.checkmates >= 10, "{seen:?}");
    assert!(seen.stalemates >= 2, "{seen:?}");
    assert!(seen.insufficient >= 10, "{seen:?}");
    assert!(seen.threefold >= 10, "{seen:?}");
    assert!(seen.en_passant > 100, "{seen:?}");
    assert!(seen.castling > 500, "{seen:?}");
    assert!(seen.promotions > 1000, "{seen:?}");
    assert!(seen.illegal_bits > 500_000, "{seen:?}");
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

fn compare_position(
    position: &Position,
    theirs: &Chess,
    random: &mut Random,
    seen: &mut Seen,
) -> MoveList {
    let fen = to_fen(position, FenStyle::XFen);
    let moves = position.legal_moves();
    seen.positions += 1;

    // What the position is.
    assert_eq!(
        fen,
        Fen::from_position(theirs, EnPassantMode::Legal).to_string()
    );
    assert_eq!(position.in_check(), theirs.is_check(), "{fen}");
    let checkmate = moves.is_empty() && position.in_check();
    let stalemate = moves.is_empty() && !position.in_check();
    assert_eq!(checkmate, theirs.is_checkmate(), "{fen}");
    assert_eq!(stalemate, theirs.is_stalemate(), "{fen}");
    assert_eq!(position.has_no_moves(), moves.is_empty(), "{fen}");
    let insufficient = position.is_insufficient_material();
    assert_eq!(insufficient, theirs.is_insufficient_material(), "{fen}");
    let expected = match (checkmate, stalemate, insufficient) {
        (true, _, _) => Some(Outcome::Checkmate),
        (_, true, _) => Some(Outcome::Stalemate),
        (_, _, true) => Some(Outcome::InsufficientMaterial),
        _ => (position.halfmove_clock() >= 100).then_some(Outcome::FiftyMoves),
    };
    assert_eq!(Game::new(position.clone()).outcome(), expected, "{fen}");
    let book_key = theirs.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
    assert_eq!(polyglot_key(position), book_key, "{fen}");

    // Both ways of writing it, and the keys from scratch.
    for style in [FenStyle::XFen, FenStyle::Shredder] {
        let again = parse_fen(&to_fen(position, style)).expect("our own FEN");
        assert_eq!(&again, position, "{fen}");
        assert_eq!(again.key(), position.key(), "{fen}");
        assert_eq!(again.pawn_key(), position.pawn_key(), "{fen}");
        assert_eq!(again.checkers(), position.checkers(), "{fen}");
        assert_eq!(again.pinned(), position.pinned(), "{fen}");
    }

    compare_moves(position, theirs, &moves, &fen);
    compare_bits(position, &moves, random, seen, &fen);

    seen.checks += position.in_check() as usize;
    seen.checkmates += checkmate as usize;
    seen.stalemates += stalemate as usize;
    seen.insufficient += insufficient as usize;
    for mv in &moves {
        seen.en_passant += mv.is_en_passant() as usize;
        seen.castling += mv.is_castling() as usize;
        seen.promotions += mv.promotes_to().is_some() as usize;
        let stays = mv.is_castling() && {
            let to = position.play(*mv).king(position.turn());
            to.distance(mv.from()) <= 1
        };
        seen.castling_in_place += stays as usize;
    }
    moves
}

fn compare_moves(position: &Position, theirs: &Chess, moves: &MoveList, fen: &str) {
    // Text of every move by either side, sorted: coordinates and SAN.
    let mut our_texts: Vec<(String, String)> = moves
        .iter()
        .map(|mv| {
            let text = to_uci_move(position, *mv, CastlingStyle::Chess960);
            (text, to_san(position, *mv))
        })
        .collect();
    let mut their_texts: Vec<(String, String)> = theirs
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let text = mv.to_uci(CastlingMode::Chess960).to_string();
            (text, SanPlus::from_move(theirs.clone(), mv).to_string())
        })
        .collect();
    for ((text, san), mv) in our_texts.iter().zip(moves) {
        assert_eq!(parse_san(position, san), Ok(*mv), "{san} in {fen}");
        assert_eq!(parse_move(position, san), Ok(*mv), "{san} in {fen}");
        assert_eq!(parse_uci_move(position, text), Some(*mv), "{text} in {fen}");
        // A king that castles no further than one step needs the other style.
        let to = position.play(*mv).king(position.turn());
        if !mv.is_castling() || to.distance(mv.from()) > 1 {
            let text = to_uci_move(position, *mv, CastlingStyle::Standard);
            assert_eq!(parse_move(position, &text), Ok(*mv), "{text} in {fen}");
        }
        assert!(position.is_legal(*mv), "{text} in {fen}");
    }
    our_texts.sort();
    their_texts.sort();
    assert_eq!(our_texts, their_texts, "{fen}");

    // The parts and the count make the whole.
    assert_eq!(position.count_legal_moves() as usize, moves.len(), "{fen}");
    let mut parts = MoveList::new();
    position.generate_noisy(&mut parts);
    assert!(parts.iter().all(|mv| position.is_noisy(*mv)), "{fen}");
    let noisy = parts.len();
    position.generate_quiet(&mut parts);
    assert!(
        parts[noisy..].iter().all(|mv| !position.is_noisy(*mv)),
        "{fen}"
    );
    let sorted = |list: &MoveList| {
        let mut bits: Vec<u16> = list.iter().map(|mv| mv.to_bits()).collect();
        bits.sort();
        bits
    };
    assert_eq!(sorted(&parts), sorted(moves), "{fen}");
    let mut different = sorted(moves);
    different.dedup();
    assert_eq!(
        different.len(),
        moves.len(),
        "a move is listed twice in {fen}"
    );
}

/// Sixteen random bits are legal exactly when they are in the list: pure
/// noise, and noise that starts from a piece of the mover's.
fn compare_bits(
    position: &Position,
    moves: &MoveList,
    random: &mut Random,
    seen: &mut Seen,
    fen: &str,
) {
    let own: Vec<_> = position.side(position.turn()).into_iter().collect();
    let rounds = if seen.positions.is_multiple_of(16) {
        200
    } else {
        8
    };
    for round in 0..rounds {
        let mut bits = random.next() as u16;
        if round % 2 == 0 {
            bits = bits & 0x703f | 0x8000 | (random.pick(&own).index() as u16) << 6;
        }
        let Some(mv) = Move::from_bits(bits) else {
            continue;
        };
        let listed = moves.contains(&mv);
        assert_eq!(
            position.is_legal(mv),
            listed,
            "bits {bits:04x} ({mv:?}) in {fen}"
        );
        seen.illegal_bits += !listed as usize;
    }
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

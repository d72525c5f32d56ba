//! One position compared with shakmaty's in every respect.

use plumb_chess::board::{Bitboard, Color, Game, Move, MoveList, Outcome, Position};
use plumb_chess::notation::{
    CastlingStyle, FenStyle, parse_fen, parse_move, parse_san, parse_uci_move, polyglot_key,
    to_fen, to_san, to_uci_move,
};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use plumb_testing::Random;

/// How often each thing worth comparing came up.
#[derive(Debug, Default)]
pub struct Seen {
    pub positions: usize,
    pub checks: usize,
    pub checkmates: usize,
    pub stalemates: usize,
    pub insufficient: usize,
    pub threefold: usize,
    pub en_passant: usize,
    pub castling: usize,
    pub castling_in_place: usize,
    pub promotions: usize,
    pub illegal_bits: usize,
}

/// Compares everything that a position alone says, and returns its moves.
pub fn compare_position(
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
        assert_eq!(again.minor_key(), position.minor_key(), "{fen}");
        assert_eq!(again.major_key(), position.major_key(), "{fen}");
        for side in Color::ALL {
            assert_eq!(again.piece_key(side), position.piece_key(side), "{fen}");
        }
        assert_eq!(again.checkers(), position.checkers(), "{fen}");
        assert_eq!(again.pinned(), position.pinned(), "{fen}");
    }

    for side in Color::ALL {
        let attacked = position.attacks_of(side);
        for square in Bitboard::ALL {
            let attackers = position.attackers_of(square, side, position.occupied());
            assert_eq!(attacked.has(square), attackers.any(), "{fen} {square}");
        }
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
        let mut bits = random.next_u64() as u16;
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

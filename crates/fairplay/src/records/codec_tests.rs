//! Records to bytes and back, and bytes that are no record.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::records::record::CONTINUATION_PLIES;
use crate::records::{Depths, Judge, PlumbJudge, Profile};
use plumb_chess::board::Position;
use plumb_chess::notation::parse_fen;
use plumb_engine::eval::Weights;

/// A usual position, an only move, a mate to be given, one that was given, castling,
/// promotion, a mate with few pieces, and a move that no list has.
const MOVES: [(&str, &str); 8] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "g1f3",
    ),
    ("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2"),
    ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "e1e7"),
    ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "e1e8"),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "e1h1",
    ),
    ("8/P6k/8/8/8/8/7p/K7 w - - 0 1", "a7a8n"),
    ("k7/8/1K6/8/8/8/7Q/8 w - - 0 1", "h2h8"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "g2g4",
    ),
];

fn records() -> Vec<(Game, Move, MoveRecord)> {
    let depths = Depths {
        forced_nodes: 4_000,
        ..Depths::of(Profile::Full).with_nodes(3_000)
    };
    let mut judge = PlumbJudge::new(Arc::new(Weights::embedded()), "test", depths).unwrap();
    let mut record = |&(fen, mv): &(&str, &str)| {
        let game = Game::new(parse_fen(fen).unwrap());
        let mv = parse_uci_move(game.position(), mv).unwrap();
        let record = judge.record(&game, mv, &AtomicBool::new(false));
        (game, mv, record.unwrap().unwrap())
    };
    MOVES.iter().map(&mut record).collect()
}

#[test]
fn records_are_read_back_as_they_were() {
    for (game, mv, record) in records() {
        let bytes = encode(&game, &record).unwrap();
        assert_eq!(decode(&game, mv, &bytes), Ok(record), "{mv:?}");
    }
}

/// Their bytes stay the same when they are written again, as a union of runs does.
#[test]
fn records_from_before_lines_were_kept_are_read_and_stay_as_they_are() {
    for (game, mv, record) in records() {
        let before = record.without_continuations();
        let bytes = encode(&game, &before).unwrap();
        assert_eq!(bytes[0], LAYOUT_WITHOUT_CONTINUATIONS);
        let read = decode(&game, mv, &bytes).unwrap();
        assert_eq!(read, before);
        assert_eq!(encode(&game, &read), Some(bytes));
    }
}

#[test]
fn lines_of_listed_moves_are_legal_and_kept() {
    let records = records();
    let (game, mv, first) = &records[0];
    assert_eq!(encode(game, first).unwrap()[0], LAYOUT);
    for listed in &first.listed {
        let mut at = game.clone();
        for mv in listed.line() {
            at.play(parse_uci_move(at.position(), &mv).unwrap());
        }
        assert!(
            (1..=CONTINUATION_PLIES).contains(&listed.continuation.len()),
            "{listed:?}"
        );
    }
    let mut illegal = first.clone();
    illegal.listed[0].continuation = vec![coordinates(game, *mv)];
    assert_eq!(encode(game, &illegal), None);
}

#[test]
fn what_records_hold_is_all_there() {
    let records = records();
    let (game, _, first) = &records[0];
    assert_eq!(first.glance.len() % 10, 0);
    assert!(first.glance.len() >= 40 && !first.list_iterations.is_empty());
    assert_eq!(first.list_iterations.len() % 5, 0);
    assert!(!first.before.iterations.is_empty() && !first.after.iterations.is_empty());
    assert_eq!(first.before.levels.len(), 30);
    assert_eq!(first.legal, game.position().legal_moves().len());
    let has_list_it = |record: &MoveRecord| record.apart_iterations.is_empty();
    for (_, _, record) in &records {
        assert_eq!(
            has_list_it(record),
            !record.played_apart,
            "{}",
            record.played
        );
    }
    assert!(records[7].2.played_apart, "the list has no such move");
    for (_, _, record) in &records {
        let is_alone = record.is_first_choice();
        assert_eq!(record.loss_looks.is_empty(), is_alone, "{}", record.played);
    }
    let only = records[1].2.forced.as_ref().unwrap();
    assert_eq!(only.plies[0].reason, ForcedReason::OnlyLegal);
    assert!(records[2].2.mates.is_some());
    // The mate ended the game: nothing was searched after it.
    assert!(records[3].2.after.iterations.is_empty());
    assert_eq!(records[3].2.after.score, Value::Mate(1));
}

#[test]
fn cut_and_changed_bytes_never_panic() {
    for (game, mv, record) in records() {
        let bytes = encode(&game, &record).unwrap();
        for length in 0..bytes.len() {
            assert!(decode(&game, mv, &bytes[..length]).is_err(), "{length}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(decode(&game, mv, &longer), Err(DAMAGED));
        for at in 0..bytes.len() {
            // Another value at each byte; fuzzing tries more.
            let mut changed = bytes.clone();
            changed[at] = [0, 1, 0x7f, 0x80, 0xff][at % 5];
            // Whatever it says, it says it without a panic.
            let _ = decode(&game, mv, &changed);
        }
    }
}

#[test]
fn another_layout_is_not_read() {
    let game = Game::new(Position::start());
    let mv = game.position().legal_moves()[0];
    assert!(
        decode(&game, mv, &[LAYOUT + 1])
            .unwrap_err()
            .contains("layout")
    );
}

#[test]
fn scores_have_ranks_and_come_back() {
    let scores = [-40_000, -1, 0, 40_000].map(Value::Cp);
    let mates = [-120, -1, 0, 1, 120].map(Value::Mate);
    for score in scores.into_iter().chain(mates) {
        assert_eq!(score_at(rank_of(score)), Ok(score));
    }
    assert!(score_at(i64::MAX).is_err() && score_at(MATE).is_err());
}

//! Positions that every book has, and the rule that holds or does not.

use std::collections::HashSet;
use std::sync::Arc;

use plumb_chess::board::{Color, Piece, PieceKind, Position, Setup, Square};
use plumb_chess::notation::parse_fen;
use plumb_engine::eval::{self, Evaluator, ScaleReason, Stage, Weights};

/// Drawn, or next to it, and by which rule.
pub const HELD: &[(&str, ScaleReason)] = &[
    // The pawn comes to the seventh rank with check.
    (
        "4k3/8/3KP3/8/8/8/8/8 b - - 0 1",
        ScaleReason::PawnEndingDrawn,
    ),
    // The king reaches the corner of a rook's pawn.
    (
        "k7/8/1K6/P7/8/8/8/8 w - - 0 1",
        ScaleReason::PawnEndingDrawn,
    ),
    (
        "4k3/8/8/p7/P7/8/8/4K3 w - - 0 1",
        ScaleReason::DrawnWithoutTheirPawn,
    ),
    (
        "8/8/3k4/8/8/8/8/KNN5 w - - 0 1",
        ScaleReason::NoMatingMaterial,
    ),
    ("7k/8/8/p7/8/8/8/KNN5 w - - 0 1", ScaleReason::TwoKnights),
    // The wrong bishop, with a pawn for the defender too.
    ("k7/8/8/P7/8/8/1B6/K7 w - - 0 1", ScaleReason::RookPawns),
    ("k7/7p/8/P7/8/8/1B6/K7 w - - 0 1", ScaleReason::RookPawns),
    ("k7/P7/8/1N6/8/8/8/7K w - - 0 1", ScaleReason::RookPawns),
    // Centurini: the king before the pawn, off the bishop's colour.
    ("4k3/8/8/4P3/8/4B3/8/b3K3 w - - 0 1", ScaleReason::Blockade),
    ("4k3/8/8/4P3/8/4B3/8/4K2n w - - 0 1", ScaleReason::Blockade),
    ("4k3/8/5n2/8/8/3PN3/8/4K3 w - - 0 1", ScaleReason::LastPawn),
    (
        "7K/8/8/8/8/1k6/1p6/7R w - - 0 1",
        ScaleReason::RookAgainstPawn,
    ),
    (
        "8/8/3kb3/8/8/8/8/KR6 w - - 0 1",
        ScaleReason::RookAgainstMinor,
    ),
    // Philidor, 1777.
    ("4k3/R7/7r/3KP3/8/8/8/8 w - - 0 1", ScaleReason::Philidor),
    (
        "4k3/R7/3KP3/8/8/8/8/3r4 w - - 0 1",
        ScaleReason::ChecksFromBehind,
    ),
    (
        "R7/P5k1/8/8/8/4K3/8/r7 w - - 0 1",
        ScaleReason::RookBeforePawn,
    ),
    // Vancura, 1924.
    (
        "R7/6k1/P4r2/8/8/1K6/8/8 w - - 0 1",
        ScaleReason::RookBeforePawn,
    ),
    (
        "4k3/7R/8/8/4P3/4K3/8/r7 w - - 0 1",
        ScaleReason::KingBeforePawn,
    ),
    // Stalemate saves a bishop's pawn and a rook's pawn from a queen.
    (
        "7K/8/8/8/8/8/1kp5/6Q1 w - - 0 1",
        ScaleReason::QueenAgainstPawn,
    ),
    (
        "7K/8/8/8/8/8/pk6/5Q2 w - - 0 1",
        ScaleReason::QueenAgainstPawn,
    ),
    (
        "6k1/6p1/5r2/8/4Q3/8/8/4K3 w - - 0 1",
        ScaleReason::QueenFortress,
    ),
    ("4k3/4r3/8/8/8/8/4RB2/4K3 w - - 0 1", ScaleReason::NoPawns),
];

/// The stronger side keeps a part.
const HARDER: &[(&str, ScaleReason)] = &[
    (
        "4k3/8/2b5/8/3PP3/4B3/8/4K3 w - - 0 1",
        ScaleReason::OppositeBishops,
    ),
    (
        "6k1/6pp/8/8/8/6PP/r4P2/4R1K1 w - - 0 1",
        ScaleReason::OneWing,
    ),
    (
        "4k3/4r3/8/8/8/3P4/4RB2/4K3 w - - 0 1",
        ScaleReason::FewPawns,
    ),
];

/// Won, though a rule looks at them.
pub const WON: &[&str] = &[
    "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    "4k3/8/3KP3/8/8/8/8/8 w - - 0 1",
    // Lucena, 1497 (in Salvio).
    "6K1/4k1P1/8/8/8/8/7r/5R2 w - - 0 1",
    // A central pawn, a king in time, a pawn not yet there.
    "7K/8/8/8/8/8/2kp4/6Q1 w - - 0 1",
    "8/8/8/8/2K5/8/1kp5/6Q1 w - - 0 1",
    "7K/8/8/8/8/1kp5/8/6Q1 w - - 0 1",
    "8/8/8/8/8/2K1k3/4p3/7R w - - 0 1",
    "8/8/8/8/3k4/1p6/8/K6R w - - 0 1",
    "8/8/8/3k4/8/8/1R6/KR6 b - - 0 1",
    "8/8/3kr3/8/8/8/8/KQ6 w - - 0 1",
    "k7/8/8/P7/8/8/8/KB6 w - - 0 1",
    // King and knight have lost each other.
    "n7/8/8/8/8/2K5/5k2/1R6 w - - 0 1",
];

pub fn position(fen: &str) -> Position {
    parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn reasons(position: &Position, weights: &Weights) -> Vec<ScaleReason> {
    let account = eval::account(position, weights);
    let reason = |stage| match stage {
        Stage::EndgameScaling(reason) | Stage::Drawish(reason) => Some(reason),
        _ => None,
    };
    let active = account.stages.iter().filter(|row| row.twenty_fourths != 0);
    active.filter_map(|row| reason(row.stage)).collect()
}

#[test]
fn drawn_endings_are_next_to_nothing() {
    let weights = Weights::embedded();
    let mut play = Evaluator::new(Arc::new(weights.clone()));
    for &(fen, reason) in HELD {
        let position = position(fen);
        assert!(
            reasons(&position, &weights).contains(&reason),
            "{fen}: {reason:?}"
        );
        let score = play.evaluate(&position).abs();
        // A pawn of the scale these settings were made for, which has been
        // multiplied by 1.1548 since.
        assert!(score < 115, "{fen}: {score}");
        let exact = [
            ScaleReason::PawnEndingDrawn,
            ScaleReason::NoMatingMaterial,
            ScaleReason::RookPawns,
        ];
        assert!(score == 0 || !exact.contains(&reason), "{fen}: {score}");
    }
    for &(fen, reason) in HARDER {
        let position = position(fen);
        assert!(
            reasons(&position, &weights).contains(&reason),
            "{fen}: {reason:?}"
        );
        assert!(play.evaluate(&position) > 0, "{fen}");
    }
}

#[test]
fn every_reason_has_an_example_and_a_sentence() {
    let named: HashSet<ScaleReason> = HELD
        .iter()
        .chain(HARDER)
        .map(|&(_, reason)| reason)
        .collect();
    for &reason in ScaleReason::ALL {
        assert!(
            reason == ScaleReason::None || named.contains(&reason),
            "{reason:?}"
        );
        assert!(reason.sentence().len() > 10 && !reason.sentence().ends_with('.'));
    }
}

#[test]
fn won_endings_are_worth_a_win() {
    let mut play = Evaluator::new(Arc::new(Weights::embedded()));
    for fen in WON {
        let position = position(fen);
        let score = play.evaluate(&position);
        let white = position.turn().fold(score, -score);
        assert!(white > 150, "{fen}: {white}");
    }
}

/// A won pawn ending gets better with every step of the pawn, and best by
/// promotion.
#[test]
fn the_pawn_is_drawn_to_promotion() {
    let mut play = Evaluator::new(Arc::new(Weights::embedded()));
    let mut last = 0;
    for rank in 2..=8 {
        let mut setup = Setup::empty();
        let mut put = |square: &str, color, kind| {
            let square = Square::parse(square).unwrap();
            setup.pieces[square.index()] = Some(Piece::new(color, kind));
        };
        put("a1", Color::White, PieceKind::King);
        put("h1", Color::Black, PieceKind::King);
        let kind = if rank == 8 {
            PieceKind::Queen
        } else {
            PieceKind::Pawn
        };
        put(&format!("c{rank}"), Color::White, kind);
        let score = play.evaluate(&Position::from_setup(&setup).unwrap());
        assert!(score > last + 5, "rank {rank}: {last}, then {score}");
        last = score;
    }
}

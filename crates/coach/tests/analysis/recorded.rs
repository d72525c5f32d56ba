//! What is made of recorded searches, without searching again: the same for
//! both colours, and shares and losses within their bounds whatever the scores.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_chess::board::{Game, Position};
use plumb_chess::notation::parse_fen;
use plumb_coach::analysis::{Alternatives, Course, Iteration, Levels, Probe, RankedLine, Shape};
use plumb_engine::choice::ReganReference;
use plumb_engine::eval::{WdlModel, Weights};
use plumb_engine::search::{Bound, Limits, Score};
use plumb_testing::positions::{flipped, flipped_move};
use proptest::prelude::*;

const POSITIONS: [&str; 6] = [
    "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1",
    // Promotions and an en-passant capture.
    "4k3/P6P/8/3pP3/8/8/8/4K3 w - d6 0 2",
];

fn alternatives(position: &Position, iterations: &[Iteration], lines: usize) -> Alternatives {
    let model = WdlModel::embedded();
    let reference = ReganReference::embedded();
    Alternatives::of(position, iterations, lines, None, &model, &reference).unwrap()
}

fn turned_line(line: &RankedLine) -> RankedLine {
    RankedLine {
        score: line.score,
        seldepth: line.seldepth,
        moves: line.moves.iter().copied().map(flipped_move).collect(),
    }
}

/// Scores are from the side to move, so that only the moves turn round.
fn turned(iteration: &Iteration) -> Iteration {
    Iteration {
        lines: iteration.lines.iter().map(turned_line).collect(),
        ..iteration.clone()
    }
}

#[test]
fn what_a_search_said_means_the_same_with_colours_swapped() {
    let mut probe = Probe::new(Arc::new(Weights::embedded()), 4).unwrap();
    for fen in POSITIONS {
        let game = Game::new(parse_fen(fen).unwrap());
        let limits = Limits {
            multi_pv: 5,
            ..Limits::nodes(20_000)
        };
        probe.clear();
        let search = probe.search(&game, limits, None, &AtomicBool::new(false));
        let reports: Vec<Iteration> = search.iterations.iter().map(turned).collect();
        let mirror = flipped(game.position());
        for line in &reports.last().unwrap().lines {
            assert!(mirror.is_legal(line.moves[0]), "{fen}: {:?}", line.moves[0]);
        }

        let here = alternatives(game.position(), &search.iterations, 5);
        let mut there = alternatives(&mirror, &reports, 5);
        for alternative in &mut there.moves {
            alternative.mv = flipped_move(alternative.mv);
            for mv in &mut alternative.line {
                *mv = flipped_move(*mv);
            }
        }
        assert_eq!(here, there, "{fen}");

        assert_eq!(
            Course::of(&search.iterations),
            Course::of(&reports),
            "{fen}"
        );
        let shape = |iterations: &[Iteration]| {
            let levels = Levels::of(iterations, 20).unwrap();
            Shape::of(&levels.values, levels.values[19])
        };
        assert_eq!(shape(&search.iterations), shape(&reports), "{fen}");
    }
}

proptest! {
    #[test]
    fn credits_sum_to_one_and_no_loss_is_negative(
        scores in proptest::collection::vec(-31_990..31_990i32, 1..=20),
    ) {
        let position = Position::start();
        let lines: Vec<RankedLine> = scores
            .iter()
            .zip(position.legal_moves())
            .map(|(&score, mv)| RankedLine { score: Score::from_int(score), seldepth: 1, moves: vec![mv] })
            .collect();
        let iteration = Iteration {
            depth: 1,
            seldepth: 1,
            score: lines[0].score,
            bound: Bound::Exact,
            nodes: 1,
            time_ms: 0,
            lines,
        };
        let all = alternatives(&position, &[iteration], scores.len());
        let worst = all.moves.last().unwrap();
        let listed: f64 = all.moves.iter().map(|one| one.credit).sum();
        let others = (all.legal - scores.len()) as f64 * worst.credit;
        prop_assert!((listed + others - 1.0).abs() < 1e-9);
        prop_assert_eq!((all.moves[0].loss_cp, all.moves[0].rank), (0, 1));
        for pair in all.moves.windows(2) {
            prop_assert!(0 <= pair[0].loss_cp && pair[0].loss_cp <= pair[1].loss_cp);
            // A mate in 120 moves and -9880 centipawns lose equally many centipawns.
            let is_tie = pair[0].loss_cp == pair[1].loss_cp;
            prop_assert!(0.0 <= pair[0].winning_loss);
            // Of two won games the chances differ by less than a double can hold.
            let rounding = 4.0 * f64::EPSILON;
            prop_assert!(is_tie || pair[0].winning_loss <= pair[1].winning_loss + rounding);
            prop_assert!(pair[0].credit >= pair[1].credit && pair[0].rank <= pair[1].rank);
        }
    }
}

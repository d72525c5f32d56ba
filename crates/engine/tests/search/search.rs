//! The search: mates exact to the ply, draws seen, limits kept, and the same
//! tree every time.

use std::sync::Arc;

use plumb_chess::board::{Game, Move, Outcome, Position};
use plumb_chess::notation::{epd_lines, parse_fen, parse_uci_move};
use plumb_engine::eval::Weights;
use plumb_engine::search::{
    Bound, Clock, Limits, Report, ScoreValue, SearchOutcome, SearchTask, Shared, Timer, Worker,
};

/// A search with a clean memory.
fn search(game: &Game, limits: &Limits) -> (SearchOutcome, Vec<Report>) {
    let weights = Arc::new(Weights::embedded());
    let shared = Shared::new(Arc::clone(&weights), 16, 1).unwrap();
    let mut worker = Worker::new(0, weights).unwrap();
    let mut reports = Vec::new();
    shared.begin_search();
    let timer = Timer::start(limits);
    let outcome = SearchTask::new(&shared, game, limits, &timer, &mut reports).run(&mut worker);
    (outcome, reports)
}

fn game(fen: &str) -> Game {
    Game::new(parse_fen(fen).unwrap())
}

fn score(outcome: &SearchOutcome) -> ScoreValue {
    outcome.last.lines[0].score.value()
}

fn bench_positions() -> Vec<Position> {
    plumb_engine::engine::bench_positions()
        .map(|fen| parse_fen(fen).unwrap())
        .collect()
}

#[test]
fn mates_are_found_and_counted_exactly() {
    let text = include_str!("../../../../epd/mates.epd");
    let mut checked = 0;
    for line in epd_lines(text) {
        let (number, epd) = line.unwrap();
        let moves = epd.direct_mate.expect("every line has dm");
        let limits = Limits {
            mate: Some(moves),
            ..Limits::default()
        };
        let (outcome, _) = search(&Game::new(epd.position.clone()), &limits);
        assert_eq!(
            score(&outcome),
            ScoreValue::Mate(moves as i32),
            "line {number}"
        );
        let line = &outcome.last.lines[0].moves;
        assert_eq!(
            line.len(),
            2 * moves as usize - 1,
            "line {number}: {line:?}"
        );
        let mut end = Game::new(epd.position.clone());
        line.iter().for_each(|&mv| end.play(mv));
        assert_eq!(end.outcome(), Some(Outcome::Checkmate), "line {number}");
        let best = outcome.best.unwrap();
        assert!(epd.best_moves.contains(&best), "line {number}: {best:?}");
        checked += 1;
    }
    assert!(checked >= 40);
}

#[test]
fn a_mate_that_is_not_there_is_refuted() {
    // Mate in three, not in two: the search says so and comes back.
    let fen = "8/B3p3/2K1p1p1/4Pkpb/5pn1/2P2N1B/4PP2/6R1 w - - 0 1";
    let (outcome, _) = search(
        &game(fen),
        &Limits {
            mate: Some(2),
            ..Limits::default()
        },
    );
    assert!(matches!(score(&outcome), ScoreValue::Cp(_)));
    let (outcome, _) = search(
        &game(fen),
        &Limits {
            mate: Some(3),
            ..Limits::default()
        },
    );
    assert_eq!(score(&outcome), ScoreValue::Mate(3));
    assert_eq!(outcome.last.lines[0].moves.len(), 5);
}

#[test]
fn the_side_being_mated_knows_it() {
    // After 1. Kb6 the black king has one move, and 2. Rh8 is mate.
    let (outcome, _) = search(&game("k7/8/1K6/8/8/8/8/7R b - - 0 1"), &Limits::depth(6));
    assert_eq!(score(&outcome), ScoreValue::Mate(-1));
    assert_eq!(
        outcome.ponder,
        parse_uci_move(
            &parse_fen("1k6/8/1K6/8/8/8/8/7R w - - 1 2").unwrap(),
            "h1h8"
        )
    );
}

#[test]
fn finished_games_have_no_best_move() {
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        let (outcome, reports) = search(&game(fen), &Limits::depth(5));
        assert_eq!(outcome.best, None, "{fen}");
        assert!(reports.is_empty() && outcome.last.lines.is_empty());
    }
}

#[test]
fn a_perpetual_check_saves_a_lost_game() {
    // White is about to be mated, but checks on e8 and h5 for ever.
    let (outcome, _) = search(
        &game("6k1/6p1/5p2/8/8/8/rr6/4Q2K w - - 0 1"),
        &Limits::depth(10),
    );
    assert_eq!(score(&outcome), ScoreValue::Cp(0));
}

#[test]
fn repetition_counts_from_before_the_search() {
    // The start position stands for the third time when the king goes back
    // once more: a draw, although White is a rook up.
    let mut game = game("k7/8/8/8/8/8/8/K6R w - - 0 1");
    for text in ["h1h2", "a8b8", "h2h1", "b8a8", "h1h2", "a8b8", "h2h1"] {
        let mv = parse_uci_move(game.position(), text).unwrap();
        game.play(mv);
    }
    let only: Vec<Move> = vec![parse_uci_move(game.position(), "b8a8").unwrap()];
    let (outcome, _) = search(
        &game,
        &Limits {
            search_moves: only,
            ..Limits::depth(6)
        },
    );
    assert_eq!(score(&outcome), ScoreValue::Cp(0));
}

#[test]
fn the_fifty_move_rule_ends_the_game_unless_the_last_move_mates() {
    let (outcome, _) = search(&game("k7/8/8/4Q3/8/8/8/K7 w - - 99 80"), &Limits::depth(6));
    assert_eq!(score(&outcome), ScoreValue::Cp(0));
    let (outcome, _) = search(&game("k7/8/1K6/4Q3/8/8/8/8 w - - 99 80"), &Limits::depth(6));
    assert_eq!(score(&outcome), ScoreValue::Mate(1));
}

#[test]
fn one_thread_searches_the_same_tree_every_time() {
    for position in bench_positions().into_iter().step_by(5) {
        let game = Game::new(position);
        let (first, second) = (
            search(&game, &Limits::depth(8)),
            search(&game, &Limits::depth(8)),
        );
        assert_eq!(first.0.last.nodes, second.0.last.nodes);
        assert_eq!(first.0.last.lines, second.0.last.lines);
    }
}

#[test]
fn node_limits_are_kept_to_the_node() {
    for nodes in [2_000, 10_001, 30_000] {
        let (outcome, _) = search(&Game::new(Position::start()), &Limits::nodes(nodes));
        assert_eq!(outcome.last.nodes, nodes);
        assert!(outcome.best.is_some());
    }
    // The first root move is searched nevertheless, so that there is a move.
    let (outcome, reports) = search(&Game::new(Position::start()), &Limits::nodes(1));
    assert!(outcome.best.is_some() && reports.len() == 1);
}

/// The best move may have changed just before the end, and its window may be searched
/// again when the limit is reached.
#[test]
fn wherever_a_search_is_interrupted_its_score_is_one_that_was_found() {
    for (index, position) in bench_positions().into_iter().enumerate().step_by(3) {
        let game = Game::new(position);
        let mut nodes = 300 + 7 * index as u64;
        while nodes < 40_000 {
            let (outcome, reports) = search(&game, &Limits::nodes(nodes));
            for report in reports.iter().chain([&outcome.last]) {
                let line = report.lines.first();
                let score = line.map(|line| line.score.value());
                assert_ne!(
                    score,
                    Some(ScoreValue::Mate(0)),
                    "position {index}, {nodes} nodes"
                );
            }
            nodes += nodes / 6;
        }
    }
}

#[test]
fn stopped_before_it_began_it_still_has_a_move() {
    let weights = Arc::new(Weights::embedded());
    let shared = Shared::new(Arc::clone(&weights), 1, 1).unwrap();
    let mut worker = Worker::new(0, weights).unwrap();
    shared.begin_search();
    shared.stop();
    let limits = Limits::default();
    let mut reports: Vec<Report> = Vec::new();
    let outcome = SearchTask::new(
        &shared,
        &Game::new(Position::start()),
        &limits,
        &Timer::start(&limits),
        &mut reports,
    )
    .run(&mut worker);
    assert_eq!(reports.len(), 1);
    assert_eq!(outcome.best, Some(reports[0].lines[0].moves[0]));
}

#[test]
fn variations_are_legal_and_end_where_the_game_does() {
    for position in bench_positions() {
        let (outcome, reports) = search(&Game::new(position.clone()), &Limits::depth(7));
        assert_eq!(reports.len(), 7);
        assert_eq!(outcome.best, Some(reports[6].lines[0].moves[0]));
        for report in &reports {
            for line in &report.lines {
                assert_eq!(line.bound, Bound::Exact);
                let mut game = Game::new(position.clone());
                for &mv in &line.moves {
                    assert!(
                        game.outcome().is_none() || game.ply() == 0,
                        "moves after the end of the game"
                    );
                    assert!(game.position().is_legal(mv), "{mv:?} in {:?}", line.moves);
                    game.play(mv);
                }
            }
        }
    }
}

#[test]
fn several_lines_are_different_complete_and_in_order() {
    for position in bench_positions().into_iter().step_by(4) {
        let legal = position.legal_moves().len();
        let limits = Limits {
            multi_pv: 5,
            ..Limits::depth(6)
        };
        let (outcome, _) = search(&Game::new(position), &limits);
        let lines = &outcome.last.lines;
        assert_eq!(lines.len(), legal.min(5));
        assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
        let mut first: Vec<u16> = lines.iter().map(|line| line.moves[0].to_bits()).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), lines.len());
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = Game::new(Position::start());
    let wanted = parse_uci_move(game.position(), "a2a3").unwrap();
    let (outcome, _) = search(
        &game,
        &Limits {
            search_moves: vec![wanted],
            ..Limits::depth(5)
        },
    );
    assert_eq!(outcome.best, Some(wanted));
}

#[test]
fn the_first_iteration_can_be_stopped_too() {
    // A legal position in which captures go on for half a million nodes.
    let fen = "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1";
    let limits = Limits {
        multi_pv: 99,
        ..Limits::nodes(1)
    };
    let (outcome, reports) = search(&game(fen), &limits);
    assert!(outcome.last.nodes < 100_000, "{} nodes", outcome.last.nodes);
    assert_eq!(outcome.best, Some(reports[0].lines[0].moves[0]));
    assert!(matches!(score(&outcome), ScoreValue::Cp(_)));
}

/// Captures among many queens took 20,000 nodes and 30 milliseconds before the
/// first move had a score, with a clock that had less.
#[test]
fn a_clock_that_runs_out_ends_even_the_first_moves_search() {
    for fen in [
        "q4KQ1/8/Q7/6Q1/Qqq5/qq2q3/2k3q1/3qQ1QQ w - - 0 1",
        "1KQ5/1Q1q4/3q1Q2/3qqQ2/k2q4/3Qq2Q/2q1Q3/4Q3 w - - 0 1",
    ] {
        let limits = Limits {
            clock: Clock::Game {
                remaining_ms: 1,
                increment_ms: 0,
                moves_to_go: None,
            },
            ..Limits::default()
        };
        let begun = std::time::Instant::now();
        let (outcome, _) = search(&game(fen), &limits);
        assert!(outcome.best.is_some(), "{fen}");
        let (nodes, time) = (outcome.last.nodes, begun.elapsed());
        // A busy machine may take its time over them, but not search more.
        assert!(nodes < 12_000, "{nodes} nodes in {time:?}: {fen}");
    }
}

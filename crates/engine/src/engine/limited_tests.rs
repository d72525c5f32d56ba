use std::sync::Arc;

use super::*;
use crate::eval::Weights;
use crate::search::{self, Timer};
use plumb_chess::board::Game;

/// Sees two plies of every move and errs in nothing.
const FLAWLESS: Level = Level {
    depth: 2.0,
    nodes: 100_000,
    lines: 100.0,
    sensitivity: 1e-6,
    consistency: 1.0,
    shallow: 0.0,
    overlooked: 0.0,
    sees_mates: true,
};

/// A middlegame with many moves, some of them of nearly the same worth.
const MIDDLEGAME: &str = "d2d4 g8f6 c2c4 e7e6 g1f3 d7d5 b1c3 f8e7 c1f4 b8c6 e2e3 a7a6";

/// The game of these moves, in coordinates, from the usual start.
fn game(moves: &str) -> Game {
    let mut game = Game::new(Position::start());
    for text in moves.split_whitespace() {
        let mv = find(game.position(), text);
        game.play(mv.unwrap_or_else(|| panic!("{text} is not legal")));
    }
    game
}

fn find(position: &Position, text: &str) -> Option<Move> {
    let legal = position.legal_moves();
    legal.into_iter().find(|mv| format!("{mv:?}") == text)
}

struct Player {
    shared: Shared,
    worker: Worker,
}

impl Player {
    fn new() -> Player {
        let weights = Arc::new(Weights::embedded());
        Player {
            shared: Shared::new(Arc::clone(&weights), 1, 1).expect("memory"),
            worker: Worker::new(0, weights).unwrap(),
        }
    }

    fn think(
        &mut self,
        moves: &str,
        level: Level,
        seed: u64,
        limits: &Limits,
    ) -> (SearchOutcome, Vec<Report>) {
        self.shared.table.clear();
        self.shared.begin_search();
        let game = game(moves);
        let player = LimitedPlayer {
            level,
            random: Random::seeded(seed),
        };
        let timer = Timer::start(limits);
        let mut reports = Vec::new();
        let task = SearchTask::new(&self.shared, &game, limits, &timer, &mut reports);
        let outcome = search_limited(player, &task, &mut self.worker);
        (outcome, reports)
    }

    fn plays(&mut self, moves: &str, level: Level, seed: u64) -> String {
        let (outcome, reports) = self.think(moves, level, seed, &Limits::nodes(1_000_000));
        let best = outcome.best.expect("a move");
        // What is said is of the move that is played, and is said once.
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0], outcome.last);
        assert_eq!(outcome.last.lines[0].moves[0], best);
        assert_eq!(outcome.last.lines.len(), 1);
        format!("{best:?}")
    }
}

fn worths(scores_cp: &[i32]) -> Vec<Score> {
    scores_cp.iter().map(|&cp| Score::cp(cp)).collect()
}

#[test]
fn draws_follow_the_shares_of_the_model() {
    let seems = worths(&[10, 45, 45, -40, -300]);
    let level = Level {
        sensitivity: 0.5,
        consistency: 0.8,
        ..FLAWLESS
    };
    let differences: Vec<f64> = seems
        .iter()
        .map(|score| scaled_difference(45, score.to_int()))
        .collect();
    let shares = partial_credit(&differences, 0.5, 0.8);
    let mut random = Random::seeded(1);
    let draws = 20_000;
    let mut counts = [0; 5];
    for _ in 0..draws {
        counts[choose(&seems, &level, random.unit())] += 1;
    }
    for (count, share) in counts.iter().zip(&shares) {
        let expected = share * f64::from(draws);
        let error = (expected * (1.0 - share)).sqrt().max(1.0);
        assert!(
            (f64::from(*count) - expected).abs() < 4.0 * error,
            "{counts:?} {shares:?}"
        );
    }
    assert!(
        counts[1] > 5_000 && counts[3] > 50 && counts[4] < 50,
        "{counts:?}"
    );
}

#[test]
fn moves_of_a_position_are_drawn_by_what_the_search_says_of_them() {
    let mut player = Player::new();
    let level = Level {
        sensitivity: 0.1,
        ..FLAWLESS
    };
    // All moves with what they are worth, first as chosen, then best first.
    let all = Limits {
        multi_pv: 100,
        ..Limits::nodes(1_000_000)
    };
    let (outcome, _) = player.think(MIDDLEGAME, FLAWLESS, 1, &all);
    let lines = outcome.last.lines;
    assert!(lines.len() > 30, "{}", lines.len());
    assert!(lines[1..].is_sorted_by(|one, other| one.score >= other.score));
    let best = lines
        .iter()
        .map(|line| line.score.to_int())
        .max()
        .expect("moves");
    assert_eq!(lines[0].score.to_int(), best);
    let differences: Vec<f64> = lines
        .iter()
        .map(|line| scaled_difference(best, line.score.to_int()))
        .collect();
    let shares = partial_credit(&differences, level.sensitivity, level.consistency);
    let draws = 400;
    let mut counts = vec![0; lines.len()];
    for seed in 0..draws {
        let played = player.plays(MIDDLEGAME, level, seed);
        let index = lines
            .iter()
            .position(|line| format!("{:?}", line.moves[0]) == played);
        counts[index.expect("one of the moves")] += 1;
    }
    for (count, share) in counts.iter().zip(&shares) {
        let expected = share * draws as f64;
        let error = (expected * (1.0 - share)).sqrt().max(1.0);
        assert!(
            (f64::from(*count) - expected).abs() < 4.5 * error,
            "{counts:?} {shares:?}"
        );
    }
    assert!(
        counts.iter().filter(|&&count| count > 0).count() > 3,
        "{counts:?}"
    );
}

#[test]
fn a_mate_that_is_seen_is_played_the_shortest_first() {
    let level = Level {
        sensitivity: 10.0,
        ..FLAWLESS
    };
    let seems = [
        Score::cp(900),
        Score::mate_in(5),
        Score::mate_in(3),
        Score::mate_in(3),
    ];
    for point in [0.0, 0.3, 0.6, 0.999] {
        assert_eq!(choose(&seems, &level, point), 2);
    }
    // Being mated is no reason to hurry.
    let lost = [Score::mated_in(4), Score::mated_in(6)];
    assert_eq!(choose(&lost, &level, 0.1), 0);
    assert_eq!(choose(&lost, &level, 0.9), 1);
    assert_eq!(choose(&lost, &level, 1.0), 1);
}

#[test]
fn mates_in_one_are_neither_missed_nor_allowed_by_those_who_see_them() {
    // As careless as can be, but for that.
    let careless = Level {
        depth: 1.0,
        sensitivity: 10.0,
        overlooked: 1.0,
        ..FLAWLESS
    };
    let blind = Level {
        sees_mates: false,
        ..careless
    };
    let mating = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6";
    // Qxf7 mates unless something is done about it.
    let threatened = "e2e4 e7e5 d1f3 b8c6 f1c4";
    let mut player = Player::new();
    let mut errors = 0;
    for seed in 0..60 {
        assert_eq!(player.plays(mating, careless, seed), "h5f7");
        errors += usize::from(player.plays(mating, blind, seed) != "h5f7");
        for (level, sees) in [(careless, true), (blind, false)] {
            let position = game(threatened).position().clone();
            let mv = find(&position, &player.plays(threatened, level, seed));
            let after = position.play(mv.expect("a move"));
            let qxf7 = find(&after, "f3f7").map(|mv| after.play(mv));
            let is_mate = qxf7.is_some_and(|then| then.in_check() && then.has_no_moves());
            assert!(!sees || !is_mate);
            errors += usize::from(is_mate);
        }
    }
    assert!(errors > 60, "the blind one errs only {errors} times");
}

#[test]
fn what_cannot_be_helped_is_played() {
    let mut player = Player::new();
    // One legal move.
    assert_eq!(player.plays("e2e4 f7f6 d1h5", FLAWLESS, 1), "g7g6");
    // The only move that may be played allows a mate in one.
    let threatened = "e2e4 e7e5 d1f3 b8c6 f1c4";
    let only = find(game(threatened).position(), "a7a6");
    let limits = Limits {
        search_moves: only.into_iter().collect(),
        ..Limits::nodes(10_000)
    };
    let (outcome, _) = player.think(threatened, FLAWLESS, 1, &limits);
    assert_eq!(outcome.best, only);
    // The game is over.
    let mated = "f2f3 e7e5 g2g4 d8h4";
    let (outcome, reports) = player.think(mated, FLAWLESS, 1, &Limits::nodes(100));
    assert_eq!((outcome.best, reports), (None, Vec::new()));
}

#[test]
fn what_was_looked_at_less_far_counts_as_it_seemed() {
    // Qxd5 wins a knight at first sight and loses the queen to exd5.
    let moves = "e2e4 g8f6 e4e5 f6d5 d1f3 e7e6 a2a3 a7a6";
    let mut player = Player::new();
    let far = Level {
        depth: 6.0,
        ..FLAWLESS
    };
    let first_glance = Level {
        overlooked: 1.0,
        ..far
    };
    let mut takes = [0; 2];
    for seed in 0..20 {
        takes[0] += usize::from(player.plays(moves, far, seed) == "f3d5");
        takes[1] += usize::from(player.plays(moves, first_glance, seed) == "f3d5");
    }
    assert_eq!(takes, [0, 20]);
    // Iterations: the score of the one that was come to, or the next that has it.
    let mv = player
        .think(moves, far, 1, &Limits::nodes(10_000))
        .0
        .best
        .expect("a move");
    let line = |score| search::Line {
        score: Score::cp(score),
        bound: search::Bound::Exact,
        seldepth: 1,
        moves: vec![mv],
    };
    let report = |lines| Report {
        lines,
        ..Report::default()
    };
    let iterations = [report(vec![]), report(vec![line(7)]), report(vec![line(9)])];
    for (number, expected) in [(0, 7), (1, 7), (2, 7), (3, 9)] {
        assert_eq!(
            score_at_iteration(&iterations, number, mv),
            Score::cp(expected)
        );
    }
    assert_eq!(score_at_iteration(&iterations, 4, mv), Score::DRAW);
}

#[test]
fn the_limits_that_were_given_hold_too() {
    let mut player = Player::new();
    let far = Level {
        depth: 100.0,
        nodes: 1 << 40,
        ..FLAWLESS
    };
    let game = game(MIDDLEGAME);
    let legal = game.position().legal_moves();
    let quiet = find(game.position(), "h2h3");
    for limits in [
        Limits::nodes(10),
        Limits::nodes(1),
        Limits {
            depth: Some(3),
            ..Limits::nodes(1 << 40)
        },
        Limits {
            clock: search::Clock::MoveTime(30),
            ..Limits::default()
        },
        Limits {
            clock: search::Clock::Game {
                remaining_ms: 100,
                increment_ms: 0,
                moves_to_go: None,
            },
            ..Limits::default()
        },
    ] {
        let (outcome, reports) = player.think(MIDDLEGAME, far, 1, &limits);
        assert!(legal.contains(&outcome.best.expect("a move")));
        assert!(outcome.last.depth <= 3 || limits.depth.is_none());
        assert_eq!(reports.len(), 1);
    }
    let only = Limits {
        search_moves: quiet.into_iter().collect(),
        ..Limits::nodes(10_000)
    };
    let (outcome, _) = player.think(MIDDLEGAME, far, 1, &only);
    assert_eq!(outcome.best, quiet);
}

#[test]
fn the_same_draws_make_the_same_move_whatever_was_before() {
    let mut player = Player::new();
    let level = Level {
        sensitivity: 0.3,
        shallow: 0.3,
        overlooked: 0.1,
        depth: 2.5,
        ..FLAWLESS
    };
    let first: Vec<String> = (0..30)
        .map(|seed| player.plays(MIDDLEGAME, level, seed))
        .collect();
    let again: Vec<String> = (0..30)
        .rev()
        .map(|seed| player.plays(MIDDLEGAME, level, seed))
        .collect();
    assert!(first.iter().eq(again.iter().rev()));
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
}

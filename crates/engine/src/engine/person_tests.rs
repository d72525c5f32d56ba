use std::sync::Arc;
use std::time::{Duration, Instant};

use super::*;
use crate::eval::Weights;
use crate::glance::GLANCE_HASH_MB;
use crate::search::{Clock, Report, Shared, Timer};
use plumb_chess::board::{Game, Position};

struct Board {
    shared: Shared,
    worker: Worker,
    people: Arc<HumanModel>,
}

impl Board {
    fn new() -> Board {
        let weights = Arc::new(Weights::embedded());
        Board {
            shared: Shared::new(Arc::clone(&weights), GLANCE_HASH_MB, 1).expect("memory"),
            worker: Worker::new(0, weights).unwrap(),
            people: Arc::new(HumanModel::embedded()),
        }
    }

    fn ready(&mut self) {
        self.shared.table.clear();
        self.shared.begin_search();
    }

    fn think(&mut self, game: &Game, seed: u64, limits: &Limits) -> (SearchOutcome, Vec<Report>) {
        self.ready();
        let person = Person {
            model: Arc::clone(&self.people),
            rating: 1_500.0,
            random: Random::seeded(seed),
        };
        let timer = Timer::start(limits);
        let mut reports = Vec::new();
        let task = SearchTask::new(&self.shared, game, limits, &timer, &mut reports);
        let outcome = search_as_person(person, &task, &mut self.worker);
        (outcome, reports)
    }

    /// The shares of all moves at 1500.
    fn shares(&mut self, game: &Game) -> Vec<(Move, f64)> {
        self.ready();
        let timer = Timer::start(&Limits::default());
        let (shared, worker) = (&self.shared, &mut self.worker);
        let mut decision = first_glance(shared, worker, game, &timer, None).decision;
        second_look(&mut decision, shared, worker, game, &timer);
        assert!(decision.list.is_some() && decision.first_choice.is_some());
        let (moves, features): (Vec<Move>, Vec<_>) = move_features(&decision).into_iter().unzip();
        let shares = self.people.shares(&features, Sight::Record, 1_500.0);
        moves.into_iter().zip(shares).collect()
    }
}

fn game_after(moves: &[&str]) -> Game {
    let mut game = Game::new(Position::start());
    for text in moves {
        let legal = game.position().legal_moves();
        let mv = legal.into_iter().find(|mv| format!("{mv:?}") == *text);
        game.play(mv.expect("a legal move"));
    }
    game
}

#[test]
fn a_draw_takes_each_move_as_often_as_its_share() {
    let mut board = Board::new();
    let choices = board.shares(&game_after(&["e2e4", "e7e5", "g1f3", "b8c6"]));
    let mut random = Random::seeded(3);
    let draws = 50_000;
    let mut counts = vec![0u32; choices.len()];
    for _ in 0..draws {
        let mv = draw_move(&choices, random.unit()).unwrap();
        counts[choices.iter().position(|&(other, _)| other == mv).unwrap()] += 1;
    }
    for (count, (mv, share)) in counts.iter().zip(&choices) {
        let expected = share * f64::from(draws);
        let error = (expected * (1.0 - share)).sqrt().max(1.0);
        let off = (f64::from(*count) - expected).abs();
        assert!(off < 4.5 * error, "{mv:?}: {count} for {expected}");
    }
    // A crumb that is left, and nothing to choose from.
    assert_eq!(draw_move(&choices, 2.0), choices.last().map(|&(mv, _)| mv));
    assert_eq!(draw_move(&[], 0.5), None);
}

#[test]
fn moves_are_played_as_often_as_the_model_says() {
    let mut board = Board::new();
    let game = game_after(&["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"]);
    let (likeliest, share) = board
        .shares(&game)
        .into_iter()
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .unwrap();
    let draws = 80;
    let limits = Limits::nodes(1_000_000);
    let played = (1..=draws).filter(|&seed| {
        let (outcome, reports) = board.think(&game, seed, &limits);
        // What is said is of the move that is played, and is said once.
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0], outcome.last);
        assert_eq!(outcome.last.lines.len(), 1);
        assert_eq!(outcome.best, Some(outcome.last.lines[0].moves[0]));
        outcome.best == Some(likeliest)
    });
    let played = played.count() as f64;
    let expected = share * draws as f64;
    let error = (expected * (1.0 - share)).sqrt();
    assert!(
        (played - expected).abs() < 4.0 * error && share > 0.1 && share < 0.9,
        "{likeliest:?}: {played} times for {expected}"
    );
}

#[test]
fn only_moves_that_are_asked_for_are_drawn() {
    let mut board = Board::new();
    let game = game_after(&["e2e4"]);
    let legal = game.position().legal_moves();
    let some: Vec<Move> = legal.iter().copied().take(2).collect();
    let limits = Limits {
        search_moves: some.clone(),
        ..Limits::nodes(1_000)
    };
    for seed in 1..20 {
        let best = board.think(&game, seed, &limits).0.best.unwrap();
        assert!(some.contains(&best), "{best:?}");
    }
}

#[test]
fn a_move_follows_from_the_game_and_the_draw_alone() {
    let game = game_after(&["d2d4", "d7d5", "c2c4"]);
    let limits = Limits::nodes(100_000);
    let mut board = Board::new();
    let first = board.think(&game, 7, &limits).0.best;
    board.think(&game_after(&["e2e4", "c7c5"]), 1, &limits);
    assert_eq!(board.think(&game, 7, &limits).0.best, first);
}

#[test]
fn without_time_there_is_a_move_all_the_same() {
    let mut board = Board::new();
    let game = game_after(&["e2e4"]);
    let limits = Limits {
        clock: Clock::MoveTime(1),
        ..Limits::default()
    };
    let before = Instant::now();
    for seed in 1..10 {
        assert!(board.think(&game, seed, &limits).0.best.is_some());
    }
    // Generous: a machine may be busy.
    assert!(before.elapsed() < Duration::from_secs(5));
}

#[test]
fn where_the_game_is_over_nothing_is_played() {
    let mut board = Board::new();
    let mated = game_after(&["f2f3", "e7e5", "g2g4", "d8h4"]);
    let (outcome, reports) = board.think(&mated, 1, &Limits::nodes(1_000));
    assert_eq!((outcome.best, reports.len()), (None, 0));
}

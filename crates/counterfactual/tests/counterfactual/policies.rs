//! Policies that need nobody else: Plumb's two models of choice, and recorded games.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb_chess::board::{Game, Move};
use plumb_chess::notation::{CastlingStyle, parse_fen, parse_move, parse_uci_move};
use plumb_coach::analysis::{HumanChoices, Probe};
use plumb_counterfactual::{
    EmpiricalPolicy, History, ModelPolicy, Policy, PolicyError, PolicyQuestion, ReganPolicy,
    SharedPolicy, shares_of_legal_moves,
};
use plumb_engine::choice::{HumanModel, ReganSkill, partial_credit, scaled_difference};
use plumb_engine::eval::Weights;
use plumb_engine::glance::{GLANCE_HASH_MB, first_glance};
use plumb_engine::search::{Limits, Shared, Timer, Worker};
use plumb_testing::packed::gzip;
use plumb_testing::positions::position;
use plumb_testing::scratch::Scratch;

/// A game from a FEN, or from the initial position if that is empty.
pub fn game(fen: &str, moves: &str) -> Game {
    let start = match fen {
        "" => plumb_chess::board::Position::start(),
        fen => position(fen),
    };
    let mut game = Game::new(start);
    for text in moves.split_whitespace() {
        game.play(parse_move(game.position(), text).expect(text));
    }
    game
}

/// What a policy answers in the position of a game, to players of 1500 and 1600.
pub fn ask(policy: &mut dyn Policy, game: &Game) -> Result<Vec<(Move, f64)>, PolicyError> {
    ask_rated(policy, game, 1500.0)
}

/// What a policy answers in the position of a game, to a player of this rating.
pub fn ask_rated(
    policy: &mut dyn Policy,
    game: &Game,
    rating: f64,
) -> Result<Vec<(Move, f64)>, PolicyError> {
    let legal: Vec<Move> = game.position().legal_moves().iter().copied().collect();
    policy.chances(&PolicyQuestion {
        game,
        legal: &legal,
        rating,
        opponent_rating: 1600.0,
    })
}

/// The chance of a move in an answer.
pub fn chance(answer: &[(Move, f64)], game: &Game, text: &str) -> f64 {
    let mv = parse_move(game.position(), text).expect(text);
    let entry = answer.iter().find(|(other, _)| *other == mv);
    entry.map_or(0.0, |(_, chance)| *chance)
}

fn weights() -> Arc<Weights> {
    Arc::new(Weights::embedded())
}

fn model() -> ModelPolicy {
    ModelPolicy::new(Arc::new(HumanModel::embedded()), weights()).unwrap()
}

fn regan() -> ReganPolicy {
    ReganPolicy::new(Arc::new(ReganSkill::embedded()), weights()).unwrap()
}

const SPANISH: &str = "e4 e5 Nf3 Nc6 Bb5 a6";

#[test]
fn plumbs_models_depend_on_the_position_and_the_last_moves_alone() {
    let games = [
        game("", SPANISH),
        game("", "Nf3 Nc6 e4 e5 Bb5 a6"),
        game("", &format!("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 {SPANISH}")),
        game(
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 83 71",
            "Bb5 a6",
        ),
    ];
    let mut policies: [Box<dyn Policy>; 2] = [Box::new(model()), Box::new(regan())];
    for policy in &mut policies {
        let first = ask(policy.as_mut(), &games[0]).unwrap();
        let all: f64 = first.iter().map(|(_, share)| share).sum();
        assert!((all - 1.0).abs() < 1e-9);
        assert_eq!(first.len(), games[0].position().legal_moves().len());
        for game in &games[1..] {
            // Something else in between leaves no trace.
            ask(policy.as_mut(), &self::game("", "d4 d5")).unwrap();
            assert_eq!(ask(policy.as_mut(), game).unwrap(), first);
        }
    }
    // The same position after another move of the opponent's.
    let other = game("", "e4 a6 Nf3 Nc6 Bb5 e5");
    let [model, regan] = &mut policies;
    assert_eq!(
        (model.history(), regan.history()),
        (History::LastMoves, History::Position)
    );
    let answers = |policy: &mut Box<dyn Policy>| {
        [&games[0], &other].map(|game| ask(policy.as_mut(), game).unwrap())
    };
    let [one, two] = answers(model);
    assert_ne!(one, two);
    let [one, two] = answers(regan);
    assert_eq!(one, two);
}

#[test]
fn the_model_says_what_analysis_says() {
    let fen = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1";
    let game = game(fen, "");
    let mut probe = Probe::new(weights(), GLANCE_HASH_MB).unwrap();
    let ratings = [1000, 2400];
    let (model_table, stop) = (HumanModel::embedded(), AtomicBool::new(false));
    let style = CastlingStyle::Standard;
    let expected = HumanChoices::of(&mut probe, &game, style, &model_table, &ratings, &stop);
    let expected = expected.unwrap();
    let mut policy = model();
    for (index, rating) in ratings.into_iter().enumerate() {
        let answer = ask_rated(&mut policy, &game, f64::from(rating)).unwrap();
        for mv in &expected.moves {
            let found = chance(&answer, &game, &mv.mv);
            assert_eq!(found, mv.shares[index], "{} at {rating}", mv.mv);
        }
    }
}

#[test]
fn regans_player_shares_out_by_what_a_glance_says_moves_lose() {
    // Black can take a knight; some of his moves are worse than all that are listed.
    let fen = "rnbqkb1r/pppp1ppp/5n2/4N3/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 0 1";
    let game = game(fen, "");
    let shared = Shared::new(weights(), GLANCE_HASH_MB, 1).unwrap();
    let mut worker = Worker::new(0, weights()).unwrap();
    let timer = Timer::start(&Limits::default());
    shared.begin_search();
    let glance = first_glance(&shared, &mut worker, &game, &timer, None)
        .decision
        .glance;
    let list = glance.last().unwrap();
    let legal = game.position().legal_moves();
    assert!(list.len() < legal.len());
    let (best, worst) = (list[0].1, list[list.len() - 1].1);
    let losses: Vec<f64> = legal
        .iter()
        .map(|mv| list.iter().find(|(listed, _)| listed == mv))
        .map(|entry| scaled_difference(best, entry.map_or(worst, |&(_, cp)| cp)))
        .collect();
    let table = "[meta]\n\
        [[by_rating]]\nrating = 1400\nsensitivity = 0.3\nconsistency = 0.4\n\
        [[by_rating]]\nrating = 1600\nsensitivity = 0.2\nconsistency = 0.5\n";
    let skill = ReganSkill::from_toml(table).unwrap();
    let mut policy = ReganPolicy::new(Arc::new(skill), weights()).unwrap();
    for (rating, s, c) in [(1500.0, 0.25, 0.45), (1600.0, 0.2, 0.5), (3300.0, 0.2, 0.5)] {
        let expected = partial_credit(&losses, s, c);
        let answer = ask_rated(&mut policy, &game, rating).unwrap();
        for ((mv, found), (other, expected)) in answer.iter().zip(legal.iter().zip(expected)) {
            assert_eq!(mv, other);
            assert!(
                (found - expected).abs() < 1e-9,
                "{rating}: {found} {expected}"
            );
        }
    }
}

#[test]
fn a_stopped_glance_is_no_answer() {
    let stop = Arc::new(AtomicBool::new(true));
    let start = game("", "");
    let mut policies: [Box<dyn Policy>; 2] = [
        Box::new(model().with_stop(Arc::clone(&stop))),
        Box::new(regan().with_stop(Arc::clone(&stop))),
    ];
    for policy in &mut policies {
        assert_eq!(ask(policy.as_mut(), &start), Err(PolicyError::Stopped));
    }
    stop.store(false, Ordering::Relaxed);
    for policy in &mut policies {
        assert!(ask(policy.as_mut(), &start).is_ok());
    }
}

/// A policy that always says that it was asked.
struct Asked;

impl Policy for Asked {
    fn name(&self) -> String {
        "asked".to_owned()
    }

    fn history(&self) -> History {
        History::Game
    }

    fn chances(&mut self, _: &PolicyQuestion<'_>) -> Result<Vec<(Move, f64)>, PolicyError> {
        Err(PolicyError::Failed("asked".to_owned()))
    }
}

const GAMES: &str = "[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n[Result \"*\"]\n\n1. Nf3 e5 2. e4 *\n\n\
    [Result \"*\"]\n\n1. e4 c5 2. Nf6 *\n\n[Result \"*\"]\n\n1. e4 c5 *\n\n[Result \"*\"]\n\n*\n";

fn read(text: &str) -> Result<EmpiricalPolicy, String> {
    let (file, stop) = ("games.pgn", AtomicBool::new(false));
    let policy = EmpiricalPolicy::read(file, text.as_bytes(), Box::new(Asked), &stop);
    policy.map_err(|error| error.to_string())
}

#[test]
fn recorded_games_say_how_often_moves_were_made() {
    let mut policy = read(GAMES).unwrap();
    assert_eq!((policy.games(), policy.bad_games()), (3, 1));
    let problem = policy.problems()[0].to_string();
    assert!(problem.starts_with("game 3 (line 9): "), "{problem}");
    assert_eq!(policy.name(), "empirical (games.pgn, 3 games), else asked");
    assert_eq!(policy.history(), History::Game);
    let start = game("", "");
    let answer = ask(&mut policy, &start).unwrap();
    assert_eq!(answer.len(), 2);
    assert_eq!(chance(&answer, &start, "e4"), 2.0);
    assert_eq!(chance(&answer, &start, "Nf3"), 1.0);
    let legal: Vec<Move> = start.position().legal_moves().iter().copied().collect();
    let shares = shares_of_legal_moves(start.position(), &legal, &answer).unwrap();
    assert!(shares.iter().all(|&share| share > 0.0));
    // By another order of moves.
    let transposed = game("", "Nf3 e5");
    let answer = ask(&mut policy, &transposed).unwrap();
    assert_eq!(chance(&answer, &transposed, "e4"), 1.0);
    let fallback = Err(PolicyError::Failed("asked".to_owned()));
    assert_eq!(ask(&mut policy, &game("", "e4 e5 Nf3")), fallback);
    assert_eq!(ask(&mut policy, &game("", "d4")), fallback);
}

#[test]
fn packed_games_are_read_and_useless_files_named() {
    let scratch = Scratch::new("empirical");
    let (path, stop) = (scratch.path("games.gz"), Arc::new(AtomicBool::new(false)));
    fs::write(&path, gzip(GAMES.as_bytes())).unwrap();
    let open = |path: &str| {
        let policy = EmpiricalPolicy::from_pgn(Path::new(path), Box::new(Asked), &stop);
        policy
            .map(|policy| policy.name())
            .map_err(|error| error.to_string())
    };
    let name = "empirical (games.gz, 3 games), else asked";
    assert_eq!(open(&path), Ok(name.to_owned()));
    let missing = scratch.path("missing.pgn");
    let error = open(&missing).unwrap_err();
    assert!(
        error.starts_with(&format!("cannot read {missing}: ")),
        "{error}"
    );
    let empty = read("").err().unwrap();
    assert_eq!(
        empty,
        "games.pgn has no game with moves: expected games in PGN"
    );
    let wrong = read("1. e5 *\n").err().unwrap();
    let start =
        "games.pgn has no game with moves: expected games in PGN, found in game 1 (line 1): ";
    assert!(
        wrong.starts_with(start) && wrong.lines().count() == 1,
        "{wrong}"
    );
    stop.store(true, Ordering::Relaxed);
    assert_eq!(open(&path), Err("stopped".to_owned()));
}

#[test]
fn one_policy_answers_several_threads() {
    let policy = SharedPolicy::new(Box::new(regan()));
    let games = [game("", ""), game("", "e4"), game("", SPANISH)];
    let alone: Vec<_> = games
        .iter()
        .map(|game| ask(&mut regan(), game).unwrap())
        .collect();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            let (mut policy, games, alone) = (policy.clone(), &games, &alone);
            scope.spawn(move || {
                for (game, alone) in games.iter().zip(alone) {
                    assert_eq!(&ask(&mut policy, game).unwrap(), alone);
                }
            });
        }
    });
    assert_eq!(
        (policy.name().as_str(), policy.history()),
        ("regan", History::Position)
    );
}

#[test]
fn positions_with_one_move_or_odd_castling_have_answers() {
    for fen in [
        "7k/8/8/8/8/8/6q1/7K w - - 99 120",
        "bqrkrnnb/pppppppp/8/8/8/8/PPPPPPPP/BQRKRNNB w KQkq - 0 1",
    ] {
        let game = Game::new(parse_fen(fen).unwrap());
        let moves = game.position().legal_moves();
        for policy in [&mut model() as &mut dyn Policy, &mut regan()] {
            let answer = ask(policy, &game).unwrap();
            assert_eq!(answer.len(), moves.len());
            assert!(answer.iter().all(|(_, share)| (0.0..=1.0).contains(share)));
        }
        assert!(parse_uci_move(game.position(), "h1g2").is_some() || moves.len() > 1);
    }
}

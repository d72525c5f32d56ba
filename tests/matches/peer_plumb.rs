//! Plumb as the engine at the other end, through both protocols.

use std::time::Duration;

use plumb::board::{Game, Position};
use plumb::notation::parse_fen;
use plumb::peer::{
    Clocks, GameSetup, Launch, PeerError, Player, Protocol, Quit, SearchBudget, SideClock, start,
};
use plumb::protocol::{Bound, Level, OptionKind, ScoreValue};
use plumb_testing::games::{PATIENCE, legal_part, play};
use plumb_testing::pretend::assert_gone;
use plumb_testing::{Random, random_start};

use Protocol::{Cecp, Uci};

fn plumb(protocol: Protocol) -> Box<dyn Player> {
    let mut launch = Launch::new("Plumb", protocol, env!("CARGO_BIN_EXE_plumb"));
    // A busy machine is no reason to take it for an engine of the first version.
    launch.timeouts.features = PATIENCE;
    start(&launch).unwrap()
}

fn assert_game(
    white: Protocol,
    black: Protocol,
    setup: &GameSetup,
    limits: &SearchBudget,
    plies: usize,
) {
    let (mut white, mut black) = (plumb(white), plumb(black));
    let played = play(white.as_mut(), black.as_mut(), setup, limits, plies).unwrap();
    let resigned = played.stopped_by.as_deref() == Some("Resign");
    assert!(resigned || played.stopped_by.is_none(), "{setup:?}");
    assert!(resigned || played.game.ply() == plies || played.game.outcome().is_some());
    let mut game = Game::new(setup.start.clone());
    for (thought, mv) in played.thoughts.iter().zip(played.game.moves()) {
        let info = thought.info.as_ref().expect("an info line for each move");
        assert!(matches!(info.score, Some((_, Bound::Exact))), "{info:?}");
        let (legal, length) = legal_part(&game, &info.pv);
        assert!(length > 0 && legal == length, "{info:?}");
        assert!(!thought.was_stopped);
        game.play(mv.unwrap());
    }
    for player in [white, black] {
        let id = player.process_id();
        assert_eq!(player.quit(), Quit::Exited("exit status 0".to_owned()));
        assert_gone(id);
    }
}

#[test]
fn games_at_a_number_of_nodes() {
    let limits = SearchBudget::nodes(300);
    assert_game(Uci, Cecp, &GameSetup::standard(), &limits, 120);
    assert_game(Cecp, Uci, &GameSetup::standard(), &limits, 40);
}

#[test]
fn games_at_a_fixed_time_and_with_clocks() {
    let limits = SearchBudget::move_time(Duration::from_millis(20));
    assert_game(Cecp, Cecp, &GameSetup::standard(), &limits, 10);
    assert_game(Uci, Uci, &GameSetup::standard(), &limits, 10);
    let mut setup = GameSetup::standard();
    setup.level = Some(Level {
        moves_per_session: 0,
        base_ms: 1000,
        increment_ms: 10,
    });
    let side = SideClock {
        left_ms: 1000,
        increment_ms: 10,
    };
    let limits = SearchBudget::clocks(Clocks {
        white: side,
        black: side,
        moves_to_go: None,
    });
    assert_game(Uci, Cecp, &setup, &limits, 12);
}

#[test]
fn chess960_through_both_protocols() {
    let mut random = Random(960);
    for round in 0..4 {
        let mut setup = GameSetup::standard();
        setup.start = random_start(&mut random);
        setup.chess960 = true;
        let (white, black) = if round % 2 == 0 {
            (Uci, Cecp)
        } else {
            (Cecp, Uci)
        };
        assert_game(white, black, &setup, &SearchBudget::depth(3), 60);
    }
}

#[test]
fn positions_and_pondering() {
    let mut setup = GameSetup::standard();
    setup.start =
        parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    setup.ponder = true;
    let limits = SearchBudget::move_time(Duration::from_millis(15));
    assert_game(Uci, Uci, &setup, &limits, 12);
    assert_game(Cecp, Uci, &setup, &limits, 12);
}

#[test]
fn the_identity_and_the_options_are_told() {
    for protocol in [Uci, Cecp] {
        let mut player = plumb(protocol);
        let identity = player.identity().clone();
        assert!(identity.name.starts_with("Plumb"), "{identity:?}");
        assert!(!identity.options.is_empty());
        player.set_option("Hash", "8").unwrap();
        player.set_option("Threads", "2").unwrap();
        player.ready().unwrap();
        let error = player.set_option("Wings", "2").unwrap_err();
        assert!(matches!(error, PeerError::BadOption { .. }), "{error}");
        // Every option takes its own default.
        for option in &identity.options {
            let value = match &option.kind {
                OptionKind::Button => String::new(),
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
            };
            player.set_option(&option.name, &value).unwrap();
        }
        player.new_game(&GameSetup::standard()).unwrap();
        let game = Game::new(Position::start());
        assert!(player.go(&game, &SearchBudget::depth(2), PATIENCE).is_ok());
        assert!(player.is_alive() && player.can_be_reused());
    }
}

#[test]
fn analysis_shows_several_lines() {
    let mut player = plumb(Uci);
    let start = parse_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
    let game = Game::new(start);
    player.new_game(&GameSetup::standard()).unwrap();
    let analysis = player
        .analyse(&game, &SearchBudget::depth(4), 3, &[], PATIENCE)
        .unwrap();
    assert_eq!(analysis.best.as_deref(), Some("d1d8"));
    assert_eq!(analysis.lines.len(), 3);
    assert_eq!(analysis.lines[0].pv, ["d1d8"]);
    assert_eq!(
        analysis.lines[0].score,
        Some((ScoreValue::Mate(1), Bound::Exact))
    );
    let depths: Vec<_> = analysis.lines.iter().map(|line| line.depth).collect();
    assert!(depths.iter().all(|depth| *depth == depths[0]), "{depths:?}");
    assert!(analysis.history.len() > 3);
    // Only one move, and afterwards a single line again.
    let moves = ["d1d2".to_owned()];
    let only = player
        .analyse(&game, &SearchBudget::depth(3), 1, &moves, PATIENCE)
        .unwrap();
    assert_eq!((only.best.as_deref(), only.lines.len()), (Some("d1d2"), 1));
    let thought = player.go(&game, &SearchBudget::depth(3), PATIENCE).unwrap();
    assert_eq!(thought.mv(), Some("d1d8"));

    let mut player = plumb(Cecp);
    let error = player.analyse(&game, &SearchBudget::depth(3), 1, &[], PATIENCE);
    assert!(matches!(error, Err(PeerError::Unsupported { .. })));
}

#[test]
fn no_move_is_an_answer() {
    let mut player = plumb(Uci);
    let game = Game::new(parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap());
    let thought = player.go(&game, &SearchBudget::depth(3), PATIENCE).unwrap();
    assert_eq!(thought.answer, plumb::peer::Answer::NoMove);
}

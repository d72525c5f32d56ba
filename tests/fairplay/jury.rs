//! Other engines as judges: figures worked out by hand from a scripted engine,
//! the same record as Plumb's own judge from Plumb at the other end of a pipe,
//! and engines that die, hang or say nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plumb::board::{Color, Game, Position};
use plumb::eval::Weights;
use plumb::fairplay::{
    ClockForm, Depths, EngineJudge, EngineSetup, Judge, LossLook, MoveRecord, Note, PlumbJudge,
    Ply, Profile, SourceGame, TestedSides, Value, Votes, Zigzag, ZigzagRecord, ZigzagSettings,
};
use plumb::notation::{parse_fen, parse_move};
use plumb::peer::{Launch, Protocol};
use plumb::search::Bound;
use plumb_testing::scripted;

fn setup(launch: Launch) -> EngineSetup {
    EngineSetup {
        launch,
        options: Vec::new(),
        patience: Duration::from_secs(60),
    }
}

fn depths() -> Depths {
    Depths {
        multi_pv: 3,
        forced_nodes: 0,
        glance_nodes: 0,
        ..Depths::of(Profile::Screen).with_nodes(1_000)
    }
}

fn scripted_judge(depths: Depths) -> EngineJudge {
    EngineJudge::start(setup(scripted::launch()), depths).unwrap()
}

/// Looks at a move in the start position.
fn look(judge: &mut dyn Judge, played: &str) -> Result<MoveRecord, String> {
    let game = Game::new(Position::start());
    look_at(judge, &game, played)
}

fn look_at(judge: &mut dyn Judge, game: &Game, played: &str) -> Result<MoveRecord, String> {
    let mv = parse_move(game.position(), played).unwrap();
    let record = judge.record(game, mv, &AtomicBool::new(false))?;
    Ok(record.expect("nobody stopped it"))
}

#[test]
fn a_record_worked_out_by_hand() {
    let mut judge = scripted_judge(depths());
    assert_eq!(judge.stamp().engine, "Scripted");
    assert_eq!(judge.stamp().version, "Scripted 1");
    assert!(judge.stamp().settings.contains(" Hash=4 "));
    let record = look(&mut judge, "e2e4").unwrap();
    // Before: reports at 2, 5, 4, 5 and 8; 1 and 3, 6 and 7 take the next deeper.
    let mut levels = vec![30, 30, 35, 35, 28];
    levels.resize(20, 31);
    assert_eq!(record.before.levels, levels);
    assert_eq!(
        (record.before.extrapolated, record.before.seldepth),
        (12, 8)
    );
    assert_eq!(
        (record.before.score, record.before.depth),
        (Value::Cp(31), 5)
    );
    assert_eq!(record.before.nodes, 400);
    let choices = [(1, "d2d4"), (3, "c2c4"), (4, "d2d4")].map(|(d, mv)| (d, mv.to_owned()));
    assert_eq!(record.before.choices, choices);
    assert_eq!(record.before.pv, ["d2d4", "d7d5", "c2c4"]);
    // After: depths stand in for selective depths; mated in 4 is mate in 5.
    let mut levels = vec![22, 17, 17];
    levels.resize(20, 9_995);
    assert_eq!(record.after.levels, levels);
    assert_eq!(
        (record.after.extrapolated, record.after.score),
        (14, Value::Mate(5))
    );
    assert_eq!(record.drop_cp(), 31 - 9_995);
    // The list of depth 4, and the played move at the same depth.
    let listed: Vec<_> = record
        .listed
        .iter()
        .map(|one| (one.mv.as_str(), one.score, one.depth))
        .collect();
    let cp = Value::Cp;
    let expected = [
        ("d2d4", cp(40), 4),
        ("c2c4", cp(33), 4),
        ("e2e4", cp(18), 4),
        ("g1f3", cp(12), 4),
    ];
    assert_eq!((listed.as_slice(), record.depth), (&expected[..], 4));
    assert_eq!((record.listed_loss_cp(), record.legal), (Some(22), 20));
    // Each move alone, at the depth that both reached.
    let look = LossLook {
        depth: 4,
        first_choice: cp(45),
        played: cp(18),
    };
    assert_eq!(record.loss_looks, [look]);
    assert_eq!((record.loss_cp(), record.is_uncertain()), (Some(27), false));
    assert_eq!((record.mates, record.forced), (None, None));
}

#[test]
fn an_engine_that_ignores_searchmoves_is_asked_after_the_move() {
    let record = look(&mut scripted_judge(depths()), "h2h4").unwrap();
    let played = record.played_listed().unwrap();
    assert_eq!((played.score, played.depth), (Value::Cp(-22), 4));
    assert_eq!(record.listed_loss_cp(), Some(62));
    // The searches before and after the move stand in: more than two looks can tell.
    assert_eq!((record.loss_cp(), record.is_uncertain()), (Some(53), true));
}

#[test]
fn the_forced_line_ends_where_a_choice_is_free() {
    let mut judge = scripted_judge(Depths {
        forced_nodes: 8_000,
        ..depths()
    });
    assert_eq!(look(&mut judge, "e2e4").unwrap().forced_plies(), Some(1));
}

#[test]
fn an_only_move_played_without_a_thought_takes_the_score_after_it() {
    let game = Game::new(parse_fen(scripted::ONLY_MOVE).unwrap());
    let record = look_at(&mut scripted_judge(depths()), &game, "Kb8").unwrap();
    let score = Value::Cp(-300);
    assert_eq!((record.legal, record.before.score), (1, score));
    assert_eq!(record.before.choice(), Some("a8b8"));
    assert_eq!(record.before.pv, ["a8b8", "g1g2"]);
    assert_eq!((record.drop_cp(), record.loss_cp()), (0, Some(0)));
    assert_eq!((record.listed.len(), record.listed[0].score), (1, score));
}

#[test]
fn failures_cost_one_look_and_after_three_in_a_row_all() {
    let mut setup = setup(scripted::launch());
    setup.patience = Duration::from_millis(1_500);
    let mut judge = EngineJudge::start(setup, depths()).unwrap();
    let good = look(&mut judge, "e2e4").unwrap();
    for (played, reason) in [
        ("d2d4", "Scripted: ended unexpectedly"),
        ("c2c4", "Scripted: hung: no bestmove"),
        (
            "g1f3",
            "Scripted: gave no exact score in its search after the move",
        ),
    ] {
        let error = look(&mut judge, played).unwrap_err();
        assert!(
            error.starts_with(reason) && !error.contains('\n'),
            "{error}"
        );
        // Started again, and as if nothing had been.
        assert_eq!(look(&mut judge, "e2e4"), Ok(good.clone()));
    }
    for _ in 0..3 {
        look(&mut judge, "d2d4").unwrap_err();
    }
    let error = look(&mut judge, "e2e4").unwrap_err();
    assert!(
        error.contains("given up after 3 failures in a row"),
        "{error}"
    );
}

#[test]
fn what_cannot_start_or_be_set_is_one_line() {
    let nowhere = Launch::new("Nowhere", Protocol::Uci, "/nonexistent/engine");
    let error = EngineJudge::start(setup(nowhere), depths()).err().unwrap();
    assert!(error.starts_with("Nowhere: cannot start"), "{error}");
    let mut wrong = setup(scripted::launch());
    wrong.options.push(("Elo".to_owned(), "3000".to_owned()));
    let error = EngineJudge::start(wrong, depths()).err().unwrap();
    assert!(error.contains("option Elo"), "{error}");
    let single = plumb_testing::pretend::launch(Protocol::Uci, "good");
    let error = EngineJudge::start(setup(single), depths()).err().unwrap();
    assert!(error.contains("the option MultiPV"), "{error}");
    let endless = Depths {
        nodes: None,
        ..depths()
    };
    let error = EngineJudge::start(setup(scripted::launch()), endless).err();
    assert!(
        error
            .unwrap()
            .contains("expected a number of nodes or a depth")
    );
}

#[test]
fn a_stopped_look_is_none() {
    let game = Game::new(Position::start());
    let mv = parse_move(game.position(), "e4").unwrap();
    let mut judge = scripted_judge(depths());
    assert_eq!(judge.record(&game, mv, &AtomicBool::new(true)), Ok(None));
}

#[test]
fn an_interrupted_look_is_none_and_costs_nothing() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut launch = scripted::launch();
    launch.interrupt = Some(Arc::clone(&stop));
    let mut judge = EngineJudge::start(setup(launch), depths()).unwrap();
    let game = Game::new(Position::start());
    // Thinks for ever about the position after c4.
    let mv = parse_move(game.position(), "c4").unwrap();
    let later = Arc::clone(&stop);
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        later.store(true, Ordering::Relaxed);
    });
    let begin = Instant::now();
    assert_eq!(judge.record(&game, mv, &stop), Ok(None));
    assert!(begin.elapsed() < Duration::from_secs(20));
    stopper.join().unwrap();
    stop.store(false, Ordering::Relaxed);
    assert!(look(&mut judge, "e2e4").is_ok());
}

fn plumb_launch() -> Launch {
    Launch::new("Plumb", Protocol::Uci, env!("CARGO_BIN_EXE_plumb"))
}

/// Positions of a game, castling and a mate among them, with the move made.
fn positions() -> Vec<(Game, &'static str)> {
    let moves = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6";
    let mut game = Game::new(Position::start());
    let mut found = Vec::new();
    for text in moves.split(' ') {
        found.push((game.clone(), text));
        let mv = parse_move(game.position(), text).unwrap();
        game.play(mv);
    }
    found.drain(..5);
    let mates = parse_fen("6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1").unwrap();
    found.push((Game::new(mates.clone()), "Rd8#"));
    found.push((Game::new(mates), "h3"));
    found
}

#[test]
fn plumb_over_uci_makes_the_records_of_plumb() {
    // To a depth: at a number of nodes the two ways count a little differently.
    let depths = Depths {
        mate_nodes: 3_000,
        ..depths().with_depth(6)
    };
    let weights = Arc::new(Weights::embedded());
    let mut own = PlumbJudge::new(weights, "test", depths).unwrap();
    let mut other = EngineJudge::start(setup(plumb_launch()), depths).unwrap();
    for (game, played) in positions() {
        let (mut own, mut other) = (
            look_at(&mut own, &game, played).unwrap(),
            look_at(&mut other, &game, played).unwrap(),
        );
        // Over UCI windows that failed are told only after three seconds.
        for record in [&mut own, &mut other] {
            let MoveRecord { before, after, .. } = record;
            let of_one_line = [&mut before.iterations, &mut after.iterations];
            for reports in of_one_line
                .into_iter()
                .chain([&mut record.apart_iterations])
            {
                reports.retain(|one| one.bound == Bound::Exact);
            }
        }
        assert_eq!(other, own, "{played}");
    }
}

#[test]
fn members_of_a_jury_fail_apart() {
    let depths = depths().with_depth(5);
    let plumb = PlumbJudge::new(Arc::new(Weights::embedded()), "test", depths).unwrap();
    let mut members: [Box<dyn Judge>; 2] = [Box::new(scripted_judge(depths)), Box::new(plumb)];
    let names = members.each_ref().map(|one| one.stamp().engine.clone());
    assert_eq!(names, ["Scripted", "Plumb"]);
    let game = Game::new(Position::start());
    let mut records = Vec::new();
    for played in ["e4", "d4"] {
        let mv = parse_move(game.position(), played).unwrap();
        let go = AtomicBool::new(false);
        records.push(members.each_mut().map(|one| one.record(&game, mv, &go)));
    }
    // The first engine dies of the second move; the other's record stays.
    let is_there = |one: &Result<Option<MoveRecord>, String>| matches!(one, Ok(Some(_)));
    let there: Vec<_> = records.iter().flatten().map(is_there).collect();
    assert_eq!(there, [true, true, false, true]);
    let mut votes = Votes::of(2);
    for of_move in &records {
        let of_move = of_move.each_ref().map(|one| one.as_ref().ok()?.as_ref());
        votes.add(&of_move);
    }
    let found = votes.disagreement(1);
    assert_eq!((found.moves, found.engines[1].moves), (1, 2));
    let mv = parse_move(game.position(), "e4").unwrap();
    for member in &mut members {
        let stopped = member.record(&game, mv, &AtomicBool::new(true));
        assert!(!is_there(&stopped));
    }
}

#[test]
fn a_zigzag_through_another_engine_is_the_same_every_time() {
    let mut game = SourceGame {
        shown_names: [None, None],
        notes: Vec::new(),
        file: String::new(),
        number: 1,
        clock_form: ClockForm::default(),
        line: 1,
        tags: Vec::new(),
        start: Position::start(),
        plies: Vec::new(),
    };
    for text in "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6".split(' ') {
        let mv = parse_move(game.before(game.plies.len()).position(), text).unwrap();
        game.plies.push(Ply {
            mv: Some(mv),
            ..Ply::default()
        });
    }
    let settings = ZigzagSettings {
        d: 6,
        d_l: 5,
        d_min: 3,
        lines: 4,
        lost_cp: None,
        quick_nodes: None,
        hash_mb: 1,
    };
    let run = |zigzag: &mut Zigzag| -> Vec<ZigzagRecord> {
        let mut records = Vec::new();
        let go = AtomicBool::new(false);
        let white = TestedSides::One(Color::White);
        let ended = zigzag.run(&game, white, 2, &go, &mut |record| records.push(record));
        assert_eq!(ended, Ok(true));
        records
    };
    let weights = Arc::new(Weights::embedded());
    let own = run(&mut Zigzag::plumb(&weights, "test", settings).unwrap());
    let mut zigzag = Zigzag::engine(setup(plumb_launch()), settings).unwrap();
    let other = run(&mut zigzag);
    assert_eq!(other, run(&mut zigzag));
    let plies: Vec<_> = other
        .iter()
        .map(|record| (record.ply, record.warm_up))
        .collect();
    assert_eq!(plies, [(0, true), (2, false), (4, false), (6, false)]);
    assert!(
        other
            .iter()
            .all(|one| !one.notes.contains(&Note::SingleShort(0)))
    );
    // The same engine on the same table: the same rounds.
    assert_eq!(other, own);
}

#[test]
fn an_engine_that_dies_costs_a_zigzag_its_game_and_no_more() {
    let settings = ZigzagSettings {
        d: 3,
        d_l: 3,
        d_min: 1,
        lines: 3,
        ..ZigzagSettings::default()
    };
    let mut zigzag = Zigzag::engine(setup(scripted::launch()), settings).unwrap();
    let mut run = |moves: &str| {
        let mut game = Game::new(Position::start());
        let ply = |text| {
            let mv = parse_move(game.position(), text).unwrap();
            game.play(mv);
            Ply {
                mv: Some(mv),
                ..Ply::default()
            }
        };
        let game = SourceGame {
            shown_names: [None, None],
            notes: Vec::new(),
            file: String::new(),
            number: 1,
            clock_form: ClockForm::default(),
            line: 1,
            tags: Vec::new(),
            plies: moves.split_whitespace().map(ply).collect(),
            start: Position::start(),
        };
        let mut records = Vec::new();
        let go = AtomicBool::new(false);
        let ended = zigzag.run(&game, TestedSides::Both, 0, &go, &mut |one| {
            records.push(one)
        });
        (ended.map_err(|error| error.to_string()), records)
    };
    let (ended, good) = run("d4");
    assert_eq!((ended, good.len()), (Ok(true), 1));
    assert_eq!(
        (good[0].d, good[0].d_l, good[0].choice()),
        (5, 5, Some("d2d4"))
    );
    // Asked for one line after d4 it dies; the record before stays.
    for _ in 0..2 {
        let (ended, records) = run("d4 d5");
        assert!(
            ended
                .unwrap_err()
                .starts_with("Scripted: ended unexpectedly")
        );
        assert_eq!(records, good);
        assert_eq!(run("d4"), (Ok(true), good.clone()));
    }
    for _ in 0..3 {
        assert!(run("d4 d5").0.is_err());
    }
    let (ended, records) = run("d4");
    assert!(
        ended
            .unwrap_err()
            .contains("given up after 3 failures in a row")
    );
    assert!(records.is_empty());
}

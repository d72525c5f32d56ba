//! Engines that misbehave: each in its own way, each leading to the right
//! error, none leaving a process behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use plumb_chess::board::{Game, Position};
use plumb_chess::notation::{parse_fen, parse_move};
use plumb_protocol::peer::{
    Answer, GameSetup, Launch, PeerError, Protocol, Quit, SearchBudget, Thought, start,
};
use plumb_protocol::protocol::GameResult;
use plumb_testing::games::{PATIENCE, legal_part, play};
use plumb_testing::pretend::{assert_gone, is_running, launch};

use Protocol::{Cecp, Uci};

const BOTH: [Protocol; 2] = [Uci, Cecp];

/// What is waited for in vain need not be waited for long.
const SOON: Duration = Duration::from_millis(300);

fn limits() -> SearchBudget {
    SearchBudget::depth(9)
}

/// Starts a pretender, begins a game and lets it think; after that it must be gone.
fn first_move(launch: &Launch, patience: Duration) -> Result<Thought, PeerError> {
    let mut player = start(launch)?;
    let id = player.process_id();
    let thought = player
        .new_game(&GameSetup::standard())
        .and_then(|()| player.go(&Game::new(Position::start()), &limits(), patience));
    drop(player);
    assert!(!is_running(id), "{}: process {id} lives on", launch.name);
    thought
}

#[test]
fn good_engines_play_whole_games() {
    for (white, black) in [(Uci, Uci), (Uci, Cecp), (Cecp, Cecp)] {
        let mut white = start(&launch(white, "good")).unwrap();
        let mut black = start(&launch(black, "good")).unwrap();
        assert_eq!(white.identity().name, "Pretender 1");
        // Twice: the same processes serve the next game.
        for _ in 0..2 {
            let played = play(
                white.as_mut(),
                black.as_mut(),
                &GameSetup::standard(),
                &limits(),
                60,
            )
            .unwrap();
            assert_eq!(played.stopped_by, None);
            assert!(played.game.ply() == 60 || played.game.outcome().is_some());
        }
        for player in [white, black] {
            let id = player.process_id();
            assert_eq!(player.quit(), Quit::Exited("exit status 0".to_owned()));
            assert_gone(id);
        }
    }
}

#[test]
fn the_last_exact_line_is_kept() {
    let thought = first_move(&launch(Uci, "good"), PATIENCE).unwrap();
    let text = thought.mv().unwrap().to_owned();
    let info = thought.info.unwrap();
    assert_eq!(
        (info.depth, info.nodes, info.time_ms),
        (Some(3), Some(400), Some(6))
    );
    assert_eq!(info.pv, [text]);
    let thought = first_move(&launch(Cecp, "good"), PATIENCE).unwrap();
    let info = thought.info.clone().unwrap();
    assert_eq!(
        (info.depth, info.nodes, info.time_ms),
        (Some(3), Some(345), Some(10))
    );
    assert!(!thought.was_stopped && !thought.offers_draw);
}

#[test]
fn what_uci_engines_say_in_words_is_kept() {
    let game = Game::new(Position::start());
    let remarks = |protocol, behaviour| {
        let mut player = start(&launch(protocol, behaviour)).unwrap();
        player.new_game(&GameSetup::standard()).unwrap();
        if behaviour == "policy" {
            player.set_option("VerboseMoveStats", "true").unwrap();
        }
        player.go_for_remarks(&game, &limits(), PATIENCE)
    };
    assert_eq!(remarks(Uci, "good").unwrap(), [""; 0]);
    let said = remarks(Uci, "policy").unwrap();
    assert_eq!(said.len(), 21);
    assert!(
        said[0].starts_with("a2a3 ") && said[20].starts_with("node "),
        "{said:?}"
    );
    let error = remarks(Cecp, "good").unwrap_err();
    assert!(error.leaves_engine_usable(), "{error}");
}

#[test]
fn a_program_that_is_not_there_is_named_with_its_command() {
    let mut nowhere = Launch::new("Nowhere", Uci, "/no/such/engine");
    nowhere.arguments = vec!["--uci".to_owned(), "two words".to_owned()];
    let error = start(&nowhere).err().unwrap();
    assert_eq!(
        error.to_string(),
        "Nowhere: cannot start `/no/such/engine --uci 'two words'`: program not found"
    );
    let mut lost = launch(Uci, "good");
    lost.directory = Some("/no/such/directory".into());
    let error = start(&lost).err().unwrap().to_string();
    assert!(
        error.ends_with("there is no directory /no/such/directory"),
        "{error}"
    );
}

#[test]
fn crashes_give_their_status_and_last_words() {
    for protocol in BOTH {
        let error = first_move(&launch(protocol, "crash-at-start"), PATIENCE).unwrap_err();
        let PeerError::Crashed { status, stderr, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(
            (status.as_str(), stderr.as_str()),
            ("exit status 3", "cannot find my book")
        );

        let error = first_move(&launch(protocol, "crash-in-go"), PATIENCE).unwrap_err();
        let PeerError::Crashed { doing, stderr, .. } = &error else {
            panic!("{error}");
        };
        assert!(doing.starts_with("go"), "{doing}");
        assert_eq!(stderr, "assertion failed: score < 32000");
        #[cfg(unix)]
        assert!(error.to_string().contains("signal 6, SIGABRT"), "{error}");

        for behaviour in ["exit-in-go", "exit-on-new-game"] {
            let error = first_move(&launch(protocol, behaviour), PATIENCE).unwrap_err();
            let PeerError::Crashed { status, .. } = &error else {
                panic!("{behaviour}: {error}");
            };
            assert_eq!(status, "exit status 0", "{behaviour}");
        }
    }
}

#[test]
fn engines_that_hang_are_given_up() {
    let mut silent = launch(Uci, "hang-at-start");
    silent.timeouts.start = SOON;
    let error = first_move(&silent, PATIENCE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "hang-at-start: hung: no uciok within 300 ms of `uci`"
    );
    for (protocol, awaited) in [(Uci, "bestmove"), (Cecp, "move")] {
        let mut hanging = launch(protocol, "hang-in-go");
        hanging.timeouts.stop = SOON;
        let error = first_move(&hanging, SOON).unwrap_err();
        let PeerError::Hung {
            awaited: found,
            after,
            doing,
            ..
        } = &error
        else {
            panic!("{error}");
        };
        assert_eq!((*found, *after), (awaited, 2 * SOON));
        assert!(doing.starts_with("go"), "{doing}");
    }
    for (protocol, awaited) in [(Uci, "readyok"), (Cecp, "pong")] {
        let mut hanging = launch(protocol, "hang-on-ready");
        (hanging.timeouts.ready, hanging.timeouts.start) = (SOON, 40 * SOON);
        if protocol == Cecp {
            hanging.timeouts.start = SOON;
        }
        let error = first_move(&hanging, PATIENCE).unwrap_err();
        assert!(
            matches!(&error, PeerError::Hung { awaited: found, .. } if *found == awaited),
            "{error}"
        );
    }
}

#[test]
fn an_engine_that_reads_nothing_cannot_block_us() {
    for protocol in BOTH {
        let mut deaf = launch(protocol, "deaf");
        (deaf.timeouts.write, deaf.timeouts.new_game) = (SOON, SOON);
        let mut player = start(&deaf).unwrap();
        let mut error = None;
        // More than any pipe holds.
        for _ in 0..50_000 {
            let name = if protocol == Uci { "Hash" } else { "memory" };
            if let Err(found) = player.set_option(name, "2") {
                error = Some(found);
                break;
            }
        }
        let error = error.expect("the pipe is full some time");
        assert!(
            matches!(
                &error,
                PeerError::Hung {
                    awaited: "reading of its input",
                    ..
                }
            ),
            "{error}"
        );
        // What is broken stays broken, and at once.
        assert_eq!(player.ready(), Err(error));
        let id = player.process_id();
        drop(player);
        assert!(!is_running(id));
    }
}

#[test]
fn floods_and_endless_lines_are_given_up() {
    for protocol in BOTH {
        let error = first_move(&launch(protocol, "flood"), PATIENCE).unwrap_err();
        assert!(matches!(&error, PeerError::Flooded { .. }), "{error}");
        let error = first_move(&launch(protocol, "huge-line"), PATIENCE).unwrap_err();
        let PeerError::Flooded { what, .. } = &error else {
            panic!("{error}");
        };
        assert!(
            what.starts_with("a line of more than 65536 bytes: `xxx"),
            "{what}"
        );
    }
}

#[test]
fn chatter_does_not_outlast_the_deadline() {
    let mut chatter = launch(Uci, "chatter");
    chatter.timeouts.stop = SOON;
    let error = first_move(&chatter, SOON).unwrap_err();
    assert!(
        matches!(
            &error,
            PeerError::Hung {
                awaited: "bestmove",
                ..
            }
        ),
        "{error}"
    );
}

#[test]
#[cfg(unix)]
fn a_closed_output_is_told_from_a_crash() {
    for protocol in BOTH {
        let error = first_move(&launch(protocol, "close-output"), PATIENCE).unwrap_err();
        assert!(
            matches!(&error, PeerError::Closed { pipe: "output", .. }),
            "{error}"
        );
    }
}

#[test]
#[cfg(unix)]
fn what_an_engine_starts_dies_with_it() {
    for protocol in BOTH {
        // The child holds the dead engine's output open.
        let error = first_move(&launch(protocol, "orphan-in-go"), PATIENCE).unwrap_err();
        let PeerError::Crashed { status, stderr, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(status, "exit status 5");
        let child = stderr.lines().find_map(|line| line.strip_prefix("child "));
        let child: u32 = child.unwrap().trim().parse().unwrap();
        assert_ne!(child, 0);
        assert_gone(child);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_an_engine_starts_in_another_session_dies_with_it() {
    for protocol in BOTH {
        let error = first_move(&launch(protocol, "runaway-in-go"), PATIENCE).unwrap_err();
        let child = error
            .stderr()
            .and_then(|text| text.lines().find_map(|line| line.strip_prefix("child ")));
        let child: u32 = child.unwrap().trim().parse().unwrap();
        assert_ne!(child, 0, "setsid is needed");
        assert_gone(child);
    }
}

#[test]
fn an_engine_that_ignores_quit_is_killed() {
    for protocol in BOTH {
        let mut stubborn = launch(protocol, "ignore-quit");
        stubborn.timeouts.quit = SOON;
        let player = start(&stubborn).unwrap();
        let id = player.process_id();
        assert_eq!(player.quit(), Quit::Killed);
        assert!(!is_running(id));
    }
}

#[test]
fn moves_are_handed_on_as_they_are() {
    for protocol in BOTH {
        let thought = first_move(&launch(protocol, "illegal-move"), PATIENCE).unwrap();
        assert_eq!(thought.answer, Answer::Move("e2e5".to_owned()));
        let thought = first_move(&launch(protocol, "broken-pv"), PATIENCE).unwrap();
        let info = thought.info.unwrap();
        assert_eq!(info.pv[0], "h9h9");
        assert_eq!(legal_part(&Game::new(Position::start()), &info.pv).0, 0);
    }
    let thought = first_move(&launch(Uci, "no-move"), PATIENCE).unwrap();
    assert_eq!(thought.answer, Answer::NoMove);
}

#[test]
fn a_late_answer_is_measured_and_marked() {
    for protocol in BOTH {
        let thought = first_move(&launch(protocol, "late-400"), PATIENCE).unwrap();
        assert!(
            thought.elapsed >= Duration::from_millis(390),
            "{:?}",
            thought.elapsed
        );
        assert!(!thought.was_stopped);
        let mut late = launch(protocol, "late-1500");
        late.timeouts.stop = PATIENCE;
        let thought = first_move(&late, SOON).unwrap();
        assert!(thought.was_stopped && thought.elapsed > SOON);
        assert!(thought.mv().is_some());
        let thought = first_move(&launch(protocol, "until-stopped"), SOON).unwrap();
        assert!(thought.was_stopped && thought.info.is_some());
    }
}

#[test]
fn a_limit_that_the_engine_does_not_know_is_seen_to() {
    for protocol in BOTH {
        // It says that it is at depth 3 and waits to be stopped.
        let mut player = start(&launch(protocol, "until-stopped")).unwrap();
        let game = Game::new(Position::start());
        let thought = player.go(&game, &SearchBudget::depth(2), PATIENCE).unwrap();
        assert!(!thought.was_stopped && thought.elapsed < PATIENCE);
    }
    let mut player = start(&launch(Cecp, "good")).unwrap();
    let game = Game::new(Position::start());
    let error = player
        .go(&game, &SearchBudget::nodes(5), PATIENCE)
        .unwrap_err();
    assert!(matches!(error, PeerError::Unsupported { .. }), "{error}");
}

#[test]
fn the_time_of_arrival_counts_not_of_reading() {
    // Nothing fetches the move while it waits; the reader has noted its time.
    let mut player = start(&launch(Cecp, "good")).unwrap();
    let begin = Instant::now();
    player.new_game(&GameSetup::standard()).unwrap();
    let game = Game::new(Position::start());
    let thought = player.go(&game, &limits(), PATIENCE).unwrap();
    assert!(thought.elapsed <= begin.elapsed());
}

#[test]
fn a_move_said_twice_breaks_the_protocol() {
    for protocol in BOTH {
        let mut player = start(&launch(protocol, "move-twice")).unwrap();
        player.new_game(&GameSetup::standard()).unwrap();
        let mut game = Game::new(Position::start());
        let thought = player.go(&game, &limits(), PATIENCE).unwrap();
        let own = parse_move(game.position(), thought.mv().unwrap()).unwrap();
        game.play(own);
        let reply = game.position().legal_moves()[0];
        game.play(reply);
        // So that the second saying has arrived.
        std::thread::sleep(SOON);
        let error = player.go(&game, &limits(), PATIENCE).unwrap_err();
        let PeerError::Violation { line, problem, .. } = &error else {
            panic!("{error}");
        };
        assert!(
            line.contains("move") && problem.contains("not asked for"),
            "{error}"
        );
    }
}

#[test]
fn garbage_is_overlooked_unless_it_is_a_move() {
    let thought = first_move(&launch(Cecp, "garbage"), PATIENCE).unwrap();
    assert!(thought.mv().is_some());
    // In UCI it comes before `uciok`, when nothing but that matters.
    let thought = first_move(&launch(Uci, "garbage"), PATIENCE).unwrap();
    assert!(thought.mv().is_some());
}

#[test]
fn cecp_claims_are_told_apart() {
    let thought = first_move(&launch(Cecp, "resign"), PATIENCE).unwrap();
    assert_eq!(thought.answer, Answer::Resign);
    let thought = first_move(&launch(Cecp, "offer-draw"), PATIENCE).unwrap();
    assert!(thought.offers_draw && thought.mv().is_some());
    let thought = first_move(&launch(Cecp, "claim"), PATIENCE).unwrap();
    let claim = Answer::Claim {
        result: GameResult::Draw,
        comment: "Draw by boredom".to_owned(),
    };
    assert_eq!(thought.answer, claim);
}

#[test]
fn a_draw_is_offered_to_those_who_can_hear_it() {
    let answer = |protocol, behaviour| {
        let mut player = start(&launch(protocol, behaviour)).unwrap();
        player.new_game(&GameSetup::standard()).unwrap();
        let mut game = Game::new(Position::start());
        let first = player.go(&game, &limits(), PATIENCE).unwrap();
        game.play(parse_move(game.position(), first.mv().unwrap()).unwrap());
        let reply = game.position().legal_moves()[0];
        let is_told = player.offer_draw().unwrap();
        game.play(reply);
        let thought = player.go(&game, &limits(), PATIENCE).unwrap();
        let told = player.reproduction().join(" | ");
        assert_eq!(told.contains("| draw | "), is_told, "{told}");
        // The offer was for one move.
        if let Some(text) = thought.mv() {
            game.play(parse_move(game.position(), text).unwrap());
            game.play(game.position().legal_moves()[0]);
            let next = player.go(&game, &limits(), PATIENCE).unwrap();
            assert!(next.mv().is_some(), "{next:?}");
        }
        (is_told, thought.answer == Answer::AcceptDraw)
    };
    assert_eq!(answer(Uci, "good"), (false, false));
    assert_eq!(answer(Cecp, "good"), (true, false));
    assert_eq!(answer(Cecp, "accept-draw"), (true, true));
    assert_eq!(answer(Cecp, "offer-draw"), (true, true));
}

#[test]
fn a_refused_move_is_an_error() {
    let mut player = start(&launch(Cecp, "refuse-moves")).unwrap();
    player.new_game(&GameSetup::standard()).unwrap();
    let mut game = Game::new(Position::start());
    game.play(parse_move(game.position(), "e2e4").unwrap());
    let error = player.go(&game, &limits(), PATIENCE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "refuse-moves: broke the protocol: a legal move was refused: `Illegal move: e2e4`"
    );
}

#[test]
fn engines_of_the_first_version_play_by_the_defaults() {
    let mut old = launch(Cecp, "first-version");
    old.timeouts.features = SOON;
    let mut old = start(&old).unwrap();
    assert!(!old.can_be_reused());
    let mut new = start(&launch(Uci, "good")).unwrap();
    let played = play(
        old.as_mut(),
        new.as_mut(),
        &GameSetup::standard(),
        &limits(),
        20,
    )
    .unwrap();
    assert_eq!((played.stopped_by, played.game.ply()), (None, 20));
}

#[test]
fn an_engine_may_ask_for_time_before_its_features() {
    let mut slow = launch(Cecp, "slow-features");
    slow.timeouts.features = SOON;
    let player = start(&slow).unwrap();
    assert_eq!(player.identity().name, "Pretender 1");
}

#[test]
fn positions_reach_engines_without_setboard() {
    for fen in [
        "4k3/8/8/3q4/8/8/P7/4K3 w - - 0 1",
        "4k3/8/8/3q4/8/8/P7/4K3 b - - 0 1",
    ] {
        let mut setup = GameSetup::standard();
        setup.start = parse_fen(fen).unwrap();
        let mut edited = start(&launch(Cecp, "no-setboard")).unwrap();
        let mut other = start(&launch(Uci, "good")).unwrap();
        let played = play(edited.as_mut(), other.as_mut(), &setup, &limits(), 12).unwrap();
        assert_eq!(played.stopped_by, None, "{fen}");
    }
    let mut setup = GameSetup::standard();
    setup.start = parse_fen("4k3/8/8/8/8/8/P7/4K2R w - - 0 1").unwrap();
    let mut edited = start(&launch(Cecp, "no-setboard")).unwrap();
    let error = edited.new_game(&setup).unwrap_err();
    assert!(error.leaves_engine_usable(), "{error}");
    assert!(edited.new_game(&GameSetup::standard()).is_ok());
}

#[test]
fn another_game_than_the_engine_knows_is_set_up_again() {
    for protocol in BOTH {
        let mut player = start(&launch(protocol, "good")).unwrap();
        player.new_game(&GameSetup::standard()).unwrap();
        for moves in [["e2e4", "e7e5"], ["d2d4", "d7d5"]] {
            let mut game = Game::new(Position::start());
            for text in moves {
                game.play(parse_move(game.position(), text).unwrap());
            }
            let thought = player.go(&game, &limits(), PATIENCE).unwrap();
            let text = thought.mv().unwrap();
            assert!(parse_move(game.position(), text).is_ok(), "{text}");
            let told = player.reproduction().join("\n");
            assert!(told.contains(moves[0]) && told.contains("go"), "{told}");
        }
    }
}

#[test]
fn options_are_checked_before_they_are_sent() {
    let mut player = start(&launch(Cecp, "good")).unwrap();
    for (name, value) in [
        ("hash", "32"),
        ("Threads", "2"),
        ("style", "solid"),
        ("LEARN", "on"),
    ] {
        player.set_option(name, value).unwrap();
    }
    let error = player.set_option("Style", "boring").unwrap_err();
    assert!(error.leaves_engine_usable());
    assert_eq!(
        error.to_string(),
        "good: option Style: expected one of Solid, Wild, found 'boring'"
    );
    player.ready().unwrap();
    let mut player = start(&launch(Uci, "good")).unwrap();
    assert!(player.set_option("Hash", "65").is_err());
    assert!(player.set_option("MultiPV", "2").is_err());
    player.set_option("hash", "64").unwrap();
    player.ready().unwrap();
}

#[test]
fn a_wait_can_be_called_off() {
    let flag = Arc::new(AtomicBool::new(false));
    let mut hanging = launch(Uci, "hang-in-go");
    hanging.interrupt = Some(Arc::clone(&flag));
    let waiting = std::thread::spawn(move || first_move(&hanging, PATIENCE));
    std::thread::sleep(SOON);
    flag.store(true, Ordering::Relaxed);
    let error = waiting.join().unwrap().unwrap_err();
    assert!(matches!(error, PeerError::Interrupted { .. }), "{error}");
}

#[test]
fn the_talk_can_be_followed() {
    let lines = Arc::new(std::sync::Mutex::new(Vec::new()));
    let copy = Arc::clone(&lines);
    let mut followed = launch(Uci, "crash-in-go");
    followed.log = Some(Arc::new(move |direction, _, line: &str| {
        copy.lock().unwrap().push(format!("{direction:?} {line}"));
    }));
    assert!(first_move(&followed, PATIENCE).is_err());
    let lines = lines.lock().unwrap();
    for expected in [
        "Sent uci",
        "Received uciok",
        "Sent position startpos",
        "Sent go depth 9",
    ] {
        assert!(
            lines.iter().any(|line| line == expected),
            "{expected}: {lines:?}"
        );
    }
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("StandardError assertion"))
    );
}

#[test]
fn a_new_game_clears_the_table_where_there_is_a_button() {
    for (behaviour, expected) in [("clear-hash", 2), ("good", 0)] {
        let presses = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&presses);
        let mut followed = launch(Uci, behaviour);
        followed.log = Some(Arc::new(move |_, _, line: &str| {
            let is_press = line == "setoption name Clear Hash";
            counted.fetch_add(usize::from(is_press), Ordering::Relaxed);
        }));
        let mut player = start(&followed).unwrap();
        for _ in 0..2 {
            player.new_game(&GameSetup::standard()).unwrap();
        }
        assert_eq!(presses.load(Ordering::Relaxed), expected, "{behaviour}");
    }
}

#[test]
fn pondering_is_hit_or_missed() {
    let mut player = start(&launch(Uci, "good")).unwrap();
    let mut setup = GameSetup::standard();
    let game = Game::new(Position::start());
    player.new_game(&setup).unwrap();
    assert_eq!(
        player.ponder(&game, "e2e4", &limits()),
        Ok(false),
        "pondering is off"
    );
    setup.ponder = true;
    player.new_game(&setup).unwrap();
    assert_eq!(
        player.ponder(&game, "e2e5", &limits()),
        Ok(false),
        "illegal"
    );
    for played in ["e2e4", "d2d4"] {
        assert_eq!(player.ponder(&game, "e2e4", &limits()), Ok(true));
        let mut game = game.clone();
        game.play(parse_move(game.position(), played).unwrap());
        let thought = player.go(&game, &limits(), PATIENCE).unwrap();
        assert!(parse_move(game.position(), thought.mv().unwrap()).is_ok());
        let told = player.reproduction().join(" | ");
        assert_eq!(told.ends_with("ponderhit"), played == "e2e4", "{told}");
    }
    assert_eq!(player.ponder(&game, "e2e4", &limits()), Ok(true));
    player.end_game(GameResult::Draw, "agreed").unwrap();
    player.ready().unwrap();
}

/// Fairy-Max reads a word that it does not know as a move, and dies of it in half
/// of its starts: an engine gets only what its features allow.
#[test]
fn an_engine_is_told_only_what_its_features_allow() {
    let mut upset = start(&launch(Cecp, "easily-upset")).unwrap();
    let mut other = start(&launch(Cecp, "good")).unwrap();
    let setup = GameSetup {
        opponent: Some("Somebody".to_owned()),
        ..GameSetup::standard()
    };
    for _ in 0..2 {
        let played = play(upset.as_mut(), other.as_mut(), &setup, &limits(), 20).unwrap();
        assert_eq!(played.stopped_by, None);
        assert!(!upset.offer_draw().unwrap());
        upset.end_game(GameResult::Draw, "enough").unwrap();
        other.end_game(GameResult::Draw, "enough").unwrap();
        upset.ready().unwrap();
    }
    let told = other.reproduction().join(" | ");
    for courtesy in ["| computer |", "| name Somebody |"] {
        assert!(told.contains(courtesy), "{told}");
    }
}

#[test]
fn limits_that_an_engine_cannot_keep_are_known_before_it_plays() {
    let upset = start(&launch(Cecp, "easily-upset")).unwrap();
    let error = upset.check_limits(&SearchBudget::nodes(100)).unwrap_err();
    assert!(matches!(error, PeerError::Unsupported { .. }), "{error}");
    assert!(upset.check_limits(&SearchBudget::depth(3)).is_ok());
    let uci = start(&launch(Uci, "good")).unwrap();
    assert!(uci.check_limits(&SearchBudget::nodes(100)).is_ok());
}

/// Is the engine that misbehaves when this program is started again as one.
#[test]
fn pretend_engine() {
    plumb_testing::pretend::run_if_asked();
}

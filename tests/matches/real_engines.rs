//! Games of Plumb against other people's engines, if any are named.
//!
//! `PLUMB_TEST_ENGINES` holds their commands, separated by semicolons, each
//! with its protocol: `uci:gnuchess --uci; cecp:fairymax`. Without it Plumb
//! plays itself. `PLUMB_TEST_PLIES` is how long the games are at most.

use std::time::{Duration, Instant};

use plumb::board::Game;
use plumb::notation::parse_fen;
use plumb::peer::{
    Clocks, GameSetup, Launch, PeerError, Player, Protocol, SearchBudget, SideClock, start,
};
use plumb::protocol::Level;
use plumb_testing::games::{legal_part, play};
use plumb_testing::pretend::assert_gone;

fn engines() -> Vec<Launch> {
    let Ok(list) = std::env::var("PLUMB_TEST_ENGINES") else {
        println!("PLUMB_TEST_ENGINES names no engines: Plumb plays itself");
        return [Protocol::Uci, Protocol::Cecp].map(plumb).to_vec();
    };
    let entries = list.split(';').map(str::trim).filter(|e| !e.is_empty());
    entries.map(engine).collect()
}

fn engine(entry: &str) -> Launch {
    let (protocol, command) = entry.split_once(':').unwrap_or(("", entry));
    let protocol = match protocol.trim() {
        "uci" => Protocol::Uci,
        "cecp" => Protocol::Cecp,
        other => panic!("'{entry}': expected uci: or cecp:, found '{other}'"),
    };
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    let mut launch = Launch::new(command.trim(), protocol, program);
    launch.arguments = words.map(str::to_owned).collect();
    if std::env::var_os("PLUMB_TEST_LOG").is_some() {
        launch.log = Some(std::sync::Arc::new(|direction, _, line: &str| {
            println!("{direction:?} {line}");
        }));
    }
    launch
}

fn plumb(protocol: Protocol) -> Launch {
    let mut launch = Launch::new("Plumb", protocol, env!("CARGO_BIN_EXE_plumb"));
    launch.timeouts.features = Duration::from_secs(60);
    launch
}

/// Plays one game and tells what happened, or what went wrong.
fn game(
    launch: &Launch,
    has_white: bool,
    setup: &GameSetup,
    limits: &SearchBudget,
) -> Result<String, String> {
    let plies = std::env::var("PLUMB_TEST_PLIES").ok();
    let plies = plies.and_then(|plies| plies.parse().ok()).unwrap_or(20);
    let begin = Instant::now();
    let mut them = start(launch).map_err(|error| error.to_string())?;
    let mut us = start(&plumb(Protocol::Uci)).map_err(|error| error.to_string())?;
    let id = them.process_id();
    let (white, black): (&mut dyn Player, &mut dyn Player) = if has_white {
        (them.as_mut(), us.as_mut())
    } else {
        (us.as_mut(), them.as_mut())
    };
    let played = play(white, black, setup, limits, plies);
    let name = them.identity().name.clone();
    let quit = them.quit();
    assert_gone(id);
    let played = match played {
        Err(error @ PeerError::Unsupported { .. }) => return Ok(error.to_string()),
        other => other.map_err(|error| error.to_string())?,
    };
    if let Some(reason) = played.stopped_by {
        return Err(reason);
    }
    let mut position = Game::new(setup.start.clone());
    let (mut moves, mut infos, mut broken, mut slowest) = (0, 0, 0, Duration::ZERO);
    for (thought, mv) in played.thoughts.iter().zip(played.game.moves()) {
        let turn = position.position().turn();
        if turn.fold(true, false) == has_white {
            moves += 1;
            slowest = slowest.max(thought.elapsed);
            if let Some(info) = &thought.info {
                infos += 1;
                let (legal, length) = legal_part(&position, &info.pv);
                broken += usize::from(legal < length);
            }
        }
        if let Some(mv) = mv {
            position.play(*mv);
        }
    }
    Ok(format!(
        "{name}: {} plies, {:?}; its {moves} moves: {infos} with info, {broken} with a broken \
         line, slowest {slowest:?}; {quit:?}; {:?}",
        played.game.ply(),
        played.game.outcome(),
        begin.elapsed()
    ))
}

#[test]
fn each_engine_plays() {
    let mut standard = GameSetup::standard();
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    standard.opponent = Some("Plumb".to_owned());
    let mut from_fen = standard.clone();
    from_fen.start = parse_fen(fen).unwrap();
    let mut black_first = standard.clone();
    black_first.start = parse_fen(&fen.replace(" w ", " b ")).unwrap();
    let mut pondering = standard.clone();
    pondering.ponder = true;
    let time = SearchBudget::move_time(Duration::from_millis(30));
    let side = SideClock {
        left_ms: 500,
        increment_ms: 20,
    };
    let clocks = SearchBudget::clocks(Clocks {
        white: side,
        black: side,
        moves_to_go: None,
    });
    let mut clocked = standard.clone();
    clocked.level = Some(Level {
        moves_per_session: 0,
        base_ms: 1_000,
        increment_ms: 20,
    });
    let games = [
        ("time", true, &standard, time),
        ("time", false, &standard, time),
        ("depth", false, &from_fen, SearchBudget::depth(3)),
        ("nodes", true, &black_first, SearchBudget::nodes(5_000)),
        ("ponder", true, &pondering, time),
        ("clock", false, &clocked, clocks),
    ];
    let mut failures = Vec::new();
    for launch in engines() {
        for (what, has_white, setup, limits) in games {
            match game(&launch, has_white, setup, &limits) {
                Ok(report) => println!("{what}: {report}"),
                Err(problem) => failures.push(format!("{}: {what}: {problem}", launch.name)),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

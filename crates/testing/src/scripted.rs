//! A UCI engine that says what is written here, line for line, whatever it is
//! asked: what is made of its output can be worked out by hand.
//!
//! Like the pretender it is the test program itself, started again. A test
//! program that uses it has, at its root, a test called `scripted_engine` that
//! calls [`run_if_asked`].

use std::io::{BufRead, Write};
use std::process::exit;
use std::time::Duration;

use plumb_protocol::peer::{Launch, Protocol};
use plumb_protocol::protocol::{GoParameters, StartPosition, UciCommand};

/// A position with one legal move, a8b8, which is played without a word.
pub const ONLY_MOVE: &str = "k7/8/1K6/8/8/8/8/6R1 b - - 0 1";

const VARIABLE: &str = "PLUMB_SCRIPTED_ENGINE";

/// How to start the engine; its timeouts are short.
pub fn launch() -> Launch {
    let program = std::env::current_exe().expect("the test program has a path");
    let mut launch = Launch::new("Scripted", Protocol::Uci, program);
    launch.arguments = [
        "scripted_engine",
        "--exact",
        "--nocapture",
        "--test-threads=1",
    ]
    .map(str::to_owned)
    .to_vec();
    launch.environment = vec![(VARIABLE.to_owned(), "1".to_owned())];
    launch.timeouts.stop = Duration::from_millis(200);
    launch
}

/// Is the engine if this process was started as one, and then never returns.
pub fn run_if_asked() {
    if std::env::var(VARIABLE).is_err() {
        return;
    }
    // The test runner has begun a line of its own.
    say("\nScripted");
    let (mut place, mut lines) = (String::new(), 1);
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        match UciCommand::parse(&line) {
            Ok(Some(UciCommand::Uci)) => say(
                "id name Scripted 1\noption name Hash type spin default 1 min 1 max 64\n\
                 option name MultiPV type spin default 1 min 1 max 9\n\
                 option name Style type string default plain\nuciok",
            ),
            Ok(Some(UciCommand::IsReady)) => say("readyok"),
            Ok(Some(UciCommand::SetOption { name, value })) if name == "MultiPV" => {
                lines = value.and_then(|text| text.parse().ok()).unwrap_or(1);
            }
            Ok(Some(UciCommand::Position { start, moves })) => {
                place = moves.join(" ");
                if let StartPosition::Fen(fen) = start {
                    place = format!("{fen} {place}");
                }
            }
            Ok(Some(UciCommand::Go(go))) => say(&answer(place.trim(), lines, &go)),
            Ok(Some(UciCommand::Stop)) if place == "b2b4" => say("bestmove e7e5"),
            Ok(Some(UciCommand::Quit)) => break,
            _ => {}
        }
    }
    exit(0);
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// After the moves `place`, shown so many lines.
fn answer(place: &str, lines: u32, go: &GoParameters) -> String {
    let only: Vec<&str> = go.search_moves.iter().map(String::as_str).collect();
    match (place, lines, only.as_slice()) {
        // Repeated, falling and skipped selective depths, and bounds.
        ("", 1, []) => {
            "info depth 1 seldepth 2 score cp 30 nodes 20 pv d2d4\n\
             info depth 2 seldepth 9 score cp 90 lowerbound nodes 40 pv g1f3\n\
             info depth 2 seldepth 5 score cp 25 nodes 60 pv d2d4 d7d5\n\
             info depth 3 seldepth 4 score cp 35 nodes 90 pv c2c4\n\
             info depth 4 seldepth 5 score cp 28 nodes 200 pv d2d4\n\
             info depth 5 seldepth 8 score cp 31 nodes 400 pv d2d4 d7d5 c2c4\n\
             info depth 6 seldepth 12 score cp 1 upperbound nodes 500 pv d2d4\n\
             bestmove d2d4"
        }
        // The last depth is not finished.
        ("", 3, []) => {
            "info depth 3 multipv 1 score cp 20 pv d2d4\n\
             info depth 3 multipv 2 score cp 10 pv e2e4\n\
             info depth 3 multipv 3 score cp 5 pv c2c4\n\
             info depth 4 multipv 1 score cp 40 pv d2d4\n\
             info depth 4 multipv 2 score cp 33 pv c2c4\n\
             info depth 4 multipv 3 score cp 12 pv g1f3\n\
             info depth 5 multipv 1 score cp 41 pv d2d4\n\
             bestmove d2d4"
        }
        ("", 1, ["e2e4"]) => "info depth 4 score cp 18 pv e2e4 e7e5\nbestmove e2e4",
        // Deeper than the other move went.
        ("", 1, ["d2d4"]) => {
            "info depth 4 score cp 45 pv d2d4\n\
             info depth 5 score cp 33 pv d2d4\nbestmove d2d4"
        }
        // Does not listen, and says what it always says.
        ("", 1, ["h2h4"]) => "info depth 4 score cp 31 pv d2d4\nbestmove d2d4",
        ("h2h4", 1, _) => "info depth 3 score cp 22 pv e7e5\nbestmove e7e5",
        // No selective depth; the opponent is mated in 4.
        ("e2e4", 1, _) => {
            "info depth 1 score cp -22 pv e7e5\n\
             info depth 3 score cp -17 pv c7c5\n\
             info depth 6 score mate -4 pv e7e5 g1f3\nbestmove e7e5"
        }
        // The forced line: 60 ahead, then 29 ahead.
        ("", 2, _) => {
            "info depth 2 multipv 1 score cp 70 pv d2d4\n\
             info depth 2 multipv 2 score cp 10 pv e2e4\nbestmove d2d4"
        }
        ("d2d4", 2, _) => {
            "info depth 2 multipv 1 score cp 29 pv d7d5\n\
             info depth 2 multipv 2 score cp 0 pv g8f6\nbestmove d7d5"
        }
        ("d2d4", 3, _) => {
            "info depth 2 multipv 1 score cp 9 pv d7d5\n\
             info depth 2 multipv 2 score cp 0 pv g8f6\n\
             info depth 2 multipv 3 score cp -8 pv e7e6\nbestmove d7d5"
        }
        ("d2d4", 1, _) => std::process::abort(),
        ("c2c4", 1, _) => loop {
            std::thread::sleep(Duration::from_secs(3600));
        },
        ("b2b4", 1, _) => "info depth 2 score cp 4 pv e7e5",
        ("g1f3", 1, _) => "bestmove e7e5",
        // An only move is played without a thought; the reply to it is not.
        (place, ..) if place.starts_with(ONLY_MOVE) && !place.ends_with("a8b8") => "bestmove a8b8",
        _ => "info depth 2 score cp 300 pv g1g2\nbestmove g1g2",
    }
    .to_owned()
}

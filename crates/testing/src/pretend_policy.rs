//! A program that answers with a made-up model of choice over lines of JSON, and misbehaves on
//! demand. It is the test program itself, as an engine of `pretend` is.
//!
//! What the test runner prints before a test begins would be noise in the protocol, so a shell
//! puts the pipe aside until then.

use std::fs::File;
use std::io::{BufRead, Write};
use std::process::exit;
use std::time::Duration;

use super::pretend::{ARGUMENTS, VARIABLE};
use plumb_chess::board::Game;
use plumb_chess::notation::{
    CastlingStyle, FenStyle, parse_fen, parse_uci_move, to_fen, to_uci_move,
};
use serde_json::{Value, json};

/// The pipe to who started it.
const OUTPUT: &str = "/dev/fd/3";

/// The command line of a program that behaves like this.
///
/// `good` answers by its made-up model. At its start: `exit-at-start`, `early` (prints a
/// line that nobody asked for), `error-at-start` (says why, and exits). When asked: `error`,
/// `exit`, `hang`, `deaf`, `noise`, `nan`, `negative`, `illegal`, `nothing`, `huge-line`,
/// `orphan` (hangs, as its child does).
pub fn command(behaviour: &str) -> String {
    let program = std::env::current_exe().expect("the test program has a path");
    let (program, arguments) = (program.display(), ARGUMENTS.join(" "));
    let script =
        format!("export {VARIABLE}=policy:{behaviour}; exec \"$0\" \"$@\" 3>&1 >/dev/null");
    format!("sh -c '{script}' '{program}' {arguments}")
}

/// The chances of the made-up model, one for each of `moves` legal moves: the later, the less
/// likely, the more so the higher the rating.
pub fn chances(moves: usize, rating: f64) -> Vec<f64> {
    (0..moves)
        .map(|index| (-(index as f64) * rating / 10_000.0).exp())
        .collect()
}

/// Is the program until its input ends.
pub(super) fn run(behaviour: &str) {
    let mut output = File::options().write(true).open(OUTPUT).expect("a pipe");
    let mut say = |line: &str| {
        let _ = writeln!(output, "{line}");
    };
    match behaviour {
        "exit-at-start" => {
            eprintln!("no network");
            exit(4);
        }
        "early" => say("Loading the network"),
        "error-at-start" => {
            say(r#"{"error": "the weights are missing"}"#);
            exit(1);
        }
        "deaf" => std::thread::sleep(Duration::from_secs(600)),
        _ => {}
    }
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { exit(0) };
        match behaviour {
            "error" => say(r#"{"error": "not this position"}"#),
            "exit" => {
                eprintln!("out of memory");
                exit(5);
            }
            "hang" => std::thread::sleep(Duration::from_secs(600)),
            "orphan" => {
                let sleep = std::process::Command::new("sleep").arg("600").spawn();
                eprintln!("child {}", sleep.map_or(0, |child| child.id()));
                std::thread::sleep(Duration::from_secs(600));
            }
            "noise" => say("evaluating 20 moves"),
            "nan" => say(r#"{"moves": {"e2e4": NaN}}"#),
            "negative" => say(r#"{"moves": {"e2e4": -0.5}}"#),
            "illegal" => say(r#"{"moves": {"e2e5": 1}}"#),
            "nothing" => say(r#"{"moves": {}}"#),
            "huge-line" => say(&"x".repeat(1 << 20)),
            _ => say(&answer(&line).unwrap_or_else(|| r#"{"error": "a bad request"}"#.into())),
        }
    }
}

/// The answer to a request; nothing where its parts do not go together.
fn answer(line: &str) -> Option<String> {
    let request: Value = serde_json::from_str(line).ok()?;
    let mut game = Game::new(parse_fen(request["start_fen"].as_str()?).ok()?);
    for mv in request["moves"].as_array()? {
        game.play(parse_uci_move(game.position(), mv.as_str()?)?);
    }
    let position = game.position();
    let style = CastlingStyle::natural(game.start());
    let legal = position.legal_moves();
    let legal: Vec<String> = legal
        .iter()
        .map(|&mv| to_uci_move(position, mv, style))
        .collect();
    request["opponent_elo"].as_f64()?;
    let is_right = request["fen"].as_str()? == to_fen(position, FenStyle::XFen)
        && request["legal"] == json!(legal);
    let chances = chances(legal.len(), request["elo"].as_f64()?);
    let moves: serde_json::Map<String, Value> = legal
        .into_iter()
        .zip(chances.into_iter().map(Value::from))
        .collect();
    is_right.then(|| json!({ "moves": moves }).to_string())
}

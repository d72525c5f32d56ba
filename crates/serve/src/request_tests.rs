//! A request is the same value whether it comes from the command line, from a session or over
//! HTTP.

use std::ops::RangeInclusive;

use clap::{Args, Command};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::fields::Fields;
use super::limits::ServiceLimits;
use plumb_coach::analysis::AnalyseRequest;
use plumb_protocol::request::{PositionRequest, Request, parse_words};

const FENS: [&str; 3] = [
    "startpos",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "8/8/8/8/8/5k2/5p2/5K2 w - -",
];
const MOVES: [&str; 5] = ["e2e4", "Nf3", "O-O", "e7e8q", "exd6"];

/// JSON members of which each may be left out.
fn position() -> impl Strategy<Value = Map<String, Value>> {
    let moves = prop::collection::vec(select(&MOVES[..]), 0..4);
    let members = (option::of(select(&FENS[..])), option::of(moves));
    members.prop_map(|(fen, moves)| {
        let fen = fen.map(|fen| ("fen".to_owned(), json!(fen)));
        let moves = moves.map(|moves| ("moves".to_owned(), json!(moves)));
        fen.into_iter().chain(moves).collect()
    })
}

fn number(
    name: &'static str,
    bounds: RangeInclusive<u64>,
) -> impl Strategy<Value = (&'static str, u64)> {
    bounds.prop_map(move |number| (name, number))
}

fn analysis() -> impl Strategy<Value = Map<String, Value>> {
    let effort = prop_oneof![
        number("nodes", 1..=5_000_000),
        number("depth", 1..=200),
        number("seldepth", 1..=200),
        number("movetime_ms", 1..=10_000),
    ];
    let numbers = (
        option::of(effort),
        option::of(number("multipv", 2..=256)),
        option::of(number("levels", 1..=100)),
        option::of(number("forced_margin_cp", 1..=10_000)),
    );
    let played = option::of(select(&MOVES[..]));
    (position(), played, numbers).prop_map(|(mut members, played, (one, two, three, four))| {
        let numbers = [one, two, three, four].into_iter().flatten();
        members.extend(numbers.map(|(name, number)| (name.to_owned(), json!(number))));
        members.extend(played.map(|played| ("played".to_owned(), json!(played))));
        members
    })
}

/// The option of a member, and its value as one text.
fn option_of(member: &str, value: &Value) -> (String, String) {
    let name = match member {
        "movetime_ms" => "movetime",
        "forced_margin_cp" => "margin",
        name => name,
    };
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(texts) => {
            let texts: Vec<&str> = texts.iter().filter_map(Value::as_str).collect();
            texts.join(" ")
        }
        number => number.to_string(),
    };
    (name.to_owned(), text)
}

/// Reads the members by all three ways.
fn all_ways<T: Request + Args>(members: &Map<String, Value>) -> [T; 3] {
    let mut arguments = vec!["plumb".to_owned()];
    let mut words = String::new();
    for (member, value) in members {
        let (name, text) = option_of(member, value);
        match (name.as_str(), text.as_str()) {
            ("fen", "startpos") => words.push_str(" startpos"),
            _ => words.push_str(&format!(" {name} {text}")),
        }
        arguments.push(match name.as_str() {
            "fen" => text,
            _ => format!("--{name}={text}"),
        });
    }
    let command = T::augment_args(Command::new("plumb"));
    let matches = command.try_get_matches_from(arguments).unwrap();
    let body = Value::Object(members.clone()).to_string();
    let fields = Fields::parse(body.as_bytes()).unwrap();
    [
        T::from_arg_matches(&matches).unwrap(),
        parse_words(&words).unwrap(),
        fields.request(&ServiceLimits::default()).unwrap(),
    ]
}

proptest! {
    #[test]
    fn positions_are_the_same_by_every_way(members in position()) {
        let [command_line, session, http] = all_ways::<PositionRequest>(&members);
        prop_assert_eq!(&command_line, &session);
        prop_assert_eq!(&command_line, &http);
    }

    #[test]
    fn analyses_are_the_same_by_every_way(members in analysis()) {
        let [command_line, session, http] = all_ways::<AnalyseRequest>(&members);
        prop_assert_eq!(&command_line, &session);
        prop_assert_eq!(&command_line, &http);
    }
}

//! A request is the same value whether it comes from the command line, from a session or over
//! HTTP. Members are drawn from the request's own schema.

use std::fmt::Debug;

use clap::{Args, Command};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::fields::Fields;
use super::limits::ServiceLimits;
use super::request_reader::request_schema;
use plumb_coach::analysis::AnalyseRequest;
use plumb_coach::explain::ExplainRequest;
use plumb_coach::review::ReviewRequest;
use plumb_counterfactual::WindowRequest;
use plumb_fairplay::FairplayRequest;
use plumb_protocol::request::{EvalDiffRequest, Fen, PositionRequest, Request, parse_words};

const FENS: [&str; 3] = [
    "startpos",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "8/8/8/8/8/5k2/5p2/5K2 w - -",
];
const MOVES: [&str; 5] = ["e2e4", "Nf3", "O-O", "e7e8q", "exd6"];
const DATES: [&str; 3] = ["1857", "1857.11", "1857.11.02"];

/// A value that a schema allows.
fn value_of(schema: &Value) -> BoxedStrategy<Value> {
    let bound = |name: &str| schema[name].as_u64().unwrap();
    let texts = |texts: &[&'static str]| select(texts.to_vec()).prop_map(|text| json!(text));
    if let Some(names) = schema["enum"].as_array() {
        return select(names.clone()).boxed();
    }
    match (schema["type"].as_str().unwrap(), schema["format"].as_str()) {
        ("integer", _) => (bound("minimum")..=bound("maximum"))
            .prop_map(|number| json!(number))
            .boxed(),
        ("number", _) => (0.0..=schema["maximum"].as_f64().unwrap())
            .prop_map(|number| json!(number))
            .boxed(),
        ("boolean", _) => any::<bool>().prop_map(|flag| json!(flag)).boxed(),
        ("array", _) => prop::collection::vec(value_of(&schema["items"]), 1..4)
            .prop_map(|items| json!(items))
            .boxed(),
        (_, Some("fen")) => texts(&FENS).boxed(),
        (_, Some("chess-move")) => texts(&MOVES).boxed(),
        (_, Some("pgn-date")) => texts(&DATES).boxed(),
        _ => texts(&["Anderssen, A", "7"]).boxed(),
    }
}

/// JSON members of a request, each of which may be left out; without those that only one
/// border has.
fn members<T: Request>(except: &[&str]) -> impl Strategy<Value = Map<String, Value>> + use<T> {
    let schema = request_schema::<T>(&ServiceLimits::default());
    let properties = schema["properties"].as_object().unwrap();
    let shared = properties
        .iter()
        .filter(|(name, _)| !except.contains(&name.as_str()));
    let strategies: Vec<_> = shared
        .map(|(name, schema)| (Just(name.clone()), option::of(value_of(schema))))
        .collect();
    strategies.prop_map(|members| {
        let there = members
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        let mut members: Map<String, Value> = there.collect();
        for names in T::EXCLUSIVE {
            let there: Vec<&&str> = names
                .iter()
                .filter(|name| members.contains_key(**name))
                .collect();
            for name in there.into_iter().skip(1) {
                members.remove(*name);
            }
        }
        members
    })
}

/// The option of a member.
fn option_of(member: &str) -> String {
    match member {
        "movetime_ms" => "movetime".to_owned(),
        "forced_margin_cp" => "margin".to_owned(),
        "second_pass" => "no-second-pass".to_owned(),
        name => name.replace('_', "-"),
    }
}

/// A member as arguments.
fn arguments_of(member: &str, value: &Value) -> Vec<String> {
    let option = option_of(member);
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    match (member, value) {
        ("fen", _) => vec![text(value)],
        ("moves", Value::Array(moves)) => {
            let moves: Vec<String> = moves.iter().map(text).collect();
            vec![format!("--moves={}", moves.join(" "))]
        }
        (_, Value::Array(values)) => {
            let argument = |value| format!("--{option}={}", text(value));
            values.iter().map(argument).collect()
        }
        (_, Value::Bool(flag)) => {
            let is_given = *flag != (member == "second_pass");
            is_given
                .then(|| format!("--{option}"))
                .into_iter()
                .collect()
        }
        (_, value) => vec![format!("--{option}={}", text(value))],
    }
}

/// Reads the members as arguments and as JSON.
fn both<T: Request + Args>(members: &Map<String, Value>) -> [T; 2] {
    let given = members
        .iter()
        .flat_map(|(name, value)| arguments_of(name, value));
    let arguments = ["plumb".to_owned()].into_iter().chain(given);
    let command = T::augment_args(Command::new("plumb"));
    let matches = command.try_get_matches_from(arguments).unwrap();
    let body = Value::Object(members.clone()).to_string();
    let fields = Fields::parse(body.as_bytes()).unwrap();
    [
        T::from_arg_matches(&matches).unwrap(),
        fields.request(&ServiceLimits::default()).unwrap(),
    ]
}

/// Reads the members by all three ways.
fn assert_same<T: Request + Args + Debug + PartialEq>(members: &Map<String, Value>) {
    let [command_line, http] = both::<T>(members);
    let words = members.iter().flat_map(|(name, value)| {
        arguments_of(name, value).into_iter().map(move |argument| {
            match (name.as_str(), argument.as_str()) {
                ("fen", "startpos") => argument,
                ("fen", fen) => format!("fen {fen}"),
                (_, option) => option.trim_start_matches("--").replacen('=', " ", 1),
            }
        })
    });
    let words: Vec<String> = words.collect();
    let session: T = parse_words(&words.join(" ")).unwrap();
    assert_eq!(command_line, session);
    assert_eq!(command_line, http);
}

proptest! {
    #[test]
    fn positions_are_the_same_by_every_way(members in members::<PositionRequest>(&["pgn", "ply"])) {
        assert_same::<PositionRequest>(&members);
    }

    #[test]
    fn analyses_are_the_same_by_every_way(members in members::<AnalyseRequest>(&["pgn", "ply"])) {
        assert_same::<AnalyseRequest>(&members);
    }

    // Sessions and the command line have the position and the move as words of their own.
    #[test]
    fn explanations_are_the_same_by_every_way(
        members in members::<ExplainRequest>(&["fen", "moves", "pgn", "ply", "played"]),
    ) {
        assert_same::<ExplainRequest>(&members);
    }

    #[test]
    fn evaluation_differences_are_the_same_by_both_ways(fens in [select(&FENS[..]), select(&FENS[..])]) {
        let [fen, after] = fens;
        let body = json!({ "fen": fen, "after": after }).to_string();
        let fields = Fields::parse(body.as_bytes()).unwrap();
        let http: EvalDiffRequest = fields.request(&ServiceLimits::default()).unwrap();
        let [before, after] = fens.map(|fen| fen.parse::<Fen>().unwrap());
        prop_assert_eq!(EvalDiffRequest::between(before, after), http);
    }

    #[test]
    fn reviews_are_the_same_by_both_ways(members in members::<ReviewRequest>(&[])) {
        let [command_line, http] = both::<ReviewRequest>(&members);
        prop_assert_eq!(command_line, http);
    }

    #[test]
    fn windows_are_the_same_by_both_ways(members in members::<WindowRequest>(&["pgn", "policy"])) {
        let [command_line, http] = both::<WindowRequest>(&members);
        prop_assert_eq!(command_line, http);
    }

    #[test]
    fn fair_play_runs_are_the_same_by_both_ways(members in members::<FairplayRequest>(&[])) {
        let [command_line, http] = both::<FairplayRequest>(&members);
        prop_assert_eq!(command_line, http);
    }
}

//! The nine networks that CSSLab publishes at <https://github.com/CSSLab/maia-chess>, where
//! `PLUMB_MAIA` names their folder, against an independent evaluation.
//!
//! `reference.json` has a position of a game a line: the network's rating, the start (empty for
//! the usual one), the moves from there, and the logit of each legal move. The logits come from an
//! evaluation in numpy and python-chess that shares no code with Plumb's; the positions are from
//! games before 1990, chosen by chance among those that can castle, promote, repeat and so on, and
//! four of other starts.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use super::game;
use plumb_chess::notation::{CastlingStyle, to_uci_move};
use plumb_maia::Network;
use serde_json::Value;

/// None where the variable is not set.
fn network(rating: u64) -> Option<Network> {
    let folder = PathBuf::from(std::env::var_os("PLUMB_MAIA")?);
    let path = folder.join(format!("maia-{rating}.pb.gz"));
    let file = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(Network::read(&file).unwrap())
}

#[test]
fn published_networks_have_the_logits_of_an_independent_evaluation() {
    let lines: Value = serde_json::from_str(include_str!("reference.json")).unwrap();
    let mut networks = BTreeMap::new();
    let (mut most, mut most_probability) = (0.0_f64, 0.0_f64);
    for line in lines.as_array().unwrap() {
        let rating = line["network"].as_u64().unwrap();
        if let std::collections::btree_map::Entry::Vacant(entry) = networks.entry(rating) {
            let Some(network) = network(rating) else {
                return;
            };
            entry.insert(network);
        }
        let game = game(
            line["fen"].as_str().unwrap(),
            line["moves"].as_str().unwrap(),
        );
        let style = CastlingStyle::natural(game.start());
        let expected = line["logits"].as_object().unwrap();
        let found = networks[&rating].logits(&game);
        assert_eq!(found.len(), expected.len(), "{}", line["position"]);
        let of = |mv| {
            let text = to_uci_move(game.position(), mv, style);
            expected[&text].as_f64().unwrap()
        };
        let sum: f64 = found.iter().map(|(mv, _)| of(*mv).exp()).sum();
        let probabilities = networks[&rating].probabilities(&game);
        for ((mv, logit), (_, probability)) in found.iter().zip(probabilities) {
            let (difference, expected) = ((logit - of(*mv)).abs(), of(*mv).exp() / sum);
            assert!(difference < 2e-4, "{}: {mv:?} {logit}", line["position"]);
            assert!((probability - expected).abs() < 1e-4);
            most = most.max(difference);
            most_probability = most_probability.max((probability - expected).abs());
        }
    }
    assert_eq!(networks.len(), 9);
    println!("largest difference: {most:.1e} of a logit, {most_probability:.1e} of a probability");
}

/// Prints the time; `cargo test -p plumb-maia time -- --nocapture`.
#[test]
fn an_answer_takes_little_time() {
    let Some(network) = network(1500) else {
        return;
    };
    let game = game("", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6");
    let rounds = plumb_testing::quick_or_thorough(20, 500);
    let start = Instant::now();
    for _ in 0..rounds {
        assert!(!network.logits(&game).is_empty());
    }
    let ms = start.elapsed().as_secs_f64() * 1e3 / f64::from(rounds);
    println!("{ms:.2} ms a position");
}

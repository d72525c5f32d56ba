//! Networks of Maia as a policy: their files, and ratings between them.

use std::fs;

use super::policies::{ask_rated, game};
use plumb_chess::board::Move;
use plumb_counterfactual::{History, MaiaPolicy, Policy, shares_of_legal_moves};
use plumb_testing::network::Invented;
use plumb_testing::packed::gzip;
use plumb_testing::scratch::Scratch;

const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6";

fn error(names: &str) -> String {
    let error = MaiaPolicy::open(names).err().expect("an error").to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

fn answer(names: &str, rating: f64) -> Vec<(Move, f64)> {
    let mut policy = MaiaPolicy::open(names).unwrap();
    ask_rated(&mut policy, &game("", MOVES), rating).unwrap()
}

fn assert_mean(found: &[(Move, f64)], parts: [(f64, &[(Move, f64)]); 2]) {
    let [(lower_part, lower), (upper_part, upper)] = parts;
    assert_eq!(found.len(), lower.len());
    for ((found, lower), upper) in found.iter().zip(lower).zip(upper) {
        let mean = lower_part * lower.1 + upper_part * upper.1;
        assert!(found.0 == lower.0 && found.0 == upper.0);
        assert!((found.1 - mean).abs() < 1e-12);
    }
}

#[test]
fn between_two_networks_probabilities_follow_the_rating() {
    let scratch = Scratch::new("maia-ratings");
    let files = [(3, 1_900), (1, 1_100), (2, 1_500)].map(|(seed, rating)| {
        let file = scratch.path(&format!("maia-{rating}.pb.gz"));
        fs::write(&file, gzip(&Invented::new(seed, 16, 1, 4).file())).unwrap();
        file
    });
    let all = files.join(",");
    let [high, low, middle] = &files;
    let [at_high, at_low, at_middle] = [high, low, middle].map(|file| answer(file, 1_300.0));
    assert_ne!(at_low, at_middle);
    // Beyond the ends, and at a network's own rating, it answers alone.
    for (rating, alone) in [
        (0.0, &at_low),
        (1_100.0, &at_low),
        (1_500.0, &at_middle),
        (1_900.0, &at_high),
        (3_000.0, &at_high),
    ] {
        assert_eq!(answer(&all, rating), *alone, "{rating}");
    }
    assert_mean(
        &answer(&all, 1_200.0),
        [(0.75, &at_low), (0.25, &at_middle)],
    );
    assert_mean(&answer(&all, 1_700.0), [(0.5, &at_middle), (0.5, &at_high)]);

    let folder = fs::canonicalize(low).unwrap();
    let folder = folder.parent().unwrap().to_str().unwrap();
    fs::write(scratch.path("notes.txt"), "not a network").unwrap();
    let policy = MaiaPolicy::open(folder).unwrap();
    assert_eq!(policy.name(), "maia 1100, 1500, 1900");
    assert_eq!(policy.history(), History::Game);
    let mut other = policy.for_another_thread().unwrap();
    let game = game("", MOVES);
    let found = ask_rated(&mut *other, &game, 1_700.0).unwrap();
    assert_eq!(found, answer(&all, 1_700.0));
    let legal: Vec<Move> = game.position().legal_moves().iter().copied().collect();
    assert!(shares_of_legal_moves(game.position(), &legal, &found).is_ok());
}

#[test]
fn files_that_are_not_usable_are_named() {
    let scratch = Scratch::new("maia-files");
    let file = |name: &str, bytes: &[u8]| {
        let path = scratch.path(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let network = Invented::new(1, 16, 1, 4).file();
    let missing = scratch.path("maia-1000.pb.gz");
    assert!(error(&missing).starts_with(&format!("cannot read {missing}: ")));
    let unrated = file("maia.pb", &network);
    assert!(error(&unrated).starts_with(&format!("{unrated} has no rating in its name")));
    let pgn = file("game-1500.pgn", b"1. e4 *");
    assert!(error(&pgn).starts_with(&format!("{pgn}: not a network of Lc0")));
    let first = file("maia-1500.pb", &network);
    let second = file("other-1500.pb", &network);
    let twice = error(&format!("{second},{first}"));
    assert!(twice.starts_with(&format!("{first} and {second} both have the rating 1500")));
    let folder = scratch.path("empty");
    fs::create_dir(&folder).unwrap();
    assert!(error(&folder).starts_with(&format!("{folder} has no network of Maia")));
    let large = file("maia-1600.pb", &vec![0; (16 << 20) + 1]);
    assert!(error(&large).contains("expected at most 16 MiB"));
    assert!(error(&format!("{first},")).starts_with("cannot read "));
}

/// The nine published networks, where `PLUMB_MAIA` names their folder.
#[test]
fn published_networks_are_read_from_their_folder() {
    let Ok(folder) = std::env::var("PLUMB_MAIA") else {
        return;
    };
    let policy = MaiaPolicy::open(&folder).unwrap();
    assert_eq!(
        policy.name(),
        "maia 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900"
    );
    let of = |rating: f64| answer(&folder, rating);
    assert_mean(&of(1_125.0), [(0.75, &of(1_100.0)), (0.25, &of(1_200.0))]);
}

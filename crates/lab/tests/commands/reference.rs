//! `plumb-lab reference`: a table from a run of honest play, and a report that compares
//! with it.

use std::fs;

use serde_json::json;

use plumb_testing::pgn::old_games;
use plumb_testing::program::{self, printed};
use plumb_testing::scratch::Scratch;

#[test]
fn a_table_is_made_from_a_run_and_compared_with() {
    let scratch = Scratch::new("reference");
    let [games, parts, run, tables] =
        ["games.pgn", "parts.toml", "run", "tables"].map(|name| scratch.path(name));
    fs::write(&games, old_games(2, 30)).unwrap();
    let all = ["--parts", "all=9,few=1", "--out", &parts];
    printed(&[&["train", "split", &games][..], &all].concat());
    let part = format!("{parts}:all");
    let screen = ["--profile", "screen", "--part", &part, "--out", &run];
    printed(&[&["fairplay", &games][..], &screen].concat());

    let reference = ["reference", &run, "--noise", &run];
    let table = printed(&reference);
    assert_eq!(printed(&reference), table, "the same again");
    for made in [
        "#   plumb fairplay games.pgn --part parts.toml:all --profile screen --out HONEST\n",
        "#   plumb fairplay games.pgn --part parts.toml:all --profile screen --out SELFPLAY\n",
        "#   plumb-lab reference HONEST --noise SELFPLAY\n",
    ] {
        assert!(table.contains(made), "{table}");
    }

    fs::create_dir(&tables).unwrap();
    fs::write(format!("{tables}/fairplay_screen.toml"), &table).unwrap();
    let compared = |text: &str| {
        let games = scratch.path("others.pgn");
        fs::write(&games, text).unwrap();
        let report = ["--profile", "screen", "--format", "jsonl", &games];
        let report = printed(&[&["--tables", &tables, "fairplay"][..], &report].concat());
        program::json(report.lines().next().unwrap())["reference"].clone()
    };
    let beside = compared("[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n");
    assert_eq!(
        (&beside["sides"], &beside["players"]),
        (&json!(4), &json!(3))
    );
    assert_eq!(beside["left_out"], json!({ "players": 0, "sides": 0 }));
    // Nobody is compared with himself.
    let beside = compared("[White \"Player 1\"]\n[Black \"B\"]\n\n1. e4 e5 *\n");
    assert_eq!(beside["left_out"], json!({ "players": 1, "sides": 2 }));
}

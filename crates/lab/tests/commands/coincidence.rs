//! How many sides of honest games a threshold would accuse, as users meet it.

use std::fs;

use plumb_testing::pgn::old_games;
use plumb_testing::program::{plumb, printed};
use plumb_testing::scratch::Scratch;

#[test]
fn thresholds_are_counted_and_remarkable_games_looked_at_deeper() {
    let scratch = Scratch::new("train-coincidence");
    let [games, drawn, deeper, screen] =
        ["games.pgn", "drawn", "deeper.pgn", "screen"].map(|name| scratch.path(name));
    fs::write(&games, old_games(4, 40)).unwrap();
    let records = ["train", "records", "--everybody", "--moves", "300", "--out"];
    printed(&[&records[..], &[&drawn, &games]].concat());

    let of_run = ["train", "coincidence", "--people", &drawn];
    let said = printed(&of_run);
    assert!(
        said.starts_with("4 games, 8 sides with enough moves"),
        "{said}"
    );
    let all = row(&said, "| 10 and more");
    assert_eq!(all[2], "8");
    // Nobody of them is accused.
    assert_eq!(all[6], "0 (0.0 to 36.9 %)", "{said}");
    let border = row(&said, "| 10 |");
    assert_eq!(border[2], all[8], "the lowest AE of all: {said}");
    // A longer book leaves fewer moves.
    let said = printed(&[&of_run[..], &["--book-plies", "20"]].concat());
    assert_eq!(
        row(&said, "| 10 and more")[2..],
        row(&said, "| 10 to 14")[2..]
    );

    let wanted = ["--deeper", &deeper, "--lowest", "1"];
    let said = printed(&[&of_run[..], &wanted].concat());
    assert!(said.contains("1 game to look at deeper"), "{said}");
    let text = fs::read_to_string(&deeper).unwrap();
    assert_eq!(text.matches("[Event ").count(), 1, "{text}");
    let original = fs::read_to_string(&games).unwrap();
    let is_move = |word: &&str| !word.ends_with('.');
    let moves = |text: &str| {
        let words = text.split_whitespace().filter(is_move);
        words.collect::<Vec<_>>().join(" ")
    };
    let first = text.split("\n\n").nth(1).unwrap();
    assert!(moves(&original).contains(&moves(first)), "{text}");

    // A run of fair play says the same of that game, as its lists are the same.
    let fairplay = [
        "fairplay",
        "--rules",
        "barnes",
        "--profile",
        "screen",
        "--no-second-pass",
    ];
    let of_list = ["--book-plies", "16", "--out", &screen, &deeper];
    printed(&[&fairplay[..], &of_list].concat());
    let said = printed(&["train", "coincidence", "--people", &screen]);
    assert!(said.starts_with("1 game, 2 sides"), "{said}");
    assert_eq!(row(&said, "| 10 and more")[8], all[8], "{said}");

    for (arguments, says) in [
        (vec!["--people", &games[..]], "no run is there"),
        (
            vec!["--people", &drawn, "--rules", "fide"],
            "expected barnes",
        ),
        (
            vec!["--people", &drawn, "--rules", "plumb"],
            "expected --rules barnes",
        ),
        (
            vec!["--people", &drawn, "--book-plies", "200"],
            "no side of a game",
        ),
        (
            vec!["--people", &drawn, "--deeper", &games],
            "is there already",
        ),
        (vec!["--people", &drawn, "--lowest", "3"], "--deeper"),
    ] {
        let output = plumb(&[&["train", "coincidence"][..], &arguments].concat(), "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(says), "{error}");
    }
}

/// The cells of the row that begins so.
fn row(said: &str, begin: &str) -> Vec<String> {
    let found = said.lines().find(|line| line.starts_with(begin));
    let found = found.unwrap_or_else(|| panic!("{begin}: {said}"));
    found
        .split('|')
        .map(|cell| cell.trim().to_owned())
        .collect()
}

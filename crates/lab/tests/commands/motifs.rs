//! `plumb-lab motifs`, which counts how far motifs agree with puzzles' labels.

use std::fs;

use plumb_testing::program::{json, plumb, printed, refused};
use plumb_testing::scratch::Scratch;

const TABLE: &str = "PuzzleId,FEN,Moves,Themes\n\
    001xl,8/4R1k1/p5pp/3B4/5q2/8/5P1P/6K1 b - - 5 40,g7f6 e7f7 f6e5 f7f4,endgame short skewer\n\
    x,8/8/8/8/8/8/8/8 w - - 0 1,e2e4 e7e5,fork\n";

#[test]
fn puzzles_are_counted_and_what_is_no_puzzle_is_named() {
    let scratch = Scratch::new("motifs");
    let path = scratch.path("puzzles.csv");
    fs::write(&path, TABLE).unwrap();
    let output = plumb(&["motifs", &path, "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("line 3"), "{errors}");
    let answer = json(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(
        (&answer["puzzles"], &answer["first_named"]),
        (&1.into(), &1.into())
    );

    fs::write(&path, TABLE.lines().take(2).collect::<Vec<_>>().join("\n")).unwrap();
    let text = printed(&["motifs", &path]);
    assert!(
        text.contains("skewer") && text.contains("1 puzzle, 1 with"),
        "{text}"
    );
    let halves: usize = ["tune", "report"]
        .iter()
        .filter(|half| {
            plumb(&["motifs", &path, "--half", half], "")
                .status
                .success()
        })
        .count();
    assert_eq!(halves, 1, "a puzzle is in one half");

    let missing = plumb(&["motifs", "/no/such/file"], "");
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn motifs_counts_zugzwang_where_it_is_asked_for() {
    // Both kings attack both pawns: the side to move gives its own up.
    let fen = "8/8/8/2k1p3/4P1K1/8/8/8 w - - 0 1";
    let scratch = Scratch::new("zugzwang");
    let table = scratch.path("puzzles.csv");
    let puzzle = format!("id1,{fen},g4f5 c5d4 f5g4 d4e4,,,,,zugzwang");
    fs::write(&table, puzzle).expect("written");
    let count = |options: &[&str]| {
        let counts = json(&printed(&[&["motifs", &table, "--json"], options].concat()));
        let themes = counts["themes"].as_array().expect("themes").clone();
        let zugzwang = themes.into_iter().find(|one| one["theme"] == "zugzwang");
        zugzwang.expect("zugzwang")["both"].clone()
    };
    assert_eq!(count(&[]), 0);
    assert_eq!(count(&["--zugzwang", "5000"]), 1);
    let line = refused(&["motifs", &table, "--zugzwang", "5", "--syzygy", "nowhere"]);
    assert!(line.contains("nowhere"), "{line}");
}

//! What is wrong gets one clear line, and leaves nothing behind.

use std::fs;
use std::path::Path;

use crate::faults::SHORT;
use plumb_testing::program::{plumb, refused};
use plumb_testing::scratch::Scratch;

#[test]
fn nothing_to_review_is_said_in_a_line() {
    let scratch = Scratch::new("review_nothing");
    let out = scratch.path("out");
    let file = |name: &str, text: &str| {
        let path = scratch.path(name);
        fs::write(&path, text).expect("written");
        path
    };
    let empty = file("empty.pgn", "");
    let short = file("short.pgn", SHORT);
    for (arguments, part) in [
        (vec!["review", &empty, "--out", &out], "no game was found"),
        (
            vec!["review", &short, "--game", "2", "--out", &out],
            "there is no game 2",
        ),
        (vec!["review", "nowhere.pgn", "--out", &out], "nowhere.pgn"),
        (vec!["review", "src", "--out", &out], "src is a folder"),
        (vec!["review", &short, "--elo", "99999"], "99999"),
        (vec!["review", &short, "--out", &empty], "empty.pgn"),
    ] {
        if arguments.contains(&"99999") {
            assert_eq!(plumb(&arguments, "").status.code(), Some(2));
            continue;
        }
        let line = refused(&arguments);
        assert!(line.contains(part), "{arguments:?}: {line}");
        assert!(!Path::new(&out).exists(), "{arguments:?} left a folder");
    }
}

#[test]
fn games_without_moves_are_named() {
    let scratch = Scratch::new("review_unmoved");
    let path = scratch.path("games.pgn");
    fs::write(&path, "[White \"A\"]\n\n*\n\n").expect("written");
    let output = plumb(&["review", &path], "");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors.contains("game 1 (line 1): it has no moves"),
        "{errors}"
    );
}

#[test]
fn two_reviews_in_one_folder_do_not_mix() {
    let scratch = Scratch::new("review_twice");
    let (path, out) = (scratch.path("games.pgn"), scratch.path("out"));
    fs::write(&path, SHORT).expect("written");
    fs::create_dir(&out).expect("a folder");
    let _lock = plumb::lock::Lock::folder(Path::new(&out)).expect("a lock");
    let line = refused(&["review", &path, "--out", &out]);
    assert!(line.contains("is being written by"), "{line}");
}

/// A review beside the games that it is of takes no file's place but its own.
#[test]
fn the_games_are_never_written_over() {
    let scratch = Scratch::new("review_own");
    let path = scratch.path("review.pgn");
    fs::write(&path, SHORT).expect("written");
    let folder = Path::new(&path)
        .parent()
        .expect("a folder")
        .to_str()
        .expect("a name");
    let line = refused(&["review", &path, "--out", folder]);
    assert!(line.contains("review.pgn would be written over"), "{line}");
    assert_eq!(fs::read_to_string(&path).expect("a file"), SHORT);
    let line = refused(&["explain", "--pgn", &path, "--html", &path]);
    assert!(line.contains("would be written over"), "{line}");
    assert_eq!(fs::read_to_string(&path).expect("a file"), SHORT);
}

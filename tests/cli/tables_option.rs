//! `--tables`: an option of the commands that use tables, and of no other.

use std::fs;

use plumb_testing::program::{plumb, printed, refused};
use plumb_testing::scratch::Scratch;

fn error(arguments: &[&str]) -> String {
    let output = plumb(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn tables_option_is_refused_by_commands_that_use_none() {
    for command in [
        &["perft", "2"][..],
        &["rate", "x.pgn"],
        &["gauntlet"],
        &["completions", "bash"],
        &["man"],
        &["fairplay", "split", "x.pgn", "--parts", "2", "--out", "x"],
    ] {
        let option = ["--tables", "tables"];
        for arguments in [[command, &option], [&option, command]] {
            let error = error(&arguments.concat());
            let unknown = error.starts_with("error: unexpected argument '--tables' found\n");
            assert!(unknown && error.contains("\nUsage: plumb "), "{error}");
        }
        let help = printed(&[command, &["--help"]].concat());
        assert!(!help.contains("--tables"), "{help}");
    }
}

#[test]
fn tables_option_stands_before_or_behind_the_command() {
    let (option, command) = (["--tables", "tables"], ["eval", "--json"]);
    let built_in = printed(&command);
    assert_eq!(printed(&[option, command].concat()), built_in);
    assert_eq!(printed(&[command, option].concat()), built_in);
}

#[test]
fn tables_that_a_command_does_not_need_may_be_damaged() {
    let scratch = Scratch::new("damaged-tables");
    let damaged = |name: &str| {
        let folder = scratch.path(name);
        fs::create_dir(&folder).unwrap();
        fs::write(format!("{folder}/{name}.toml"), "nothing = 1\n").unwrap();
        folder
    };
    let (wdl, choice) = (damaged("wdl"), damaged("choice"));
    for folder in [&wdl, &choice] {
        printed(&["--tables", folder, "bench", "1"]);
    }
    printed(&["--tables", &choice, "eval"]);
    for (folder, command) in [(&wdl, "eval"), (&choice, "choices")] {
        let error = refused(&["--tables", folder, command]);
        assert!(error.contains(".toml: "), "{error}");
    }
}

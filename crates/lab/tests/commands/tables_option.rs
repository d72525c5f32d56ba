//! `--tables`: an option of the commands that use tables, and of no other.

use plumb_testing::program::{plumb, printed};

#[test]
fn tables_option_is_refused_by_lab_commands_that_use_none() {
    for command in [
        &["label", "x.pgn", "--engine", "x", "--out", "x"][..],
        &["train", "split", "x.pgn", "--out", "x"],
        &["tune", "games", "x"],
    ] {
        let option = ["--tables", "tables"];
        for arguments in [[command, &option], [&option, command]] {
            let output = plumb(&arguments.concat(), "");
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{error}");
            assert!(
                error.starts_with("error: unexpected argument '--tables' found\n"),
                "{error}"
            );
            assert!(error.contains("\nUsage: plumb-lab "), "{error}");
        }
        let help = printed(&[command, &["--help"]].concat());
        assert!(!help.contains("--tables"), "{help}");
    }
    let skill = printed(&["train", "skill", "--help"]);
    assert!(skill.contains("--tables <DIR>"), "{skill}");
}

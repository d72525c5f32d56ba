//! `plumb counterfactual` as users meet it: its answers by the schema, the same for any number of
//! threads, and one line for what is wrong.

use std::fs;

use serde_json::Value;

use plumb_testing::program::{json, plumb, printed, refused, validator};
use plumb_testing::scratch::Scratch;

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1600\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 7. Nbd2 a6 8. Bb3 Ba7 \
    9. h3 h6 10. Re1 Re8 11. Nf1 Be6 12. Ng3 Qd7 1/2-1/2\n";

/// A quick question about the game.
fn quick<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec![
        "counterfactual",
        file,
        "--side",
        "white",
        "--window",
        "6",
        "--depth",
        "2",
        "--samples",
        "24",
    ];
    arguments.extend(more);
    arguments
}

fn game(scratch: &Scratch, text: &str) -> String {
    let path = scratch.path("game.pgn");
    fs::write(&path, text).expect("written");
    path
}

#[test]
fn every_answer_is_what_the_schema_says() {
    let scratch = Scratch::new("counterfactual_schema");
    let file = game(&scratch, GAME);
    let schema = validator("counterfactual");
    let kernels: [&[&str]; 9] = [
        &[],
        &["--kernel", "reject", "--beta", "0.005"],
        &["--kernel", "prefix", "--burn-in", "5"],
        &[
            "--kernel", "mixture", "--target", "quality", "--beta", "0.01",
        ],
        &["--kernel", "smc", "--beta", "0.02"],
        &["--kernel", "path"],
        &["--besag-clifford", "--burn-in", "3"],
        &["--policy", "regan"],
        &["--all-windows", "--looked-at", "12"],
    ];
    for more in kernels {
        let mut arguments = quick(&file, more);
        arguments.push("--json");
        let text = printed(&arguments);
        assert!(!text.is_empty());
        for line in text.lines() {
            let value = json(line);
            let mistakes = schema.errors(&value);
            assert!(mistakes.is_empty(), "{more:?}: {mistakes:?}\n{line}");
        }
    }
    assert!(!schema.errors(&json("{\"side\": \"white\"}")).is_empty());
}

#[test]
fn the_numbers_are_those_of_the_moves() {
    let scratch = Scratch::new("counterfactual_numbers");
    let file = game(&scratch, GAME);
    let value = json(&printed(&quick(&file, &["--json"])));
    let moves = value["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 6);
    assert_eq!(value["first_ply"], 17);
    assert_eq!(moves[0]["san"], "h3");
    let sum: u64 = moves.iter().filter_map(|mv| mv["cpl"].as_u64()).sum();
    assert_eq!(value["actual_cpl"], sum);
    // White's are every other one.
    assert!(moves[1]["cpl"].is_null() && moves[0]["cpl"].is_u64());
    let p = &value["p"];
    let at_most = p["below"].as_u64().unwrap() + p["equal"].as_u64().unwrap();
    let expected = (1 + at_most) as f64 / 25.0;
    assert!((value["pooled_p_value"].as_f64().unwrap() - expected).abs() < 1e-12);
    assert_eq!(value["draws"], 24);
    assert_eq!(value["chain_summary"].as_array().unwrap().len(), 4);
    assert!(p["is_exact"].as_bool().unwrap());
    assert!(p["standard_error"].is_null());
}

#[test]
fn more_jobs_give_the_same_bytes_and_another_seed_others() {
    let scratch = Scratch::new("counterfactual_jobs");
    let file = game(&scratch, GAME);
    for kernel in ["iid", "mixture"] {
        let of = |more: &[&str]| {
            let mut all = vec!["--json", "--kernel", kernel, "--burn-in", "4"];
            all.extend(more);
            printed(&quick(&file, &all))
        };
        let one = of(&["--jobs", "1"]);
        assert_eq!(one, of(&["--jobs", "3"]), "{kernel}");
        assert_ne!(one, of(&["--seed", "2"]), "{kernel}");
    }
}

#[test]
fn a_verdict_is_withheld_where_nothing_vouches_for_it() {
    let scratch = Scratch::new("counterfactual_withheld");
    let file = game(&scratch, GAME);
    let short = [
        "counterfactual",
        &file,
        "--side",
        "white",
        "--window",
        "4",
        "--kernel",
        "path",
        "--json",
    ];
    let value = json(&printed(&short));
    assert!(validator("counterfactual").errors(&value).is_empty());
    let reason = value["withheld_because"].as_str().unwrap();
    assert!(
        reason.contains("2 moves") && reason.contains("fewer than 3"),
        "{reason}"
    );
    // Searches of two plies are not those of the honest windows, and 24 draws are few.
    for more in [&[][..], &["--kernel", "mixture"], &["--kernel", "path"]] {
        let mut arguments = quick(&file, more);
        arguments.push("--json");
        let value = json(&printed(&arguments));
        assert_eq!(value["verdict"], "withheld", "{more:?}");
        assert!(value["withheld_because"].is_string());
        assert!(!value["cautions"].as_array().unwrap().is_empty());
    }
}

#[test]
fn demonstrations_need_no_file() {
    for demo in ["white_cheated", "white_fair", "black_cheated", "black_fair"] {
        let arguments = [
            "counterfactual",
            "--demo",
            demo,
            "--kernel",
            "path",
            "--depth",
            "2",
            "--json",
        ];
        let value = json(&printed(&arguments));
        let side = demo.split('_').next().unwrap();
        assert_eq!(value["side"], side, "{demo}");
        assert_eq!(value["path_decisions"], 5, "{demo}");
    }
}

#[test]
fn what_is_wrong_gets_one_line() {
    let scratch = Scratch::new("counterfactual_wrong");
    let file = game(&scratch, GAME);
    let unrated = scratch.path("unrated.pgn");
    fs::write(&unrated, GAME.replace("[WhiteElo \"1500\"]\n", "")).unwrap();
    let illegal = scratch.path("illegal.pgn");
    fs::write(&illegal, GAME.replace("9. h3", "9. h5")).unwrap();
    let empty = scratch.path("empty.pgn");
    fs::write(&empty, "").unwrap();
    let cases: [(&str, &[&str], &str); 17] = [
        (
            &file,
            &["--from", "99"],
            "there is no ply 99: the game has 24",
        ),
        (&file, &["--from", "22"], "3 are left"),
        (&file, &["--game", "2"], "there is no game 2"),
        (&file, &["--book-plies", "24"], "all 24 plies are book"),
        (&unrated, &[], "no rating as WhiteElo: give one with --elo"),
        (&illegal, &[], "h5"),
        (&empty, &[], "there is no game 1"),
        ("nowhere.pgn", &[], "nowhere.pgn"),
        (&file, &["--beta", "-1"], "--beta -1: expected 0 to 1000"),
        (&file, &["--beta", "nan"], "--beta nan: expected 0 to 1000"),
        (&file, &["--rho", "1.5"], "--rho 1.5: expected 0 to 1"),
        (&file, &["--target", "quality"], "needs a beta above 0"),
        (&file, &["--beta", "0.1"], "reject, smc or mixture"),
        (&file, &["--kernel", "smc"], "needs a beta above 0"),
        (&file, &["--policy", "oracle"], "unknown policy 'oracle'"),
        (&file, &["--policy", "empirical:nowhere.pgn"], "nowhere.pgn"),
        (&file, &["--policy", "maia:nowhere.pb.gz"], "nowhere.pb.gz"),
    ];
    for (file, more, part) in cases {
        let line = refused(&quick(file, more));
        assert!(line.contains(part), "{more:?}: {line}");
    }
    // And with a rating it goes on.
    let rated = quick(&unrated, &["--elo", "1500", "--kernel", "path"]);
    assert!(printed(&rated).contains("Verdict: withheld"));
}

#[test]
fn nothing_is_left_when_the_file_is_no_game() {
    let output = plumb(&["counterfactual", "--side", "white"], "");
    assert_eq!(output.status.code(), Some(2));
    let output = plumb(&["counterfactual", "/bin/ls", "--side", "white"], "");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.trim_end().lines().count(), 1, "{error}");
}

/// Chains that are held against each other have one length.
#[test]
fn a_number_that_cannot_be_told_is_null_with_a_reason() {
    let scratch = Scratch::new("counterfactual_null");
    let file = game(&scratch, GAME);
    let mut arguments = quick(&file, &["--json", "--chains", "24"]);
    arguments.extend(["--kernel", "iid"]);
    let value: Value = json(&printed(&arguments));
    let rhat = &value["split_rhat_total_cpl"];
    assert!(
        rhat["value"].is_null() && rhat["reason"].is_string(),
        "{rhat}"
    );
    assert!(value["chain_summary"][0]["null_std_cpl"].is_null());
}

//! `plumb eval` as users meet it: tables, JSON that its schema describes, the
//! same words in both protocols, and documentation that is not out of date.

use std::collections::BTreeSet;

use plumb::eval::{self, AccountDiff, Explanation, WdlModel, Weights, term_list};
use plumb::notation::{FenStyle, to_fen};
use serde_json::Value;

use plumb_testing::positions::sample;
use plumb_testing::program::{file, json, plumb, printed, schema, validator};
use plumb_testing::schema::Validator;

const CASTLED: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
const AFTER: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P3/2NP1N2/PPP2PPP/R2Q1RK1 b - - 1 7";

fn assert_valid(validator: &Validator, data: &Value) {
    let errors = validator.errors(data);
    assert!(errors.is_empty(), "{errors:?}");
}

fn explanations(count: usize) -> Vec<Explanation> {
    let (weights, model) = (Weights::embedded(), WdlModel::embedded());
    let positions = sample(20_000);
    let step = positions.len() / count;
    let explain = |position| {
        let fen = to_fen(position, FenStyle::XFen);
        Explanation::new(fen, position, &weights, &model)
    };
    positions.iter().step_by(step).map(explain).collect()
}

#[test]
fn the_table_shows_what_was_asked_for() {
    let groups = printed(&["eval", CASTLED]);
    for words in [
        "Material",
        "King danger",
        "Tempo",
        "Phase 24/24",
        "White wins",
    ] {
        assert!(groups.contains(words), "{words}:\n{groups}");
    }
    assert!(!groups.contains("restricted"), "{groups}");
    assert!(groups.lines().all(|line| line.len() < 100), "{groups}");

    let terms = printed(&["eval", CASTLED, "--terms"]);
    let sentence = eval::Term::RestrictedSquare.sentence();
    assert!(terms.contains("restricted"), "{terms}");
    assert!(terms.contains(sentence), "{terms}");
    assert!(terms.contains("Fifty-move rule"), "every stage:\n{terms}");
    assert!(!terms.contains(" x ("), "{terms}");

    let squares = printed(&["eval", CASTLED, "--squares"]);
    let knight = |line: &str| line.trim_start().starts_with("White  1 x (") && line.ends_with("f3");
    assert!(squares.lines().any(knight), "{squares}");
    for line in terms.lines() {
        assert!(squares.contains(line), "{line}");
    }
    // Without a position it is the first one.
    assert!(printed(&["eval"]).contains("Final evaluation"));
}

#[test]
fn readers_are_warned_of_what_is_not_looked_at() {
    for (fen, words) in [
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "in check"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mated"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
    ] {
        let text = printed(&["eval", fen]);
        assert!(text.contains(words), "{words}:\n{text}");
    }
}

#[test]
fn eval_gives_exact_chances_where_the_game_is_over() {
    for (fen, white) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", [1000, 0, 0]),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", [0, 1000, 0]),
        ("8/8/8/8/8/k7/8/K7 w - - 0 1", [0, 1000, 0]),
        ("8/8/8/8/8/6k1/6q1/6K1 w - - 0 1", [0, 0, 1000]),
    ] {
        let shown = json(&printed(&["eval", fen, "--json"]));
        let chances = &shown["white_chances_permille"];
        let chances = ["win", "draw", "loss"].map(|result| chances[result].as_u64());
        assert_eq!(chances, white.map(Some), "{fen}");
    }
}

#[test]
fn json_fits_its_schema_and_adds_up() {
    let validator = validator("eval");
    let shown = json(&printed(&["eval", CASTLED, "--json"]));
    assert_eq!(shown["fen"], CASTLED);
    assert_valid(&validator, &shown);
    for explanation in explanations(500) {
        let data = serde_json::to_value(&explanation).expect("plain data");
        assert_valid(&validator, &data);
        let sum = |list: &str| -> i64 {
            let rows = data[list].as_array().expect("a list").iter();
            rows.map(|row| row["white_24ths"].as_i64().expect("a number"))
                .sum()
        };
        let total = 24 * data["white_cp"].as_i64().expect("a number");
        assert_eq!(sum("terms") + sum("stages"), total, "{}", explanation.fen);
    }
    // The schema says no to what is not so.
    for (pointer, value) in [
        ("/white_cp", Value::from("12")),
        ("/phase", Value::from(25)),
        ("/terms/0/side", Value::from("blue")),
        ("/terms/0/squares", Value::from(vec!["i9"])),
        ("/stages/0/halves", Value::from(7)),
    ] {
        let mut wrong = shown.clone();
        *wrong.pointer_mut(pointer).expect("a field") = value;
        assert!(!validator.is_valid(&wrong), "{pointer}");
    }
    let mut more = shown.clone();
    more["total"] = Value::from(1);
    assert!(!validator.is_valid(&more));
}

#[test]
fn comparisons_fit_their_schema_and_add_up() {
    let validator = validator("eval-diff");
    let shown = json(&printed(&["eval", "--json", "--diff", CASTLED, AFTER]));
    assert_valid(&validator, &shown);
    assert_eq!(shown["after"]["fen"], AFTER);
    for pair in explanations(500).windows(2) {
        let data = serde_json::to_value(AccountDiff::between(&pair[0], &pair[1])).expect("data");
        assert_valid(&validator, &data);
        let rows = data["rows"].as_array().expect("a list").iter();
        let sum: i64 = rows
            .map(|row| row["change_24ths"].as_i64().expect("a number"))
            .sum();
        assert_eq!(sum, 24 * data["change_cp"].as_i64().expect("a number"));
    }
    let text = printed(&["eval", "--diff", CASTLED, AFTER]);
    assert!(text.contains("White, Mobility: bishop"), "{text}");
    assert!(text.contains("-> "), "{text}");
}

#[test]
fn usage_errors_name_the_problem() {
    for (arguments, expected) in [
        (vec!["eval", "--diff", CASTLED], "2 values required"),
        (
            vec!["eval", "--diff", CASTLED, "nonsense"],
            "a FEN has 4 or 6 fields",
        ),
        (vec!["eval", CASTLED, "--list-terms"], "cannot be used with"),
        (
            vec!["eval", "--terms", "--diff", CASTLED, AFTER],
            "cannot be used with",
        ),
    ] {
        let output = plumb(&arguments, "");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

/// All that a session says.
fn session(input: &str) -> String {
    let output = plumb(&[], input);
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn both_protocols_use_the_same_words() {
    let forms: [(&str, &[&str]); 4] = [
        ("eval", &[]),
        ("eval terms", &["--terms"]),
        ("eval squares", &["--squares"]),
        ("eval diff Bg5", &[]),
    ];
    for (typed, flags) in forms {
        let mut arguments = vec!["eval"];
        arguments.extend(flags);
        if typed.contains("diff") {
            arguments.extend(["--diff", CASTLED, AFTER]);
        } else {
            arguments.push(CASTLED);
        }
        let expected = printed(&arguments);
        let uci = session(&format!("uci\nposition fen {CASTLED}\n{typed}\nquit\n"));
        assert!(uci.contains(&expected), "{uci}");
        let cecp = format!("xboard\nprotover 2\nnew\nforce\nsetboard {CASTLED}\n{typed}\nquit\n");
        let cecp = session(&cecp);
        assert!(cecp.contains(&expected), "{cecp}");
    }
    let said = session(&format!(
        "position fen {CASTLED}\neval json\neval diff {AFTER}\nquit\n"
    ));
    let line = said
        .lines()
        .find(|line| line.starts_with('{'))
        .expect("an object");
    assert_eq!(json(line), json(&printed(&["eval", CASTLED, "--json"])));
    assert!(
        said.contains(&printed(&["eval", "--diff", CASTLED, AFTER])),
        "{said}"
    );
    let said = session("eval diff e2e5\neval diff\neval 8/8\neval\nquit\n");
    assert_eq!(said.matches("error: ").count(), 3, "{said}");
    assert!(said.contains("Final evaluation"), "{said}");
}

#[test]
fn the_document_lists_every_term_and_stage() {
    let document = file("docs/evaluation.md");
    let list = printed(&["eval", "--list-terms"]);
    assert_eq!(list.trim_end(), term_list().trim_end());
    for &term in eval::Term::ALL {
        assert!(list.contains(&term.path()) && list.contains(term.sentence()));
    }
    assert!(
        document.trim_end().ends_with(list.trim_end()),
        "docs/evaluation.md must end with the output of plumb eval --list-terms: .ci/refresh-docs"
    );
    for explanation in explanations(100) {
        for row in &explanation.account.stages {
            let title = row.stage.title().trim_start_matches("White's ");
            let title = title.trim_start_matches("Black's ").to_lowercase();
            assert!(document.to_lowercase().contains(&title), "{title}");
            assert!(
                document.contains(&format!("`{}`", row.stage.key())),
                "{:?}",
                row.stage
            );
        }
    }
}

/// The names of all properties anywhere in a schema.
fn properties(schema: &Value, names: &mut BTreeSet<String>) {
    if let Some(object) = schema.get("properties").and_then(Value::as_object) {
        names.extend(object.keys().cloned());
    }
    match schema {
        Value::Object(object) => object.values().for_each(|inner| properties(inner, names)),
        Value::Array(list) => list.iter().for_each(|inner| properties(inner, names)),
        _ => {}
    }
}

#[test]
fn the_document_explains_every_field() {
    let document = file("docs/evaluation.md");
    let mut names = BTreeSet::new();
    properties(&schema("eval"), &mut names);
    properties(&schema("eval-diff"), &mut names);
    assert!(names.len() > 20, "{names:?}");
    let silent: Vec<&String> = names
        .iter()
        .filter(|name| !document.contains(&format!("`{name}`")))
        .collect();
    assert!(
        silent.is_empty(),
        "docs/evaluation.md says nothing of {silent:?}"
    );
}

/// The example's figures change with every tuning; its rows must not.
#[test]
fn the_example_in_the_readme_has_todays_rows() {
    let rows = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains('|'));
        lines
            .filter_map(|line| Some(line.split_once('|')?.0.trim().to_owned()))
            .collect()
    };
    let readme = file("README.md");
    let example = readme.split("$ plumb eval ").nth(1).expect("an example");
    let (fen, rest) = example.split_once('\n').expect("more lines");
    let shown = rest.split("```").next().expect("a block");
    let real = printed(&["eval", fen.trim().trim_matches('"')]);
    assert_eq!(rows(shown), rows(&real), "run .ci/refresh-docs:\n{real}");
}

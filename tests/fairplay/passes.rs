//! Other looks at the same moves: at other depths, by several threads, and the
//! quicker one that is always there.

use plumb_testing::pgn::old_games;
use plumb_testing::program::{json, plumb, validator};
use serde_json::Value;

/// The lines of a run over two games.
fn report(arguments: &[&str]) -> Vec<Value> {
    let mut all = vec!["fairplay", "-", "--format", "jsonl"];
    // Moves that were forced, or made when the game was decided, count here all the same.
    all.extend(["--decided", "9000", "--forced", "9000"]);
    all.extend(arguments);
    let output = plumb(&all, &old_games(2, 60));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<Value> = text.lines().map(json).collect();
    let validator = validator("fairplay");
    for line in &lines {
        assert!(validator.is_valid(line), "{}", line["kind"]);
    }
    lines
}

fn field(lines: &[Value]) -> &Value {
    lines.iter().find(|line| line["kind"] == "field").unwrap()
}

/// The figures of all counted moves.
fn core(field: &Value) -> &Value {
    &field["figures"]["core"][0]["figures"]
}

fn passes(line: &Value) -> Vec<&str> {
    let passes = line["passes"].as_array().unwrap().iter();
    passes.map(|pass| pass["pass"].as_str().unwrap()).collect()
}

#[test]
fn figures_are_repeated_at_each_depth_and_their_range_spans_them() {
    let lines = report(&["--depth", "2", "--depths", "1,2,...,3"]);
    let expected = ["depth 1", "depth 2", "depth 3"];
    let named = |line: &Value| -> Vec<String> {
        let passes = line["passes"].as_array().unwrap().iter();
        passes
            .map(|pass| pass["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(named(&lines[0]), expected);
    let field = field(&lines);
    assert_eq!(passes(field), expected);
    let key = |figures: &Value| figures["average_error_cp"]["mean"].as_f64().unwrap();
    let of_passes: Vec<f64> = (0..3)
        .map(|i| key(&field["passes"][i]["figures"]))
        .collect();
    // The same depth again is the same pass again; another one is not.
    assert_eq!(of_passes[1], key(core(field)));
    assert_ne!(of_passes[0], of_passes[2]);
    let least = of_passes.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = of_passes.iter().copied().fold(0.0, f64::max);
    let range = &core(field)["average_error_cp"]["range"];
    assert_eq!(range, &json(&format!("[{least:?},{greatest:?}]")));
    // Each game and player has them too.
    for line in &lines {
        if let Some("game" | "player") = line["kind"].as_str() {
            assert_eq!(passes(line), expected);
        }
    }
}

#[test]
fn one_thread_repeats_itself_exactly_and_several_are_allowed_not_to() {
    let lines = report(&["--nodes", "100", "--repeats", "2", "--threads", "1"]);
    let field = field(&lines);
    assert_eq!(
        passes(field),
        ["1 threads, repeat 1", "1 threads, repeat 2"]
    );
    for figure in ["first_choice", "equal", "partial_credit", "accuracy"] {
        let range = &core(field)[figure]["range"];
        assert!(
            range.is_array() && range[0] == range[1],
            "{figure}: {range}"
        );
    }
    let lines = report(&["--nodes", "100", "--repeats", "1"]);
    assert_eq!(passes(self::field(&lines)), ["2 threads, repeat 1"]);
    let settings = lines[0]["passes"][0]["settings"].as_str().unwrap();
    assert!(settings.ends_with("threads 2 repeat 1"), "{settings}");
}

#[test]
fn a_quicker_pass_gives_ranges_unless_it_is_left_out() {
    let lines = report(&["--nodes", "400"]);
    assert_eq!(passes(field(&lines)), ["quicker"]);
    let settings = lines[0]["passes"][0]["settings"].as_str().unwrap();
    assert!(settings.starts_with("nodes 100 "), "{settings}");
    assert!(core(field(&lines))["equal"]["range"].is_array());
    let without = report(&["--nodes", "400", "--no-second-pass"]);
    assert!(passes(field(&without)).is_empty());
    assert!(core(field(&without))["equal"]["range"].is_null());
    // It says how sure figures are and changes none of them.
    assert_eq!(
        core(field(&lines))["equal"]["count"],
        core(field(&without))["equal"]["count"]
    );
}

#[test]
fn what_cannot_be_is_one_clear_line() {
    for (arguments, says) in [
        (&["--depths", "8,99"][..], "'99' is no depth"),
        (&["--depths", "8,8"], "named twice"),
        (&["--threads", "2"], "--repeats"),
        (
            &["--depths", "8", "--no-second-pass"],
            "cannot be used with",
        ),
        (&["--depths", "8", "--mode", "zigzag"], "--zigzag-depths"),
    ] {
        let mut all = vec!["fairplay", "-", "--format", "jsonl"];
        all.extend(arguments);
        let output = plumb(&all, &old_games(1, 40));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(errors.contains(says), "{arguments:?}: {errors}");
    }
}

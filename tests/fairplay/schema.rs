//! Every line of a fair-play report is as `schemas/fairplay.schema.json` says.

use plumb::choice::HonestScatter;
use plumb::fairplay::{
    ChoiceFigures, EngineLikeness, Evidence, FieldChoices, Looks, MatchScore, PlayerEvent, Share,
    ZScore,
};
use plumb_testing::Random;
use plumb_testing::pgn::moves_of_old_games;
use plumb_testing::program::{json, plumb, validator};
use plumb_testing::scratch::Scratch;
use serde_json::{Value, json};

/// A mate, one that is missed, a null move, clocks, times, a set-up position, an
/// unfinished game and two that cannot be read, between made-up players.
const GAMES: &str = "\
[White \"Made Up\"]
[Black \"Nobody, Some\"]
[Date \"1900.??.??\"]
[TimeControl \"300+2\"]
[Result \"1-0\"]

1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:01]} 2. Bc4 {[%clk 0:04:51.5]} Nc6 {[%clk 0:04:40]}
3. Qh5 {[%clk 0:04:45]} Nf6 $4 {[%clk 0:04:39]} (3... g6 4. Qf3) 4. Qxf7# {[%clk 0:04:41]} 1-0

[White \"Nobody, Some\"]

1. f3 {[%emt 0:00:02]} e5 2. -- Nc6 3. g4 d6 {[%timestamp 31]} 4. e3

[White \"Made Up\"]
[Black \"Third\"]
[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 30\"]

30... h6 31. Ra8+ Kh7 32. Kf1 Kg6 33. Ke2 Kf5 34. Kd3 g5 35. Ra5+ Kg6 36. Kd4 *

[White \"Third\"]
[FEN \"6k1/1p3ppp/8/8/8/8/5PPP/R5K1 w - - 0 30\"]

30. h3 b6 31. Ra8# 1-0

[White \"Bad\"]

1. e4 Ke3 *

[FEN \"junk\"]

*
";

/// The lines of a run over these games.
fn report(games: &str, arguments: &[&str]) -> Vec<Value> {
    let mut all = vec!["fairplay", "-", "--nodes", "200", "--format", "jsonl"];
    all.extend(arguments);
    let output = plumb(&all, games);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(json).collect()
}

/// Games with times: enough for figures.
fn many_moves() -> String {
    let mut random = Random(3);
    let mut text = String::new();
    for (number, moves) in moves_of_old_games().take(6).enumerate() {
        text.push_str(&format!(
            "[White \"Made Up\"]\n[Black \"Player {number}\"]\n\n"
        ));
        for san in &moves[..50] {
            text.push_str(&format!("{san} {{[%emt 0:00:{:02}]}} ", random.below(30)));
        }
        text.push_str("*\n\n");
    }
    text
}

fn check(lines: &[Value]) -> Vec<&str> {
    let validator = validator("fairplay");
    for line in lines {
        // Which kind it fails as, rather than that it is of no kind.
        let kind = line["kind"].as_str().unwrap_or("none");
        let errors = validator.errors(line);
        assert!(errors.is_empty(), "{kind}: {errors:#?}");
    }
    lines
        .iter()
        .filter_map(|line| line["kind"].as_str())
        .collect()
}

#[test]
fn every_line_of_a_report_of_all_kinds_of_games_is_described() {
    for rules in ["plumb", "barnes", "burnham", "regan"] {
        let lines = report(
            GAMES,
            &["--rules", rules, "--min-plies", "1", "--book-plies", "2"],
        );
        let kinds = check(&lines);
        assert_eq!(
            kinds,
            [
                "run", "game", "game", "game", "game", "player", "player", "player", "field",
                "problem", "problem"
            ]
        );
        // The games are what they were made for.
        let moves = |game: usize| lines[game]["moves"].as_array().unwrap();
        assert!(moves(1)[0]["clock_ms"] == 300_000 && moves(1)[1]["record"].is_null());
        let mate = &moves(4)[2];
        // By Barnes a mate as quick as the best counts, with error 0.
        let is_counted = rules == "barnes";
        let exclusion = if is_counted {
            Value::Null
        } else {
            json!("mate_found")
        };
        assert_eq!(
            (&mate["exclusion"], &mate["record"]["after"]["score"]),
            (&exclusion, &json!({ "mate": 1 }))
        );
        assert!(!is_counted || mate["facts"]["loss_cp"] == 0);
        let levels = &mate["levels"]["before"];
        match rules {
            "burnham" => assert_eq!(levels.as_array().unwrap().len(), 30),
            _ => assert!(levels.is_null()),
        }
        assert!(mate["record"]["mates"].is_object());
        assert_eq!(moves(2)[2]["san"], "--");
        assert!(lines[3]["start_fen"].is_string());
    }
}

/// This build over UCI as another engine, beside itself.
#[test]
fn the_lines_of_a_jury_are_described() {
    let folder = Scratch::new("schema-jury");
    let config = folder.join("engines.toml");
    let program = toml::Value::from(env!("CARGO_BIN_EXE_plumb"));
    let text = format!("[[engine]]\nname = \"Other\"\ncommand = {program}\nprotocol = \"uci\"\n");
    std::fs::write(&config, text).unwrap();
    let config = config.to_str().unwrap();
    let jury = ["--engine", "plumb", "--engine", "Other", "--config", config];
    // Members have one pass each, and figures of one pass no range.
    let rules = ["--rules", "barnes", "--no-second-pass"];
    let lines = report(&many_moves(), &[&jury[..], &rules].concat());
    let kinds = check(&lines);
    assert_eq!(kinds.iter().filter(|kind| **kind == "jury").count(), 1);
    let figure = |line: &Value, member: usize| {
        let figures = &line["members"][member]["figures"];
        figures["core"][0]["figures"]["first_choice"]["of"].as_u64()
    };
    let everybody = lines.iter().find(|line| line["kind"] == "jury").unwrap();
    assert!(figure(everybody, 0) > Some(200) && figure(everybody, 1) > Some(200));
    assert_eq!(everybody["engines"][1]["engine"], "Other");
    let player = lines.iter().find(|line| line["name"] == "Made Up").unwrap();
    let jury = &player["jury"];
    assert_eq!(jury["members"][0]["figures"], player["player"]);
    let majority = &jury["majority"];
    assert!(majority["of"] == jury["majorities"] && majority["count"].is_u64());
}

#[test]
fn figures_above_their_gates_are_described() {
    let lines = report(&many_moves(), &["--decided", "9000", "--forced", "9000"]);
    check(&lines);
    let figures = &lines.last().unwrap()["figures"];
    assert!(figures["core"][0]["figures"].is_object(), "{figures}");
    assert!(figures["pace"].is_object(), "{figures}");
}

#[test]
fn a_report_with_endgame_tables_is_described() {
    let folder = Scratch::new("schema-tables");
    // Which tables there are is known by their names alone.
    std::fs::write(folder.join("KRvK.rtbw"), [0; 16]).unwrap();
    let lines = report(GAMES, &["--syzygy", folder.to_str().unwrap()]);
    assert!(lines[0]["tablebases"].is_string());
    check(&lines);
}

/// Whoever has a hundred choices in an event has figures there.
#[test]
fn a_players_events_are_described() {
    let score = ZScore {
        value: 0.5,
        low: -0.5,
        high: 1.5,
    };
    let field = FieldChoices {
        players: 9,
        of: 1_200,
        z: Some(score),
        engine_like: Some(score),
        deep_loss: None,
    };
    let choices = ChoiceFigures {
        z: Some(MatchScore {
            z: score,
            matches: 70,
            of: 120,
            expected: 0.5,
            rating: 2_100.0,
        }),
        ..ChoiceFigures::default()
    };
    let looks = Looks {
        players: 3,
        events: 2,
    };
    let figures = ChoiceFigures {
        engine_like: Some(EngineLikeness {
            share: Share {
                count: 60,
                of: 120,
                share: 0.5,
                low: 0.4,
                high: 0.6,
                range: None,
            },
            expected: 0.4,
            z: score,
        }),
        ..choices
    };
    let evidence = Evidence::of(&figures, &HonestScatter::none(""), looks);
    assert!(evidence.is_some());
    let lines = report(GAMES, &[]);
    let validator = validator("fairplay");
    let player = lines.iter().find(|line| line["kind"] == "player").unwrap();
    for (choices, beside_field, evidence) in
        [(choices, None, None), (figures, Some(field), evidence)]
    {
        let event = PlayerEvent {
            event: "Open".to_owned(),
            games: 6,
            choices,
            beside_field,
            evidence,
        };
        let mut player = player.clone();
        player["events"] = json!([event]);
        let errors = validator.errors(&player);
        assert!(errors.is_empty(), "{errors:#?}");
        player["events"][0]["verdict"] = "guilty".into();
        assert!(!validator.is_valid(&player));
    }
    let named = GAMES.replacen("[White", "[Event \"Open\"]\n[White", 1);
    let mut lines = report(&named, &[]);
    let event = lines
        .iter_mut()
        .find(|line| line["kind"] == "event")
        .unwrap();
    assert!(event["choices"].is_null());
    event["choices"] = json!(field);
    check(&lines);
}

#[test]
fn a_line_that_is_not_as_described_is_found() {
    let validator = validator("fairplay");
    let lines = report(GAMES, &[]);
    let fitted = json!({ "value": 0.1, "error": 0.01, "low": 0.08, "high": 0.12 });
    let skill = json!({
        "choices": 150, "sensitivity": fitted, "consistency": fitted, "correlation": 0.3,
        "log_likelihood": -200.5,
    });
    let player = lines.iter().find(|line| line["kind"] == "player").unwrap();
    for (skill, is_valid) in [
        (skill, true),
        (
            json!({ "reason": "too_few", "choices": 3, "needed": 100 }),
            true,
        ),
        (json!({ "reason": "flat" }), true),
        (Value::Null, true),
        (json!({ "reason": "cheat" }), false),
        (json!({ "choices": 150 }), false),
    ] {
        let mut player = player.clone();
        player["skill"] = skill;
        assert_eq!(validator.is_valid(&player), is_valid, "{}", player["skill"]);
    }
    for line in &lines {
        let mut more = line.clone();
        more["verdict"] = "guilty".into();
        assert!(!validator.is_valid(&more));
        for key in line.as_object().unwrap().keys() {
            let mut less = line.clone();
            less.as_object_mut().unwrap().remove(key);
            assert!(!validator.is_valid(&less), "{} without {key}", line["kind"]);
        }
    }
}

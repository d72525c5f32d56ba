//! Names that are markup, figures that are withheld, more games than fit.

use super::*;
use crate::book::BookDepth;
use crate::facts::Rules;
use crate::figures::{Evidence, EvidenceThreshold, Field, FigureOptions, Level, PlayerSums};
use crate::fixtures::{FIVE, cp_record};
use crate::games::{SourceGame, games};
use crate::records::Stamp;
use crate::{Standard, Yardstick, examine};
use plumb_chess::notation::pgn::PgnProblem;
use plumb_engine::choice::{Estimate, NoSkill, Skill};
use plumb_engine::eval::WdlModel;
use plumb_testing::page::{rows_of, unpacked};

pub(super) const HOSTILE: &str = "</script><script>alert(1)</script> & \"O'Neil\"";

fn header() -> RunHeader {
    let stamp = Stamp {
        engine: "Plumb".to_owned(),
        version: "test".to_owned(),
        settings: "nodes 1".to_owned(),
    };
    RunHeader::new(&stamp, "custom", &Rules::default(), Vec::new(), None).unwrap()
}

/// Knights out and home again, `moves` times, after Black has begun from a
/// position in which nothing of the opening is left to exclude.
pub(super) fn source(white: &str, moves: usize) -> SourceGame {
    let mut text = format!(
        "[White \"{}\"]\n[Black \"Plain, Peter\"]\n[SetUp \"1\"]\n\
         [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 30\"]\n\n",
        white.replace('"', "\\\"")
    );
    let steps = ["Nf6", "Nf3", "Ng8", "Ng1"];
    for step in steps.iter().cycle().take(moves) {
        text += step;
        text += " ";
    }
    games("made-up.pgn", (text + "*\n").as_bytes())
        .next()
        .unwrap()
        .unwrap()
}

pub(super) fn standard() -> Standard<'static> {
    Standard {
        // Barnes leaves out only book and mates, so every move counts.
        rules: Rules {
            set: crate::RuleSet::Barnes,
            ..Rules::default()
        },
        yardstick: Yardstick {
            chances: WdlModel::embedded(),
            ..Yardstick::embedded()
        },
        options: FigureOptions::default(),
        tables: None,
        models: None,
        trends: None,
    }
}

/// A page of games of these lengths in plies; every move lost 10 centipawns.
fn page(lengths: &[usize], in_full: usize) -> String {
    let standard = standard();
    let mut page = HtmlReport::new(&header()).with_games_in_full(in_full);
    let (mut field, mut players) = (Field::default(), BTreeMap::new());
    for (id, &plies) in (1..).zip(lengths) {
        let game = source(HOSTILE, plies);
        assert_eq!(game.plies.len(), plies);
        let records = (0..plies).map(|_| Some(cp_record("g1f3", "e2e4", &FIVE)));
        let (report, sums) = examine(
            id,
            &game,
            records.collect(),
            BookDepth::default(),
            &standard,
            None,
        );
        field.add(report.id, &sums);
        for (name, own, other) in [
            (report.white.clone(), &sums.white, &sums.black),
            (report.black.clone(), &sums.black, &sums.white),
        ] {
            let player: &mut PlayerSums = players.entry(name.unwrap()).or_default();
            player.add(report.id, own, other);
        }
        page.add_game(&report);
    }
    for (name, player) in &players {
        page.add_player(&PlayerReport {
            evidence: None,
            events: Vec::new(),
            name,
            computer: false,
            computer_games: 0,
            comparison: field.comparison(player, &standard.options),
            skill: Some(Err(NoSkill::TooFew {
                choices: 3,
                needed: 100,
            })),
            relative_skill: None,
            jury: None,
            passes: Vec::new(),
            common: None,
        });
    }
    page.set_field(
        &Figures::of(field.everybody(), Level::Field, &standard.options),
        &[],
    );
    page.add_problem(&PgnProblem::of_game(9, 99, "no".to_owned()).in_file(HOSTILE));
    let mut text = Vec::new();
    page.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The data of a page, read back, with the details of games and players in their places.
pub(super) fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    let mut data: Value = serde_json::from_str(data).unwrap();
    for game in data["games"].as_array_mut().unwrap() {
        if let Some(detail) = unpacked(page, &format!("game-{}", game["id"])) {
            game["detail"] = detail;
        }
    }
    for (index, player) in (data["players"].as_array_mut().unwrap().iter_mut()).enumerate() {
        if let Some(Value::Object(detail)) = unpacked(page, &format!("player-{index}")) {
            player.as_object_mut().unwrap().extend(detail);
        }
    }
    data
}

#[test]
fn names_never_become_markup() {
    let text = page(&[8], 1);
    assert!(!text.contains("alert(1)</"));
    assert!(!text.contains("O'Neil</"));
    // The texts, the data, a game, two players and the script.
    assert_eq!(text.matches("<script").count(), 6);
    assert_eq!(text.matches("</script").count(), 6);
    let data = data(&text);
    assert_eq!(data["games"][0]["white"], HOSTILE);
    assert_eq!(data["players"][0]["name"], HOSTILE);
    assert_eq!(data["problems"][0][0], HOSTILE);
    // Neither do scripts read markup from what they are given.
    for script in PARTS.iter().chain(&zigzag::PARTS).map(Part::code) {
        for door in [
            "innerHTML",
            "outerHTML",
            "insertAdjacent",
            "document.write",
            "eval(",
        ] {
            assert!(!script.contains(door), "{door}");
        }
    }
}

#[test]
fn nothing_is_fetched() {
    let text = page(&[8], 1);
    let allowed = "http://www.w3.org/2000/svg";
    assert_eq!(text.matches("://").count(), text.matches(allowed).count());
    assert!(text.contains("default-src 'none'"));
}

#[test]
fn same_games_same_bytes() {
    assert_eq!(page(&[8, 40], 1), page(&[8, 40], 1));
}

#[test]
fn figures_below_the_gate_are_withheld() {
    let few = data(&page(&[2 * 15, 2 * 14], 1));
    let player = &few["players"][0];
    assert_eq!(player["brief"]["counted"], 29);
    assert_eq!(player["brief"]["gate"], 30);
    assert!(player["brief"]["core"].is_null());
    assert!(player["beside"][0]["core"].is_null());
    assert!(few["games"][0]["sides"][0]["core"].is_array());

    let enough = data(&page(&[2 * 15, 2 * 15], 1));
    let core = &enough["players"][0]["brief"]["core"];
    let measures = enough["measures"].as_array().unwrap();
    assert_eq!(core.as_array().unwrap().len(), measures.len());
    let estimate = |key: &str| {
        let at = measures.iter().position(|m| m["key"] == key).unwrap();
        &core[at]
    };
    // The third of five listed moves, 10 centipawns behind the best.
    assert_eq!(estimate("mm")[3], 30);
    assert_eq!(estimate("mm")[4], 0);
    assert_eq!(estimate("ae")[0], 10.0);
    assert_eq!(estimate("t2")[4], 0);
    assert_eq!(estimate("t3")[4], 30);

    // The losses fall into one range of all, and the counts add up.
    let losses = player_losses(&enough);
    assert_eq!(losses, [0, 30, 0, 0, 0, 0, 0, 0]);
    assert_eq!(enough["loss_ranges"][1], json!([1, 10]));
    assert_eq!(enough["loss_ranges"][7], json!([501, null]));
    assert!(few["players"][0]["beside"][0]["losses"].is_null());

    let short = data(&page(&[2 * 9], 1));
    assert!(short["games"][0]["sides"][1]["core"].is_null());
}

#[test]
fn games_beyond_the_limit_are_rows() {
    let data = data(&page(&[8, 8, 8], 2));
    assert_eq!(data["all_games"], 3);
    assert_eq!(data["games_in_full"], 2);
    let games = data["games"].as_array().unwrap();
    assert_eq!(games.len(), 3);
    assert!(games[1]["detail"].is_object());
    assert!(games[2].get("detail").is_none());
    assert_eq!(games[2]["sides"][0]["counted"], 4);
}

#[test]
fn a_game_is_a_line_with_scores() {
    let data = data(&page(&[4], 1));
    let detail = &data["games"][0]["detail"];
    assert_eq!(
        detail["line"],
        json!({
            "board": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "n": 30,
            "w": false,
            "moves": "g8Nf6 g1Nf3 f6Ng8 f3Ng1",
        })
    );
    let plies = rows_of(&detail["plies"]);
    // Black moved first and has 20 centipawns: White has 20 fewer.
    assert_eq!(plies[0]["eval"], -20);
    assert_eq!(plies[1]["eval"], 20);
    assert_eq!(plies[1]["record"]["choice"], "e4");
    assert_eq!(
        plies[1]["record"]["list"][2],
        json!(["g1Nf3", 20, 10, true])
    );
}

#[test]
fn flags_are_counted_by_move_number() {
    // Black makes moves 30 to 49, White 31 to 49 and 50.
    let data = data(&page(&[40], 1));
    let counted: Vec<u64> = data["bins"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bin| bin[2].as_u64().unwrap())
        .collect();
    assert_eq!(counted[5..11], [1, 10, 10, 10, 9, 0]);
    assert!(data["bins"][5][3].is_null(), "one move is withheld");
    assert_eq!(data["bins"][6][3][3], 10);
    let white = &data["players"][0]["bins"];
    assert_eq!(white[6][2], 5);
}

#[test]
fn reference_has_bands_where_it_has_points() {
    let points: Vec<CloudPoint> = (1..=100)
        .map(|n| CloudPoint {
            moves: 100,
            cv: f64::from(n) / 100.0,
            ae_cp: f64::from(n),
        })
        .chain([CloudPoint {
            moves: 1_000,
            cv: 0.5,
            ae_cp: 20.0,
        }])
        .collect();
    let summary = cloud::summary(&points);
    assert_eq!(summary["count"], 101);
    let bands = summary["bands"].as_array().unwrap();
    assert_eq!(bands.len(), 1, "one point alone is no band");
    assert_eq!(bands[0][0], 100);
    assert_eq!(bands[0][1], json!([0.06, 0.51, 0.96]));
    assert_eq!(bands[0][2], json!([6.0, 51.0, 96.0]));
}

fn player_losses(data: &Value) -> Vec<u64> {
    let shares = data["players"][0]["beside"][0]["losses"]
        .as_array()
        .unwrap();
    shares.iter().map(|e| e[4].as_u64().unwrap()).collect()
}

#[test]
fn a_fit_or_the_reason_why_there_is_none() {
    let fitted = |value| Estimate {
        value,
        error: 0.01,
        low: value - 0.02,
        high: value + 0.02,
        range: None,
    };
    let fit = Skill {
        choices: 150,
        sensitivity: fitted(0.1),
        consistency: fitted(0.4),
        correlation: 0.5,
        log_likelihood: -200.0,
    };
    let shown = skill::skill(Some(&Ok(fit)));
    assert_eq!(shown["s"], json!([0.1, 0.01, 0.08, 0.12, null]));
    assert_eq!(
        (&shown["c"][0], &shown["choices"]),
        (&json!(0.4), &json!(150))
    );
    let none = skill::skill(Some(&Err(NoSkill::Flat)));
    assert_eq!(none, json!({ "reason": "flat" }));
    assert!(skill::skill(None).is_null());
    let page = data(&page(&[8], 1));
    assert_eq!(page["players"][0]["skill"]["needed"], 100);
    assert!(page["jury"].is_null() && page["players"][0]["jury"].is_null());
}

#[test]
fn base_rates_are_in_numbers_of_players() {
    let threshold = |threshold| EvidenceThreshold {
        threshold,
        reached: true,
    };
    let evidence = Evidence {
        p: 5e-4,
        looked_at: 20,
        looks: 30,
        expected: 0.015,
        screening: threshold(1e-3),
        reporting: threshold(1e-3 / 30.0),
    };
    let shown = base_rates(&evidence);
    let one_in_100 = json!({
        "players": 1_000.0, "helped": 10.0, "found": 5.0, "false_alarms": 1.485, "rightly": 0.77101,
    });
    assert_eq!(shown[0], one_in_100);
    assert_eq!(shown[1]["helped"], 1.0);
    assert_eq!(shown.as_array().map(Vec::len), Some(2));
    assert!(data(&page(&[8], 1))["players"][0]["base_rates"].is_null());
}

/// The file of texts says of each feature what its declaration says.
#[test]
fn features_of_choices_have_their_texts() {
    for feature in plumb_engine::choice::Feature::ALL {
        assert_eq!(text_in!(feature, feature.key()), Some(feature.sentence()));
    }
}

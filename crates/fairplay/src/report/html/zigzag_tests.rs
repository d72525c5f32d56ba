//! Names that are markup, games that failed, mates.

use super::super::tests::{HOSTILE, data, source, standard};
use super::*;
use crate::facts::Rules;
use crate::records::{ListedMove, Stamp, Value as Score};
use crate::zigzag::{
    Leader, Note, SingleRound, TestedSides, ZigzagPlayers, ZigzagSettings, examine_zigzag,
};

/// White's first move of `source`, Nf3, where the engine saw this of e4 and Nf3.
fn record(best: Score, played: Score) -> ZigzagRecord {
    let round = |depth, mv: &str| SingleRound {
        depth,
        mv: mv.to_owned(),
        score: best,
    };
    let listed = |mv: &str, score| ListedMove::scored(mv.to_owned(), score, 3);
    ZigzagRecord {
        ply: 1,
        warm_up: false,
        played: "g1f3".to_owned(),
        legal: 20,
        d: 3,
        d_l: 3,
        single: vec![round(1, "g1f3"), round(2, "e2e4"), round(3, "e2e4")],
        first_at: "100".to_owned(),
        changes: vec![2],
        settled_depth: 2,
        swing_cp: 7,
        approach: None,
        multi: Vec::new(),
        listed: vec![listed("e2e4", best), listed("g1f3", played)],
        played_swing_cp: Some(-4),
        leader: Some(Leader {
            mv: "e2e4".to_owned(),
            is_kept: true,
            behind_cp: Some(0),
        }),
        notes: vec![Note::NoWarmUp],
        nodes: 1,
    }
}

fn page(records: &[Option<Vec<ZigzagRecord>>]) -> String {
    let settings = ZigzagSettings::default();
    let stamp = Stamp {
        engine: HOSTILE.to_owned(),
        version: "test".to_owned(),
        settings: settings.to_string(),
    };
    let (rules, book) = (Rules::default(), Vec::new());
    let header = ZigzagHeader::new(&stamp, &settings, TestedSides::Both, &rules, book).unwrap();
    let mut page = ZigzagPage::new(&header);
    let mut players = ZigzagPlayers::default();
    for (id, records) in (1..).zip(records) {
        let game = source(HOSTILE, 8);
        let report = examine_zigzag(id, &game, 0, records.clone(), &settings, &standard());
        page.add_game(&report);
        players.add(&report);
    }
    for (name, sums) in players.sums(&standard().options) {
        page.add_player(name, &sums);
    }
    page.finish().unwrap()
}

#[test]
fn a_move_and_a_game_that_failed() {
    let cp = Score::Cp;
    let text = page(&[Some(vec![record(cp(30), cp(10))]), None]);
    assert_eq!(text.matches("<script").count(), 3);
    assert_eq!(text.matches("</script").count(), 3);
    assert_eq!(
        text.matches("://").count(),
        text.matches("http://www.w3.org/2000/svg").count()
    );
    let data = data(&text);
    assert_eq!(data["run"]["engine"], HOSTILE);
    assert_eq!(data["games"][0]["white"], HOSTILE);
    assert_eq!(data["games"][1]["failed"], "no reason is known");
    let player = &data["players"][0];
    assert_eq!(
        (&player["name"], &player["games"]),
        (&json!(HOSTILE), &json!(1))
    );
    assert_eq!(player["sums"]["tested"], 1);
    assert_eq!(data["all_players"], 1);
    let mv = &data["games"][0]["moves"][0];
    assert_eq!(
        (&mv["n"], &mv["w"], &mv["san"]),
        (&json!(31), &json!(true), &json!("Nf3"))
    );
    assert_eq!((&mv["choice"], &mv["first"]), (&json!("e4"), &json!("100")));
    assert_eq!(
        (&mv["value"], &mv["loss"], &mv["swing"]),
        (&json!(30), &json!(20), &json!(7))
    );
    assert_eq!(mv["leader"], json!([true, 0]));
    assert_eq!(mv["trace"], ".");
    assert_eq!(page(&[None]), page(&[None]));
}

#[test]
fn mates_never_become_centipawns() {
    let text = page(&[Some(vec![record(Score::Mate(3), Score::Cp(10))])]);
    let mv = &data(&text)["games"][0]["moves"][0];
    assert_eq!((&mv["value"], &mv["trace"]), (&json!("#3"), &json!("m")));
    assert!(mv["loss"].is_null() && mv["swing"].is_null());
}

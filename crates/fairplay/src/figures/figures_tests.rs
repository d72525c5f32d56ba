//! A player's figures worked out by hand, and what is withheld.

use super::*;
use crate::MoveRecord;
use crate::facts::MoveVerdict;
use crate::fixtures::{FIVE, cp_record, judged};

/// Forty moves: 16 first choices, 8 as good, 8 of 10 cp, 4 of 40, 4 of 230; of
/// the first choices, 4 are disputed, and 2 moves were better than the best.
fn forty() -> Vec<MoveVerdict> {
    let mut records: Vec<MoveRecord> = Vec::new();
    for _ in 0..4 {
        records.extend((0..3).map(|_| cp_record("e2e4", "e2e4", &FIVE)));
        records.push(cp_record("g1f3", "g1f3", &FIVE));
        records.extend((0..2).map(|_| cp_record("d2d4", "e2e4", &FIVE)));
        records.extend((0..2).map(|_| cp_record("g1f3", "e2e4", &FIVE)));
        records.push(cp_record("c2c4", "e2e4", &FIVE));
        records.push(cp_record("f2f3", "e2e4", &FIVE));
    }
    for record in records.iter_mut().filter(|r| r.played == "d2d4").take(2) {
        record.after.score = crate::Value::Cp(45);
    }
    records.iter().map(judged).collect()
}

#[test]
fn figures_by_hand() {
    let sums = Sums::of_side(&forty());
    let figures = Figures::of(&sums, Level::Field, &FigureOptions::default());
    let core = figures.counted().unwrap();
    assert_eq!((figures.moves, figures.counted, core.moves), (40, 40, 40));
    assert_eq!(
        (core.first_choice.count, core.first_choice.share),
        (16, 0.4)
    );
    assert_eq!((core.equal.count, core.equal.share), (24, 0.6));
    assert_eq!(core.disputed, 4);
    // Places: first choices and equal moves 24; the third place is shared by nobody.
    let top: Vec<u64> = core.top.iter().map(|share| share.count).collect();
    assert_eq!(top, [16, 24, 32, 36, 40]);
    // (8 · 10 + 4 · 40 + 4 · 230) / 40 centipawns.
    assert!((core.average_error_cp.mean - 29.0).abs() < 1e-9);
    let squares = 8.0 * 100.0 + 4.0 * 1_600.0 + 4.0 * 52_900.0;
    let sd = ((squares - 40.0 * 29.0 * 29.0) / 39.0_f64).sqrt();
    assert!((core.average_error_cp.sd.unwrap() - sd).abs() < 1e-9);
    assert_eq!(core.capped_loss_cp.mean, core.average_error_cp.mean);
    let losses: Vec<u64> = core.losses.iter().map(|loss| loss.share.count).collect();
    assert_eq!(losses, [16, 8, 8, 4, 4, 4, 0]);
    // Of the 24 that were not first choices: too few for a field, enough for a game.
    assert!(core.better_than_best.is_empty());
    let game = Figures::of(&sums, Level::Game, &FigureOptions::default());
    let gains = &game.counted().unwrap().better_than_best;
    let counts: Vec<u64> = gains.iter().map(|gain| gain.share.count).collect();
    assert_eq!(counts, [2, 0, 0, 0, 0, 0]);
    assert!(gains.iter().all(|gain| gain.share.of == 24));
    assert_eq!(core.best_move_changes.mean, 0.0);
    // Regan's scale: all values within pawns of 0.30.
    let scaled = |cp| plumb_engine::choice::scaled_difference(30, cp);
    let expected = (8.0 * scaled(20) + 4.0 * scaled(-10) + 4.0 * scaled(-200)) / 40.0;
    assert!((core.scaled_loss.mean - expected).abs() < 1e-6);
    assert_eq!(figures.runs.unwrap().longest, 4);
    let chance = figures.runs.unwrap().chance.unwrap();
    assert!((0.3..0.8).contains(&chance), "{chance}");
    assert_eq!(figures.by_phase[0].moves, 40);
    assert_eq!(figures.by_balance[1].moves, 40);
    assert!(figures.by_pace.is_empty() && figures.pace.is_none());
}

#[test]
fn places_beyond_the_list_are_not_known() {
    let sums = Sums::of_side(&forty());
    let places = |lines| {
        let options = FigureOptions {
            lines,
            ..FigureOptions::default()
        };
        let figures = Figures::of(&sums, Level::Field, &options);
        figures.counted().unwrap().top.len()
    };
    assert_eq!([0, 1, 2, 3, 5, 8].map(places), [1, 1, 2, 3, 5, 5]);
}

#[test]
fn figures_below_the_gate_are_withheld() {
    let moves = forty();
    let of = |count: usize, level| {
        let sums = Sums::of_side(&moves[..count]);
        Figures::of(&sums, level, &FigureOptions::default())
    };
    assert!(of(9, Level::Game).counted().is_none());
    assert!(of(10, Level::Game).counted().is_some());
    assert!(of(29, Level::Field).counted().is_none());
    assert!(of(30, Level::Field).counted().is_some());
    let few = of(9, Level::Game);
    assert_eq!((few.counted, few.core[0].moves), (9, 9));
    assert_eq!(
        (few.runs, few.forced_lines, few.only_moves),
        (None, None, None)
    );
    // Nothing of the moves shows but how many there were.
    let json = serde_json::to_value(&few).unwrap();
    assert!(json["core"][0]["figures"].is_null());
    let none = of(0, Level::Game);
    assert!(none.counted().is_none() && none.games == 1);
}

#[test]
fn a_single_game_names_nobody() {
    let moves = forty();
    let player = |sums: &Sums| Figures::of(sums, Level::Player, &FigureOptions::default());
    let mut sums = Sums::of_side(&moves[..30]);
    let one = player(&sums);
    assert_eq!((one.counted, one.gate, one.games), (30, 30, 1));
    assert!(one.counted().is_none() && one.runs.is_none());
    assert!(one.by_phase.iter().all(|part| part.figures.is_none()));
    // Nor do nine moves of another.
    sums.merge(&Sums::of_side(&moves[30..39]));
    assert!(player(&sums).counted().is_none());
    sums.merge(&Sums::of_side(&moves[30..40]));
    assert!(player(&sums).counted().is_some());
}

#[test]
fn every_share_in_json_has_its_count_and_interval() {
    let sums = Sums::of_side(&forty());
    let figures = Figures::of(&sums, Level::Field, &FigureOptions::default());
    let json = serde_json::to_value(&figures).unwrap();
    let share = &json["core"][0]["figures"]["first_choice"];
    for key in ["count", "of", "share", "low", "high"] {
        assert!(share[key].is_number(), "{key}");
    }
    assert_eq!(json["rules"], "plumb");
    assert_eq!(json["level"], "field");
    assert_eq!(json["core"][0]["denominator"], "counted");
    assert!(!json.to_string().contains("NaN"));
}

#[test]
fn games_are_steady_or_not() {
    let hit = judged(&cp_record("e2e4", "e2e4", &FIVE));
    let miss = judged(&cp_record("f2f3", "e2e4", &FIVE));
    let side = |hits, misses| {
        let hits = std::iter::repeat_n(&hit, hits);
        Sums::of_side(hits.chain(std::iter::repeat_n(&miss, misses)))
    };
    let of = |sides: &[Sums]| {
        let mut all = Sums::default();
        sides.iter().for_each(|side| all.merge(side));
        Figures::of(&all, Level::Player, &FigureOptions::default()).between_games
    };
    let even = of(&[side(8, 2), side(8, 2), side(8, 2), side(8, 2), side(8, 2)]);
    assert!(even.unwrap().sd.unwrap() < 1e-6);
    let uneven = of(&[side(10, 0), side(2, 8), side(10, 0), side(2, 8), side(5, 5)]);
    assert!(uneven.unwrap().sd.unwrap() > 10.0);
    // Nine moves are no game to speak of, and four games no spread.
    assert_eq!(
        of(&[side(9, 0), side(8, 2), side(8, 2), side(8, 2), side(8, 2)]),
        None
    );
}

//! Two members on the same games, worked out by hand.

use super::*;
use crate::book::BookDepth;
use crate::facts::{RuleSet, Rules, Yardstick};
use crate::figures::PlayerSums;
use crate::fixtures::{FIVE, cp_record};
use crate::games::games;

fn stamp(engine: &str) -> Stamp {
    Stamp {
        engine: engine.to_owned(),
        version: "test".to_owned(),
        settings: "nodes 1".to_owned(),
    }
}

fn standard() -> Standard<'static> {
    Standard {
        rules: Rules {
            set: RuleSet::Barnes,
            ..Rules::default()
        },
        yardstick: Yardstick::embedded(),
        options: FigureOptions::default(),
        tables: None,
        models: None,
        trends: None,
    }
}

/// Knights out and home again for so many plies.
fn source(plies: usize) -> SourceGame {
    let steps = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let moves: Vec<&str> = steps.into_iter().cycle().take(plies).collect();
    let text = format!(
        "[White \"One\"]\n[Black \"Two\"]\n\n{} *\n",
        moves.join(" ")
    );
    games("made-up.pgn", text.as_bytes())
        .next()
        .unwrap()
        .unwrap()
}

#[test]
fn every_member_has_figures_and_the_majority_is_counted() {
    let standard = standard();
    let (first, other) = (stamp("First"), stamp("Other"));
    let mut panel = Panel::new(&[&first, &other]);
    let game = source(80);
    // The first chooses what is always played. The other chooses it too at every
    // other move of each side, and otherwise another that is 10 better.
    let hit = || Some(cp_record("g1f3", "g1f3", &[("g1f3", 20), ("e2e4", 10)]));
    let miss = || Some(cp_record("g1f3", "e2e4", &FIVE));
    let all: Vec<_> = (0..80).map(|_| hit()).collect();
    let half: Vec<_> = (0..80)
        .map(|ply| if ply % 4 < 2 { hit() } else { miss() })
        .collect();
    let (report, sums) = examine(1, &game, all, BookDepth::default(), &standard, None);
    let (mut field, mut player) = (Field::default(), PlayerSums::default());
    // The game twice: one names nobody.
    for _ in 0..2 {
        field.add(report.id, &sums);
        player.add(report.id, &sums.white, &sums.black);
        panel.add(&game, &report, vec![half.clone()], &standard);
    }

    let options = &standard.options;
    let own = field.comparison(&player, options).player;
    let one = panel.player("One", &own, options);
    let names: Vec<&str> = one.members.iter().map(|m| m.engine.as_str()).collect();
    assert_eq!(names, ["First", "Other"]);
    let matches = |panel: &PanelFigures, member: usize| {
        let core = panel.members[member].figures.counted().unwrap();
        (core.first_choice.count, core.first_choice.of)
    };
    assert_eq!((matches(&one, 0), matches(&one, 1)), ((80, 80), (40, 80)));
    // FIVE has the played move 10 behind the best.
    let error = one.members[1]
        .figures
        .counted()
        .unwrap()
        .average_error_cp
        .mean;
    assert!((error - 5.0).abs() < 1e-9, "{error}");
    // Of two, more than half is both.
    assert_eq!((one.majorities, one.majority.unwrap().of), (40, 40));

    let everybody = panel.everybody(&field.figures(options), options);
    assert_eq!(
        (matches(&everybody, 0), matches(&everybody, 1)),
        ((160, 160), (80, 160))
    );
    let majority = everybody.majority.unwrap();
    assert_eq!(
        (majority.count, majority.of, everybody.majorities),
        (80, 80, 80)
    );
    let apart = panel.disagreement();
    assert_eq!(
        (apart.moves, apart.differing, apart.contested),
        (160, 80, 80)
    );
    // Games add up.
    panel.add(&game, &report, vec![Vec::new()], &standard);
    assert_eq!(panel.disagreement().moves, 160);
    assert_eq!(panel.disagreement().engines[0].moves, 240);
}

#[test]
fn a_member_without_records_says_nothing() {
    let standard = standard();
    let (first, other) = (stamp("First"), stamp("Other"));
    let mut panel = Panel::new(&[&first, &other]);
    let game = source(4);
    let records = (0..4).map(|_| Some(cp_record("g1f3", "g1f3", &FIVE)));
    let (report, _) = examine(
        1,
        &game,
        records.collect(),
        BookDepth::default(),
        &standard,
        None,
    );
    panel.add(&game, &report, vec![vec![None; 4]], &standard);
    let nobody = panel.player("Nobody", &report.white_figures, &standard.options);
    assert_eq!(
        (nobody.members.len(), nobody.members[1].figures.moves),
        (2, 0)
    );
    let one = panel.player("One", &report.white_figures, &standard.options);
    assert_eq!(one.members[1].figures.excluded.get("unknown"), Some(&2));
    assert_eq!((one.majorities, one.majority), (0, None));
}

/// Where Black is a computer, everybody is White.
#[test]
fn a_computer_is_nobody_to_a_jury() {
    let standard = standard();
    let (first, other) = (stamp("First"), stamp("Other"));
    let game = source(80);
    let mut with_computer = game.clone();
    let mark = ("BlackTitle".to_owned(), "BOT".to_owned());
    with_computer.tags.push(mark);
    let all = || -> Vec<_> {
        let record = || Some(cp_record("g1f3", "g1f3", &[("g1f3", 20), ("e2e4", 10)]));
        (0..80).map(|_| record()).collect()
    };
    let figures = |game: &SourceGame| {
        let (mut panel, mut field) = (Panel::new(&[&first, &other]), Field::default());
        let (report, sums) = examine(1, game, all(), BookDepth::default(), &standard, None);
        field.add(1, &sums);
        panel.add(game, &report, vec![all()], &standard);
        let options = &standard.options;
        panel.everybody(&field.figures(options), options)
    };
    let (people, person) = (figures(&game), figures(&with_computer));
    assert_eq!((people.majorities, person.majorities), (80, 40));
    for (both, one) in people.members.iter().zip(&person.members) {
        assert_eq!((both.figures.counted, one.figures.counted), (80, 40));
    }
}

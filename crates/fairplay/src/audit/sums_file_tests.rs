//! What comes back from the file is what adding up in memory gives.

use std::collections::BTreeMap;

use super::super::pass_sums::{PlayerTotal, event};
use super::super::whole_run::{WholeRun, rated_choices};
use super::*;
use crate::facts::{ExpectedChoice, ModelledChoice, RATING_GRID, RatedChoice};
use crate::figures::{
    EventFields, Field, FieldSums, FigureOptions, Level, PlayerEvents, PlayerSums, ResampledSums,
    Standard, Sums,
};
use crate::fixtures::{FIVE, cp_record, judged};
use crate::reference::Commonness;
use crate::{Rules, Yardstick};
use plumb_engine::choice::{HonestScatter, PoolScatter};

const PASSES: usize = 2;

type NamedGame = (
    u64,
    [Option<&'static str>; 2],
    Option<&'static str>,
    Vec<GameSums>,
);

/// A choice beside people of the player's rating, with scatter between players.
fn choice() -> ModelledChoice {
    ModelledChoice {
        is_match: true,
        deep_loss: Some(0.0),
        log_shares: RATING_GRID.map(|rating| -rating / 1_000.0),
        scatter: PoolScatter {
            match_player: 0.037,
            ratio_player: 0.051,
            loss_player: 0.3,
            ..HonestScatter::none("").pools[0]
        },
        rated: Some(RatedChoice {
            rating: 2_000.0,
            match_chance: 0.53,
            expected: ExpectedChoice {
                share: 0.2,
                engine_share: 0.2,
                first_choice_share: 0.53,
                log_ratio: 0.1,
                expected_log_ratio: 0.0,
                log_ratio_variance: 0.25,
                engine_like_share: 0.4,
                listed_loss: 0.1,
            },
            expected_deep_loss: 0.1,
        }),
    }
}

/// Games of six players and a nameless one in two events and in none; somebody meets himself.
fn games() -> Vec<NamedGame> {
    let mut hit = judged(&cp_record("e2e4", "e2e4", &FIVE));
    hit.modelled = Some(choice());
    let miss = judged(&cp_record("c2c4", "e2e4", &FIVE));
    let side = |first: usize| {
        let hits = std::iter::repeat_n(&hit, first);
        Sums::of_side(hits.chain(std::iter::repeat_n(&miss, 20 - first)))
    };
    let names = ["Ä", "Zukertort", "a", "Bird, Henry", "bird", "\u{0}'"];
    let game = |id: u64| {
        let at = id as usize;
        let white = names.get(at * 5 % 7).copied();
        let black = names.get(at * 3 % 7).copied();
        let event = [Some("Open"), None, Some("Cup"), Some("Open")][at % 4];
        let pass = |pass: usize| GameSums {
            white: side((at + pass) % 21),
            black: side((at * 7 + 3 * pass) % 21),
            ..GameSums::default()
        };
        let passes = (0..PASSES).map(pass).collect();
        (id, [white, black], event, passes)
    };
    (1..=60).map(game).collect()
}

fn file(games: &[NamedGame]) -> SumsFile {
    let mut file = SumsFile::new().unwrap();
    for (id, names, event, passes) in games {
        file.add(*id, *names, *event, passes).unwrap();
    }
    file.sort().unwrap();
    file
}

/// All names in the file's order.
fn names(next: impl Fn(Option<&str>) -> Result<Option<String>, AuditError>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    while let Some(name) = next(names.last().map(String::as_str)).unwrap() {
        names.push(name);
    }
    names
}

/// The sides of a game by their names, with those of the opponents.
fn named(game: &NamedGame) -> impl Iterator<Item = (&'static str, Vec<(&Sums, &Sums)>)> {
    let (_, [white, black], _, passes) = game;
    let of_white = passes.iter().map(|sums| (&sums.white, &sums.black));
    let of_black = passes.iter().map(|sums| (&sums.black, &sums.white));
    let sides = [
        (*white, of_white.collect::<Vec<_>>()),
        (*black, of_black.collect()),
    ];
    let sides = sides.into_iter();
    sides.filter_map(|(name, sides)| Some((name?, sides)))
}

#[test]
fn players_and_their_figures_are_those_of_memory() {
    let games = games();
    let file = file(&games);
    let mut players: BTreeMap<&str, Vec<PlayerSums>> = BTreeMap::new();
    let mut fields = vec![Field::default(); PASSES];
    for game in &games {
        for (field, sums) in fields.iter_mut().zip(&game.3) {
            field.add(game.0, sums);
        }
        for (name, sides) in named(game) {
            let none = || vec![PlayerSums::default(); PASSES];
            let passes = players.entry(name).or_insert_with(none);
            for (pass, (own, other)) in passes.iter_mut().zip(sides) {
                pass.add(game.0, own, other);
            }
        }
    }
    assert!(games.iter().any(|(_, [white, black], ..)| white == black));
    let expected: Vec<&str> = players.keys().copied().collect();
    assert_eq!(names(|after| file.next_player(after)), expected);
    let options = FigureOptions::default();
    for (name, expected) in &players {
        let total = PlayerTotal::of(&file, name, PASSES).unwrap();
        assert_eq!(&total.passes, expected, "{name}");
        let compared = |all: &[PlayerSums]| {
            let passes = fields.iter().zip(all);
            let each = passes.map(|(field, player)| field.comparison(player, &options));
            serde_json::to_string(&each.collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(compared(&total.passes), compared(expected));
    }
}

#[test]
fn events_and_their_figures_are_those_of_memory() {
    let games = games();
    let file = file(&games);
    let mut events: BTreeMap<&str, Vec<ResampledSums>> = BTreeMap::new();
    for (id, _, event, passes) in &games {
        let Some(event) = event else { continue };
        let none = || vec![ResampledSums::default(); PASSES];
        let totals = events.entry(event).or_insert_with(none);
        for (total, sums) in totals.iter_mut().zip(passes) {
            total.add(*id, &sums.white);
            total.add(*id, &sums.black);
        }
    }
    let expected: Vec<&str> = events.keys().copied().collect();
    assert_eq!(names(|after| file.next_event(after)), expected);
    let standard = Standard {
        rules: Rules::default(),
        yardstick: Yardstick::embedded(),
        options: FigureOptions::default(),
        tables: None,
        models: None,
        trends: None,
    };
    for (name, totals) in &events {
        let figures = totals.iter();
        let figures = figures.map(|total| total.figures(Level::Field, &standard.options));
        let expected: Vec<_> = figures.collect();
        assert_eq!(event(&file, name, PASSES, &standard).unwrap(), expected);
    }
}

#[test]
fn one_look_at_each_player_knows_the_whole() {
    let games = games();
    let mut players: BTreeMap<&str, (Sums, PlayerEvents)> = BTreeMap::new();
    for game in &games {
        for (name, sides) in named(game) {
            let player = players.entry(name).or_default();
            let (own, _) = sides[0];
            player.0.merge(own);
            if let Some(event) = game.2 {
                player.1.add_side(event, own.choices());
            }
        }
    }
    let (mut fields, mut comparable, mut looks) = (EventFields::default(), 0, 0);
    for (own, events) in players.values() {
        fields.add(events);
        comparable += u64::from(Commonness::is_due(own, Level::Player.gate()));
        looks += events.looks(rated_choices(own));
    }
    let whole = WholeRun::of(&file(&games)).unwrap();
    assert_eq!(whole.fields, fields);
    assert_eq!((whole.comparable, whole.event_looks), (comparable, looks));
    assert_eq!(comparable, 6);
    let open = whole.fields.get("Open").and_then(FieldSums::figures);
    assert_eq!(open.unwrap().players, 6);
}

/// Zukertort is a computer in all games, and `a` in some: as a person only the others are theirs.
#[test]
fn computers_are_nobody_to_compare_with() {
    let mut games = games();
    for (id, names, _, passes) in &mut games {
        let is_computer = |name: &Option<&str>| match name {
            Some("Zukertort") => true,
            Some("a") => *id < 30,
            _ => false,
        };
        let computers = [is_computer(&names[0]), is_computer(&names[1])];
        passes
            .iter_mut()
            .for_each(|sums| sums.computers = computers);
    }
    let file = file(&games);
    let sides = |wanted: &str, of_computers: bool| {
        let of_game = |(_, names, _, passes): &NamedGame| {
            let sides = names.iter().zip(passes[0].computers);
            let own = |side: &(&Option<&str>, bool)| *side == (&Some(wanted), of_computers);
            sides.filter(own).count() as u64
        };
        games.iter().map(of_game).sum::<u64>()
    };
    for (name, is_computer) in [("Zukertort", true), ("a", false), ("bird", false)] {
        let total = PlayerTotal::of(&file, name, PASSES).unwrap();
        let counts = file.side_counts(name).unwrap();
        assert_eq!(counts.is_computer(), is_computer, "{name}");
        assert_eq!(
            (counts.people, counts.computers),
            (sides(name, false), sides(name, true))
        );
        for pass in &total.passes {
            assert_eq!(pass.is_computer, is_computer, "{name}");
            assert_eq!(pass.own.sums().games(), sides(name, is_computer), "{name}");
            assert!(pass.opponents.sums().games() < pass.own.sums().games());
        }
    }
    assert!(sides("a", true) > 0 && sides("a", false) > 0);
    let whole = WholeRun::of(&file).unwrap();
    assert_eq!(whole.comparable, 5);
    let open = whole.fields.get("Open").and_then(FieldSums::figures);
    assert_eq!(open.unwrap().players, 5);
}

#[test]
fn a_run_without_games_has_nobody() {
    let file = file(&[]);
    assert_eq!(file.next_player(None).unwrap(), None);
    assert_eq!(file.next_event(None).unwrap(), None);
}

#[test]
fn a_full_disk_and_a_damaged_row_are_told_in_a_line() {
    let games = games();
    let mut full = SumsFile::new().unwrap();
    let limit = "PRAGMA max_page_count = 8";
    full.connection.query_row(limit, [], |_| Ok(())).unwrap();
    let error = games
        .iter()
        .find_map(|(id, names, event, passes)| full.add(*id, *names, *event, passes).err());
    let error = error.unwrap().to_string();
    assert!(
        error.contains("temporary file of sums") && error.contains("full"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);

    let damaged = file(&games);
    let cut = "UPDATE games SET white = x'ff' WHERE id = 40";
    damaged.connection.execute(cut, []).unwrap();
    let error = WholeRun::of(&damaged).err().unwrap().to_string();
    assert!(error.contains("cannot be read back"), "{error}");
}

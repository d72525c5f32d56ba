//! Players beside their opponents and the rest.

use std::collections::BTreeMap;

use super::*;
use crate::fixtures::{FIVE, cp_record, judged};

fn side(first: usize, others: usize) -> Sums {
    let hit = judged(&cp_record("e2e4", "e2e4", &FIVE));
    let miss = judged(&cp_record("c2c4", "e2e4", &FIVE));
    let hits = std::iter::repeat_n(&hit, first);
    Sums::of_side(hits.chain(std::iter::repeat_n(&miss, others)))
}

/// Everybody, and each player.
#[derive(Default)]
struct Input {
    field: Field,
    players: BTreeMap<&'static str, PlayerSums>,
}

impl Input {
    fn add(
        &mut self,
        id: u64,
        white: Option<&'static str>,
        black: Option<&'static str>,
        game: &GameSums,
    ) {
        self.field.add(id, game);
        for (name, own, other) in [
            (white, &game.white, &game.black),
            (black, &game.black, &game.white),
        ] {
            if let Some(name) = name {
                self.players.entry(name).or_default().add(id, own, other);
            }
        }
    }

    /// Both sums of a player.
    fn sums(&self, name: &str) -> [&Sums; 2] {
        let player = &self.players[name];
        [player.own.sums(), player.opponents.sums()]
    }
}

fn games() -> [(&'static str, &'static str, GameSums); 3] {
    let game = |white, black| GameSums {
        white,
        black,
        ..GameSums::default()
    };
    [
        (
            "Morphy, Paul",
            "Anderssen, Adolf",
            game(side(20, 10), side(5, 25)),
        ),
        (
            "Anderssen, Adolf",
            "Morphy, Paul",
            game(side(6, 24), side(18, 12)),
        ),
        (
            "Anderssen, Adolf",
            "Lange, Max",
            game(side(7, 23), side(8, 22)),
        ),
    ]
}

fn matched(figures: &Figures) -> (u64, u64) {
    let share = figures.counted().unwrap().first_choice;
    (share.count, share.of)
}

#[test]
fn players_stand_beside_the_others() {
    let mut input = Input::default();
    for (id, (white, black, game)) in (1..).zip(games()) {
        input.add(id, Some(white), Some(black), &game);
    }
    let options = FigureOptions::default();
    let field = &input.field;
    let morphy = field.comparison(&input.players["Morphy, Paul"], &options);
    assert_eq!(matched(&morphy.player), (38, 60));
    assert_eq!(matched(&morphy.opponents), (11, 60));
    assert_eq!(matched(&morphy.field), (26, 120));
    assert_eq!(morphy.player.games, 2);
    assert_eq!(matched(&field.figures(&options)), (64, 180));
    // The run of the one who left is not the field's any more.
    assert_eq!(morphy.field.runs.unwrap().longest, 8);
}

/// Anderssen's place is a computer's: the field is of the others, who are compared with each
/// other alone.
#[test]
fn a_computer_is_no_part_of_the_field() {
    let (mut field, mut morphy) = (Field::default(), PlayerSums::default());
    let mut computer = PlayerSums {
        is_computer: true,
        ..PlayerSums::default()
    };
    for (id, (white, black, mut game)) in (1..).zip(games()) {
        game.computers = [white, black].map(|name| name == "Anderssen, Adolf");
        field.add(id, &game);
        let (own, other) = match game.computers {
            [true, _] => (&game.white, &game.black),
            _ => (&game.black, &game.white),
        };
        computer.add(id, own, other);
        if id < 3 {
            morphy.own.add(id, other);
        }
    }
    let options = FigureOptions::default();
    assert_eq!(matched(&field.figures(&options)), (46, 90));
    let found = field.comparison(&computer, &options);
    assert_eq!(matched(&found.player), (18, 90));
    assert_eq!(matched(&found.opponents), (46, 90));
    assert_eq!(found.field, field.figures(&options));
    assert_eq!(found.less_opponents, None);
    let found = field.comparison(&morphy, &options);
    assert_eq!(matched(&found.player), (38, 60));
    assert!(found.opponents.counted().is_none() && found.less_opponents.is_none());
    assert_eq!(matched(&found.field), (8, 30));
}

#[test]
fn games_add_up_whatever_the_order() {
    let (mut one, mut other) = (Input::default(), Input::default());
    let all: Vec<_> = (1..).zip(games()).collect();
    for (id, (white, black, game)) in &all {
        one.add(*id, Some(white), Some(black), game);
    }
    for (id, (white, black, game)) in all.iter().rev() {
        other.add(*id, Some(white), Some(black), game);
    }
    assert_eq!(one.field.everybody(), other.field.everybody());
    assert_eq!(one.players.len(), 3);
    for name in one.players.keys() {
        assert_eq!(one.sums(name), other.sums(name));
    }
}

#[test]
fn colours_do_not_matter() {
    let (mut one, mut other) = (Input::default(), Input::default());
    for (id, (white, black, game)) in (1..).zip(games()) {
        one.add(id, Some(white), Some(black), &game);
        let turned = GameSums {
            white: game.black,
            black: game.white,
            ..GameSums::default()
        };
        other.add(id, Some(black), Some(white), &turned);
    }
    assert_eq!(one.field.everybody(), other.field.everybody());
    for name in one.players.keys() {
        assert_eq!(one.sums(name), other.sums(name));
    }
}

#[test]
fn a_side_without_a_name_is_still_an_opponent() {
    let mut input = Input::default();
    let [(_, black, game), ..] = games();
    input.add(1, None, Some(black), &game);
    assert_eq!(input.players.len(), 1);
    assert_eq!(input.sums(black), [&game.black, &game.white]);
    assert_eq!(input.field.everybody().games(), 2);
}

#[test]
fn plies_go_to_the_side_that_made_them() {
    let hit = judged(&cp_record("e2e4", "e2e4", &FIVE));
    let miss = judged(&cp_record("c2c4", "e2e4", &FIVE));
    let plies = [hit.clone(), miss.clone(), hit.clone(), miss, hit];
    let game = GameSums::of(&plies, Color::White);
    assert_eq!((game.white, game.black), (side(3, 0), side(0, 2)));
    // A game set up with Black to move.
    let game = GameSums::of(&plies, Color::Black);
    assert_eq!((game.white, game.black), (side(0, 2), side(3, 0)));
    let none = GameSums::of(&[], Color::White);
    assert_eq!((none.white.games(), none.white.moves()), (1, 0));
}

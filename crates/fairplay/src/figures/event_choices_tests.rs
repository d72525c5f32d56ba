//! Fields of hand-made choices.

use super::*;

/// A hundred rated choices, each with even chances, of which `matches` are first choices.
fn hundred(matches: u64) -> ChoiceSums {
    let excess = |excess: f64| ExcessSums {
        excess: millionths(excess),
        variance: millionths(25.0),
        game_variance: millionths(4.0),
        player_deviation: millionths(3.0),
        event_deviation: 0,
    };
    let above = matches as f64 - 50.0;
    ChoiceSums {
        choices: 100,
        rated: 100,
        matches,
        match_sums: excess(above),
        ratio_sums: excess(-above),
        with_deep_loss: 100,
        deep_loss: millionths(10.0),
        expected_deep_loss: millionths(10.0),
        loss_sums: excess(above / 2.0),
        ..ChoiceSums::default()
    }
}

/// Players by their names.
#[derive(Default)]
struct Players(BTreeMap<String, PlayerEvents>);

impl Players {
    fn add_side(&mut self, event: &str, name: &str, sums: &ChoiceSums) {
        let player = self.0.entry(name.to_owned()).or_default();
        player.add_side(event, sums);
    }

    fn fields(&self) -> EventFields {
        let mut fields = EventFields::default();
        self.0.values().for_each(|player| fields.add(player));
        fields
    }
}

/// Adds somebody's choices in two games, of which the second has none that is rated but ten.
fn add(events: &mut Players, event: &str, name: &str, sums: &ChoiceSums) {
    let second = ChoiceSums {
        choices: 10,
        rated: 10,
        with_deep_loss: if sums.with_deep_loss == 0 { 0 } else { 10 },
        ..ChoiceSums::default()
    };
    let mut first = *sums;
    first.remove(&second);
    events.add_side(event, name, &first);
    events.add_side(event, name, &second);
}

/// Players of one event with so many matches each.
fn event(matches: &[u64]) -> Players {
    let mut events = Players::default();
    for (place, &matches) in matches.iter().enumerate() {
        add(
            &mut events,
            "Open",
            &format!("Player {place}"),
            &hundred(matches),
        );
    }
    events
}

fn listed(events: &Players, name: &str, all_rated: u64) -> Vec<PlayerEvent> {
    let scatter = HonestScatter::none("");
    let player = events.0.get(name).cloned().unwrap_or_default();
    player.figures(all_rated, &events.fields(), &scatter, Looks::ONE)
}

/// Ratings that are off for everybody raise everybody, and nobody beside the others.
#[test]
fn beside_the_field_an_event_with_wrong_ratings_shows_nothing() {
    let events = event(&[60; 20]);
    let own = &listed(&events, "Player 3", 100)[0];
    let alone = own.choices.z.unwrap().z.value;
    assert!((alone - 10.0 / 38_f64.sqrt()).abs() < 1e-6, "{alone}");
    let beside = own.beside_field.unwrap();
    assert_eq!((beside.players, beside.of), (19, 1_900));
    let scores = [beside.z, beside.engine_like, beside.deep_loss];
    for score in scores {
        assert!(score.unwrap().value.abs() < 1e-6, "{score:?}");
    }

    // Who stands out there does so by as much as he is above the others, a little less
    // surely: they are not known exactly.
    let mut all = vec![60; 19];
    all.push(80);
    let own = &listed(&event(&all), "Player 19", 100)[0];
    let expected = 20.0 / (38.0_f64 * (1.0 + 1.0 / 19.0)).sqrt();
    let beside = own.beside_field.unwrap();
    assert!((beside.z.unwrap().value - expected).abs() < 1e-6);
    assert!((beside.engine_like.unwrap().value + expected).abs() < 1e-6);
    assert!((beside.deep_loss.unwrap().value - expected / 2.0).abs() < 1e-6);
}

/// Many people who differ each in his own way are together surer than one with their moves.
#[test]
fn a_field_scatters_less_than_one_player() {
    let events = event(&[55; 16]);
    let field = events.fields().get("Open").unwrap().figures().unwrap();
    assert_eq!((field.players, field.of), (16, 1_600));
    let expected = 80.0 / (16.0_f64 * 38.0).sqrt();
    assert!((field.z.unwrap().value - expected).abs() < 1e-6);
    assert!((field.deep_loss.unwrap().value - expected / 2.0).abs() < 1e-6);
    assert_eq!(FieldSums::default().figures(), None);
}

/// What an event does it does to everybody there: many are no surer of it than one. Beside
/// the others the doubt stays.
#[test]
fn events_scatter_however_many_play_there() {
    let mut events = Players::default();
    for player in 0..16 {
        let mut own = hundred(55);
        own.match_sums.event_deviation = millionths(2.0);
        add(&mut events, "Open", &format!("Player {player}"), &own);
    }
    let field = events.fields().get("Open").unwrap().figures().unwrap();
    let expected = 80.0 / (16.0 * 38.0 + 32.0_f64.powi(2)).sqrt();
    assert!((field.z.unwrap().value - expected).abs() < 1e-6);
    let own = &listed(&events, "Player 3", 100)[0];
    let alone = own.choices.z.unwrap().z.value;
    assert!((alone - 5.0 / 42_f64.sqrt()).abs() < 1e-6, "{alone}");
    let mut above = hundred(75);
    above.match_sums.event_deviation = millionths(2.0);
    add(&mut events, "Open", "Player 16", &above);
    let own = &listed(&events, "Player 16", 100)[0];
    let beside = own.beside_field.unwrap().z.unwrap().value;
    let expected = 20.0 / (42.0_f64 + 38.0 / 16.0).sqrt();
    assert!((beside - expected).abs() < 1e-6, "{beside}");
}

#[test]
fn deep_losses_are_held_against_those_who_were_looked_at_deeper() {
    let mut events = event(&[50]);
    let shallow = ChoiceSums {
        with_deep_loss: 0,
        ..hundred(50)
    };
    add(&mut events, "Open", "Somebody", &shallow);
    let own = &listed(&events, "Player 0", 100)[0];
    let beside = own.beside_field.unwrap();
    assert!(beside.z.is_some() && beside.deep_loss.is_none());
    let other = &listed(&events, "Somebody", 100)[0];
    assert!(other.choices.deep_loss.is_none());
    assert!(other.beside_field.unwrap().deep_loss.is_none());
    // Alone there is nobody to be held against.
    assert_eq!(listed(&event(&[50]), "Player 0", 100)[0].beside_field, None);
}

/// The whole of somebody's choices is no second look at him.
#[test]
fn every_part_of_a_players_choices_is_a_look() {
    let mut events = event(&[50, 50]);
    add(&mut events, "Cup", "Player 0", &hundred(50));
    let few = ChoiceSums {
        rated: 99,
        ..hundred(50)
    };
    add(&mut events, "Blitz", "Player 0", &few);
    // A long game is one game.
    events.add_side("Match", "Player 0", &hundred(50));
    let all = |name: &str| if name == "Player 0" { 499 } else { 100 };
    let looks = events
        .0
        .iter()
        .map(|(name, player)| player.looks(all(name)));
    assert_eq!(looks.sum::<u64>(), 2);
    let own = listed(&events, "Player 0", 499);
    let names: Vec<_> = own
        .iter()
        .map(|one| (one.event.as_str(), one.games))
        .collect();
    assert_eq!(names, [("Cup", 2), ("Open", 2)]);
    assert!(own.iter().all(|one| one.evidence.is_some()));
    let other = listed(&events, "Player 1", 100);
    assert_eq!((other.len(), other[0].evidence), (1, None));
    assert_eq!(listed(&events, "Nobody", 0), []);
}

/// Who plays nothing but first choices loses nothing, looked at or not: few of them say nothing
/// of an event.
#[test]
fn first_choices_alone_are_no_deep_looks() {
    let mut events = Players::default();
    let few = ChoiceSums {
        choices: 10,
        rated: 10,
        matches: 10,
        with_deep_loss: 10,
        ..hundred(100)
    };
    for number in 0..20 {
        events.add_side("Open", &format!("Player {number}"), &few);
    }
    let field = events.fields().get("Open").unwrap().figures().unwrap();
    assert_eq!((field.players, field.of), (20, 200));
    assert!(field.z.is_some());
    assert_eq!(field.deep_loss, None);
}

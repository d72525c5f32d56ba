use super::*;
use plumb_engine::choice::RatedPlayer;

/// Games between people of one list, by lot from 1000 to 2999; some of them fast.
fn candidates(count: u64) -> Vec<Candidate> {
    let mut random = Random::seeded(5);
    let mut person = |class| {
        let rating = 1_000.0 + random.below(2_000) as f64;
        let rated = RatedPlayer {
            rating,
            pool: Pool::Lichess,
            class,
        };
        SimulatedPerson {
            rated,
            comparable: rating - 80.0,
        }
    };
    let games = (1..=count).map(|id| {
        let class = match id % 3 {
            0 => TimeClass::Blitz,
            _ => TimeClass::Rapid,
        };
        let people = [person(class), person(class)];
        Candidate { run: 0, id, people }
    });
    games.collect()
}

#[test]
fn a_number_is_somebody_of_one_list_and_about_one_rating_with_both_sides_in_turn() {
    let plan = PlayPlan {
        players: 20,
        games: 5,
        seed: 3,
    };
    let players = plan.assigned(&candidates(300));
    assert_eq!(players.len(), 20);
    let mut ids = Vec::new();
    for games in &players {
        let sides: Vec<Color> = games.iter().map(|(_, side)| *side).collect();
        use Color::{Black, White};
        assert_eq!(sides, [White, Black, White, Black, White]);
        let own = games
            .iter()
            .map(|(game, side)| game.people[side.index()].rated);
        let own: Vec<RatedPlayer> = own.collect();
        assert!(own.iter().all(|one| one.class == own[0].class), "{own:?}");
        let ratings = own.iter().map(|one| one.rating);
        let spread = ratings.clone().fold(0.0, f64::max) - ratings.fold(9e9, f64::min);
        assert!(spread < 300.0, "{own:?}");
        ids.extend(games.iter().map(|(game, _)| game.id));
    }
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count, "a game was played out twice");
}

#[test]
fn lots_follow_the_seed() {
    let plan = |seed, games| PlayPlan {
        players: 9,
        games,
        seed,
    };
    let all = candidates(90);
    let drawn = |seed, games| -> Vec<Vec<u64>> {
        let players = plan(seed, games).assigned(&all);
        let ids = players
            .iter()
            .map(|games| games.iter().map(|(game, _)| game.id).collect());
        ids.collect()
    };
    assert_eq!(drawn(1, 4), drawn(1, 4));
    assert_ne!(drawn(1, 4), drawn(2, 4));
    // Of 30 fast games and 60 others.
    assert_eq!(drawn(1, 10).len(), 9);
    assert_eq!(drawn(1, 31).len(), 1);
    assert_eq!(drawn(1, 62).len(), 0);
}

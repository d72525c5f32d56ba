//! The positive rate: how many of a player's moves are engine-like, and how often an honest
//! player has many of them by the number of moves.
//!
//! A move is engine-like where its log ratio is above a border: at 0, where engines' share of it
//! is above the share of people of the player's rating. Start with `PositiveRates::of`.

use super::honest_sample::{HonestSample, HonestSide};
use plumb_engine::choice::Pool;
use plumb_fairplay::{ChoiceModels, GameStretch};
use plumb_stats::statistics::clopper_pearson;

/// Players with so many games have a rate of their own.
const PLAYER_GAMES: usize = 3;

/// Every player's moves in order, game by game: which of them are engine-like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PositiveRates {
    players: Vec<Vec<Vec<bool>>>,
}

/// How remarkable the stretches of honest players' games are: the chances of all games of a
/// sample in which a side has enough choices.
pub fn stretch_chances(sample: &HonestSample, models: &ChoiceModels) -> Vec<f64> {
    let chance = |side: &HonestSide| {
        let rating = models.scatter.comparable(&models.people, &side.player);
        let scatter = models.scatter.pools[side.player.pool as usize];
        let choices = side.views.iter().enumerate().map(|(place, view)| {
            let share = view.expected(rating).first_choice_share;
            (place + 1, view.is_match(), scatter.match_chance(share))
        });
        Some(GameStretch::of(choices)?.chance)
    };
    sample.sides().filter_map(chance).collect()
}

/// Rates, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateFigures {
    /// How many there are.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their deviation.
    pub deviation: f64,
    /// What 5, 50 and 95 in a hundred are below.
    pub quantiles: [f64; 3],
}

/// How many players, or sides of games, reach a threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThresholdShare {
    /// Those who reach it.
    pub count: u64,
    /// All of them.
    pub of: u64,
    /// The exact 95 % interval of the share.
    pub interval: [f64; 2],
}

impl ThresholdShare {
    pub(super) fn of(all: impl IntoIterator<Item = bool>) -> ThresholdShare {
        let (mut count, mut of) = (0, 0);
        for reaches in all {
            count += u64::from(reaches);
            of += 1;
        }
        ThresholdShare {
            count,
            of,
            interval: clopper_pearson(count, of),
        }
    }
}

impl PositiveRates {
    /// Of all players of a sample; log ratios, in nats, above `border` are engine-like.
    pub fn of(sample: &HonestSample, models: &ChoiceModels, border: f64) -> PositiveRates {
        PositiveRates::of_sides(sample, models, border, |_| true)
    }

    /// The same of games over the board in events that call themselves championships, and in
    /// all other events.
    pub fn by_championship(
        sample: &HonestSample,
        models: &ChoiceModels,
        border: f64,
    ) -> [PositiveRates; 2] {
        [true, false].map(|wanted| {
            PositiveRates::of_sides(sample, models, border, |side| {
                let is_one = side.event.as_deref().is_some_and(is_championship);
                side.player.pool == Pool::OverTheBoard && is_one == wanted
            })
        })
    }

    fn of_sides(
        sample: &HonestSample,
        models: &ChoiceModels,
        border: f64,
        is_in: impl Fn(&HonestSide) -> bool,
    ) -> PositiveRates {
        let game = |side: &HonestSide| {
            let rating = models.scatter.comparable(&models.people, &side.player);
            let views = side.views.iter();
            views
                .map(|view| view.expected(rating).log_ratio > border)
                .collect()
        };
        let players = sample.players.values();
        let players = players.map(|sides| -> Vec<Vec<bool>> {
            let own = sides.iter().filter(|side| is_in(side));
            own.map(game).collect()
        });
        PositiveRates {
            players: players.filter(|games| !games.is_empty()).collect(),
        }
    }

    /// Whether there is no player.
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// Each game of each player with at least so many moves.
    pub fn of_games(&self, least_moves: usize) -> Option<RateFigures> {
        let games = self.players.iter().flatten();
        let games = games.filter(|game| game.len() >= least_moves.max(1));
        RateFigures::of(games.map(|game| rate(game)).collect())
    }

    /// Each player of three games and more, all his moves together.
    pub fn of_players(&self) -> Option<RateFigures> {
        let players = self
            .players
            .iter()
            .filter(|games| games.len() >= PLAYER_GAMES);
        RateFigures::of(players.map(|games| rate(&games.concat())).collect())
    }

    /// How far the rates of one player's games with at least so many moves deviate from each
    /// other, over all players of three such games and more together.
    pub fn deviation_within_players(&self, least_moves: usize) -> Option<f64> {
        let (mut squares, mut free) = (0.0, 0);
        for games in &self.players {
            let games = games.iter().filter(|game| game.len() >= least_moves.max(1));
            let rates: Vec<f64> = games.map(|game| rate(game)).collect();
            if rates.len() < PLAYER_GAMES {
                continue;
            }
            let mean = rates.iter().sum::<f64>() / rates.len() as f64;
            squares += rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>();
            free += rates.len() - 1;
        }
        (free > 0).then(|| (squares / free as f64).sqrt())
    }

    /// Each player's first so many moves, of those who have as many.
    pub fn of_moves(&self, moves: usize) -> Option<RateFigures> {
        RateFigures::of(self.first(moves))
    }

    /// How many of these have a rate of so much or more.
    pub fn reached(&self, moves: usize, threshold: f64) -> ThresholdShare {
        ThresholdShare::of(self.first(moves).iter().map(|&rate| rate >= threshold))
    }

    fn first(&self, moves: usize) -> Vec<f64> {
        let all = self.players.iter().map(|games| games.concat());
        let enough = all.filter(|all| all.len() >= moves.max(1));
        enough.map(|all| rate(&all[..moves.max(1)])).collect()
    }
}

impl RateFigures {
    /// Nothing of no rate.
    fn of(mut rates: Vec<f64>) -> Option<RateFigures> {
        let last = rates.len().checked_sub(1)?;
        rates.sort_by(f64::total_cmp);
        let count = rates.len() as f64;
        let mean = rates.iter().sum::<f64>() / count;
        let squares = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>();
        let at = |share: f64| rates[(share * last as f64).round() as usize];
        Some(RateFigures {
            count: rates.len(),
            mean,
            deviation: (squares / count).sqrt(),
            quantiles: [0.05, 0.5, 0.95].map(at),
        })
    }
}

/// Whether an event calls itself a championship, of whatever country, age or kind: its words
/// are all that a file says of it.
fn is_championship(event: &str) -> bool {
    const WORDS: [&str; 5] = ["ch", "wch", "champ", "championship", "championships"];
    let mut words = event.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

fn rate(moves: &[bool]) -> f64 {
    moves.iter().filter(|&&is| is).count() as f64 / moves.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn championships_by_their_words() {
        for event in [
            "BUL-ch",
            "World Championship",
            "WCh Rapid",
            "USSR Ch. (Women)",
        ] {
            assert!(is_championship(event), "{event}");
        }
        for event in ["Linares", "World Open", "Chess Olympiad", "Reichenberg", ""] {
            assert!(!is_championship(event), "{event}");
        }
    }

    #[test]
    fn rates_by_hand() {
        let game = |positives: usize, all: usize| -> Vec<bool> {
            (0..all).map(|place| place < positives).collect()
        };
        let rates = PositiveRates {
            players: vec![
                vec![game(2, 4), game(1, 4), game(0, 4)],
                vec![game(4, 4), game(0, 2)],
            ],
        };
        let games = rates.of_games(4).unwrap();
        assert_eq!((games.count, games.mean), (4, 1.75 / 4.0));
        let players = rates.of_players().unwrap();
        assert_eq!((players.count, players.mean), (1, 0.25));
        assert_eq!(players.quantiles, [0.25; 3]);
        let within = rates.deviation_within_players(4).unwrap();
        assert!((within - (0.125_f64 / 2.0).sqrt()).abs() < 1e-12);
        // The first six moves: three of six, four of six.
        assert_eq!(
            rates.of_moves(6).unwrap().quantiles,
            [0.5, 4.0 / 6.0, 4.0 / 6.0]
        );
        let reached = rates.reached(6, 0.6);
        assert_eq!((reached.count, reached.of), (1, 2));
        assert_eq!(rates.reached(13, 0.6).of, 0);
        assert_eq!(rates.of_moves(13), None);
    }
}

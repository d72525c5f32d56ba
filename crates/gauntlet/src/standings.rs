//! The score of a match while it is played: per pairing, in games and pairs.

use std::collections::BTreeMap;

use super::record::GameRecord;
use plumb_stats::statistics::{
    CountedGames, Counting, Fate, GameCounts, GameEnd, Outcome, PairCounts, Statistics, is_failure,
};

/// The results between two engines, from the first one's side.
#[derive(Clone, Debug, Default)]
pub struct PairingScore {
    /// Single games.
    pub games: GameCounts,
    /// Whole pairs.
    pub pairs: PairCounts,
    half_pairs: BTreeMap<usize, Outcome>,
}

/// All results.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    pairings: BTreeMap<(usize, usize), PairingScore>,
    /// Games that an engine spoilt, by engine: crashes, time losses, illegal
    /// moves and the like.
    pub offences: BTreeMap<usize, usize>,
    /// Games that an engine's failure ended, by engine.
    pub failures: BTreeMap<usize, usize>,
    /// Warnings by engine.
    pub warnings: BTreeMap<usize, usize>,
    /// Games played.
    pub games: usize,
    /// The rule of what is in the score, with the games so far.
    counted: CountedGames<Course>,
    /// The match's time control, as games have it.
    time_control: String,
    repeats: usize,
}

/// White, Black and the digest of all moves.
type Course = (usize, usize, String);

impl Standings {
    /// No games yet. A game that does not count is in no pair either.
    pub fn new(counting: Counting, time_control: impl Into<String>) -> Standings {
        Standings {
            counted: CountedGames::new(counting),
            time_control: time_control.into(),
            ..Standings::default()
        }
    }

    /// Games left out of the score as repeats of others.
    pub fn repeats(&self) -> usize {
        self.repeats
    }

    /// Whether games that an engine's failure ended are in the score.
    pub fn counts_failures(&self) -> bool {
        self.counted.counting().failures
    }

    /// Games that an engine's failure ended.
    pub fn failed_games(&self) -> usize {
        self.failures.values().sum()
    }

    /// Counts a finished game.
    pub fn add(&mut self, game: &GameRecord) {
        if let Some(offender) = game.offender.filter(|_| is_failure(&game.kind)) {
            *self.failures.entry(offender).or_default() += 1;
        }
        let moves = game.moves.as_ref();
        let fate = self.counted.fate(GameEnd {
            termination: &game.kind,
            time_control: &self.time_control,
            plies: game.opening_plies + game.plies,
            course: moves.map(|moves| (game.white, game.black, moves.clone())),
        });
        match fate {
            Fate::Counts => self.add_score(game),
            Fate::Repeat => self.repeats += 1,
            Fate::Failure => {}
        }
        if let Some(offender) = game.offender {
            *self.offences.entry(offender).or_default() += 1;
        }
        for (engine, count) in [
            (game.white, game.warnings[0]),
            (game.black, game.warnings[1]),
        ] {
            if count > 0 {
                *self.warnings.entry(engine).or_default() += count;
            }
        }
        self.games += 1;
    }

    fn add_score(&mut self, game: &GameRecord) {
        let first_is_white = game.white < game.black;
        let (first, second) = if first_is_white {
            (game.white, game.black)
        } else {
            (game.black, game.white)
        };
        let points = if first_is_white {
            game.white_points
        } else {
            1.0 - game.white_points
        };
        let outcome = if points > 0.75 {
            Outcome::Win
        } else if points < 0.25 {
            Outcome::Loss
        } else {
            Outcome::Draw
        };
        let score = self.pairings.entry((first, second)).or_default();
        score.games.add(outcome);
        match score.half_pairs.remove(&game.pair) {
            Some(other) => score.pairs.add(other, outcome),
            None => drop(score.half_pairs.insert(game.pair, outcome)),
        }
    }

    /// The results between two engines, the one with the lower index first.
    pub fn pairing(&self, first: usize, second: usize) -> Option<&PairingScore> {
        self.pairings.get(&(first, second))
    }

    /// Every pairing that has results.
    pub fn pairings(&self) -> impl Iterator<Item = ((usize, usize), &PairingScore)> {
        self.pairings
            .iter()
            .map(|(&engines, score)| (engines, score))
    }

    /// Games and half points of one engine against all others.
    pub fn total(&self, engine: usize) -> (u64, u64) {
        let mut total = (0, 0);
        for (&(first, second), score) in &self.pairings {
            let (games, half_points) = (score.games.games(), score.games.half_points());
            if first == engine {
                total = (total.0 + games, total.1 + half_points);
            } else if second == engine {
                total = (total.0 + games, total.1 + 2 * games - half_points);
            }
        }
        total
    }
}

impl PairingScore {
    /// Elo and its kin: from pairs once there are two, from games before.
    pub fn statistics(&self) -> Statistics {
        if self.pairs.pairs() >= 2 {
            Statistics::of_pairs(&self.pairs)
        } else {
            Statistics::of_games(&self.games)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(pair: usize, white: usize, black: usize, white_points: f64) -> GameRecord {
        GameRecord {
            game: 0,
            pair,
            white,
            black,
            white_points,
            termination: String::new(),
            kind: String::new(),
            offender: None,
            plies: 1,
            opening_plies: 0,
            moves: None,
            seconds: 1.0,
            warnings: [0, 0],
            pgn_bytes: 0,
        }
    }

    #[test]
    fn games_that_ended_by_a_failure_are_shown_apart() {
        let failure = |number, kind: &str| GameRecord {
            offender: Some(1),
            kind: kind.to_owned(),
            ..game(number, 0, 1, 1.0)
        };
        let games = [
            game(0, 0, 1, 0.5),
            game(0, 1, 0, 0.5),
            failure(1, "abandoned"),
            failure(2, "rules infraction"),
            failure(3, "time forfeit"),
        ];
        for (failures, expected) in [(false, 3), (true, 5)] {
            let counting = Counting {
                failures,
                repeats: true,
            };
            let mut standings = Standings::new(counting, "1+0.01");
            games.iter().for_each(|game| standings.add(game));
            assert_eq!(standings.pairing(0, 1).unwrap().games.games(), expected);
            assert_eq!((standings.games, standings.failed_games()), (5, 2));
            assert_eq!(standings.failures.get(&1), Some(&2));
            assert_eq!(standings.offences.get(&1), Some(&3));
        }
    }

    #[test]
    fn repeats_are_left_out_where_they_say_nothing_new() {
        let with_moves = |pair, white, moves: Option<&str>| GameRecord {
            moves: moves.map(str::to_owned),
            ..game(pair, white, 1 - white, 1.0)
        };
        let games = [
            with_moves(0, 0, Some("a")),
            // The same moves with other colours are the other half of a pair.
            with_moves(0, 1, Some("a")),
            with_moves(1, 0, Some("b")),
            with_moves(1, 1, Some("c")),
            with_moves(2, 0, Some("a")),
            with_moves(2, 1, Some("a")),
            // Of games recorded before there were digests nothing is known.
            with_moves(3, 0, None),
            with_moves(3, 1, None),
        ];
        for (control, repeats, counted, pairs, left_out) in [
            ("nodes=10", true, 8, 4, 0),
            ("1+0.01", false, 8, 4, 0),
            ("nodes=10", false, 6, 3, 2),
        ] {
            let counting = Counting {
                failures: false,
                repeats,
            };
            let mut standings = Standings::new(counting, control);
            games.iter().for_each(|game| standings.add(game));
            let score = standings.pairing(0, 1).unwrap();
            assert_eq!(score.games.games(), counted);
            assert_eq!(score.pairs.pairs(), pairs);
            assert_eq!((standings.games, standings.repeats()), (8, left_out));
        }
    }

    #[test]
    fn results_are_counted_from_the_first_engines_side() {
        let mut standings = Standings::default();
        for finished in [
            game(0, 0, 1, 1.0),
            game(1, 0, 1, 0.5),
            game(0, 1, 0, 0.0),
            game(1, 1, 0, 1.0),
            game(2, 2, 0, 0.5),
        ] {
            standings.add(&finished);
        }
        let score = standings.pairing(0, 1).unwrap();
        assert_eq!(
            (score.games.wins, score.games.draws, score.games.losses),
            (2, 1, 1)
        );
        assert_eq!(score.pairs.by_score, [0, 1, 0, 0, 1]);
        assert_eq!(standings.total(0), (5, 6));
        assert_eq!(standings.total(1), (4, 3));
        assert_eq!(standings.total(2), (1, 1));
    }
}

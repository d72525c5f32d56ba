//! The score of a match while it is played: per pairing, in games and pairs.

use std::collections::{BTreeMap, BTreeSet};

use super::record::GameRecord;
use plumb_stats::statistics::{GameCounts, Outcome, PairCounts, Statistics};

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
    /// Games that an engine's crash ended, by engine.
    pub crashes: BTreeMap<usize, usize>,
    /// Warnings by engine.
    pub warnings: BTreeMap<usize, usize>,
    /// Games played.
    pub games: usize,
    /// What counts in the score.
    counting: Counting,
    /// Games so far, by White, Black and their moves.
    lines: BTreeSet<(usize, usize, String)>,
    repeats: usize,
}

/// What counts in the score, beside games that are neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// Games that an engine's crash ended, as lost. They say little of its play.
    pub crashes: bool,
    /// Games that are those of a game before, move for move, with the same colours. Where
    /// engines stop at a number of nodes or plies these say nothing new, and would make
    /// the error look smaller than it is.
    pub repeats: bool,
}

impl Default for Counting {
    fn default() -> Counting {
        Counting {
            crashes: false,
            repeats: true,
        }
    }
}

impl Standings {
    /// No games yet. A game that does not count is in no pair either.
    pub fn new(counting: Counting) -> Standings {
        Standings {
            counting,
            ..Standings::default()
        }
    }

    /// Games left out of the score as repeats of others.
    pub fn repeats(&self) -> usize {
        self.repeats
    }

    /// Whether games that ended by a crash count in the score.
    pub fn counts_crashes(&self) -> bool {
        self.counting.crashes
    }

    /// Games that ended by a crash, whosever.
    pub fn crashed_games(&self) -> usize {
        self.crashes.values().sum()
    }

    /// Counts a finished game.
    pub fn add(&mut self, game: &GameRecord) {
        if let Some(offender) = game.offender.filter(|_| game.crashed) {
            *self.crashes.entry(offender).or_default() += 1;
        }
        let is_repeat = !self.counting.repeats && self.is_repeat(game);
        self.repeats += usize::from(is_repeat);
        if !is_repeat && (self.counting.crashes || !game.crashed) {
            self.add_score(game);
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

    /// Whether the same engines have played these moves with these colours before.
    fn is_repeat(&mut self, game: &GameRecord) -> bool {
        let Some(moves) = &game.moves else {
            return false;
        };
        !self.lines.insert((game.white, game.black, moves.clone()))
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
            crashed: false,
            plies: 1,
            moves: None,
            seconds: 1.0,
            warnings: [0, 0],
            pgn_bytes: 0,
        }
    }

    #[test]
    fn games_that_ended_by_a_crash_are_shown_apart() {
        let crash = |number| GameRecord {
            offender: Some(1),
            crashed: true,
            ..game(number, 0, 1, 1.0)
        };
        let games = [game(0, 0, 1, 0.5), game(0, 1, 0, 0.5), crash(1), crash(2)];
        for (counts, expected) in [(false, 2), (true, 4)] {
            let mut standings = Standings::new(Counting {
                crashes: counts,
                repeats: true,
            });
            games.iter().for_each(|game| standings.add(game));
            assert_eq!(standings.pairing(0, 1).unwrap().games.games(), expected);
            assert_eq!((standings.games, standings.crashed_games()), (4, 2));
            assert_eq!(standings.crashes.get(&1), Some(&2));
            assert_eq!(standings.offences.get(&1), Some(&2));
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
        for (repeats, counted, pairs, left_out) in [(true, 8, 4, 0), (false, 6, 3, 2)] {
            let mut standings = Standings::new(Counting {
                crashes: false,
                repeats,
            });
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

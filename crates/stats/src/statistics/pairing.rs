//! Games become players with numbers and units for the bootstrap: two games from
//! one opening with colours swapped are one unit, every other game is its own.
//!
//! Start with `Pool::add`.

use std::collections::{HashMap, VecDeque};

use super::game_summary::GameSummary;
use plumb_chess::notation::pgn::GameResult;

/// A finished game between two players of a pool, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct RatedGame {
    pub white: usize,
    pub black: usize,
    pub result: GameResult,
}

/// Games whose results may depend on each other: a pair, or a single game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Unit {
    pub first: RatedGame,
    pub second: Option<RatedGame>,
}

impl Unit {
    /// The unit's games.
    pub fn games(&self) -> impl Iterator<Item = RatedGame> {
        std::iter::once(self.first).chain(self.second)
    }
}

/// Players and their games.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    units: Vec<Unit>,
    waiting: HashMap<Key, VecDeque<usize>>,
    texts: HashMap<String, usize>,
}

/// White, black and what the games of a pair share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    white: usize,
    black: usize,
    shared: usize,
}

impl Pool {
    /// No players and no games.
    pub fn new() -> Pool {
        Pool::default()
    }

    /// Players' names, by number, in order of appearance.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The units so far, in order of appearance of their first games.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The number of the player with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The number of the player with this name, new if need be.
    pub fn player(&mut self, name: &str) -> usize {
        if let Some(number) = self.find(name) {
            return number;
        }
        let number = self.names.len();
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Adds a unit as it is; for games whose pairing is known.
    pub fn add_unit(&mut self, unit: Unit) {
        self.units.push(unit);
    }

    /// Adds a game; false where it has no result and cannot count.
    ///
    /// It completes the oldest single game of the same two players with colours
    /// swapped that is of the same round, or else has the same opening.
    pub fn add(&mut self, game: &GameSummary) -> bool {
        let Some(result) = game.result else {
            return false;
        };
        let (white, black) = (self.player(&game.white), self.player(&game.black));
        let rated = RatedGame {
            white,
            black,
            result,
        };
        // "3.1" and "3.2" are two games of round 3.
        let round = game.round.split('.').next().unwrap_or_default();
        let opening = self.text(&format!("opening {}", game.opening));
        let mut shared = Vec::new();
        if !round.is_empty() {
            // Within a round, games of one position belong together even where
            // a player left the book early.
            let fen = if game.opening.contains('/') {
                game.opening.split(' ').next().unwrap_or_default()
            } else {
                ""
            };
            shared.push(self.text(&format!("round {round} {fen}")));
        }
        shared.push(opening);
        for &text in &shared {
            let key = Key {
                white: black,
                black: white,
                shared: text,
            };
            let Some(queue) = self.waiting.get_mut(&key) else {
                continue;
            };
            while let Some(index) = queue.pop_front() {
                let unit = &mut self.units[index];
                if unit.second.is_none() {
                    unit.second = Some(rated);
                    return true;
                }
            }
        }
        for text in shared {
            let key = Key {
                white,
                black,
                shared: text,
            };
            let index = self.units.len();
            self.waiting.entry(key).or_default().push_back(index);
        }
        self.units.push(Unit {
            first: rated,
            second: None,
        });
        true
    }

    /// A number for a text, the same for the same text.
    fn text(&mut self, text: &str) -> usize {
        let next = self.texts.len();
        *self.texts.entry(text.to_owned()).or_insert(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str, black: &str, round: &str, opening: &str) -> GameSummary {
        GameSummary {
            number: 1,
            white: white.to_owned(),
            black: black.to_owned(),
            result: Some(GameResult::Draw),
            termination: String::new(),
            time_control: String::new(),
            variant: "chess".to_owned(),
            plies: 0,
            round: round.to_owned(),
            opening: opening.to_owned(),
            course: None,
        }
    }

    fn pairs_of(games: &[GameSummary]) -> (usize, usize) {
        let mut pool = Pool::new();
        for game in games {
            assert!(pool.add(game));
        }
        let count = pool.units().iter().flat_map(Unit::games).count();
        assert_eq!(count, games.len());
        let pairs = (pool.units().iter())
            .filter(|unit| unit.second.is_some())
            .count();
        (pairs, pool.units().len() - pairs)
    }

    #[test]
    fn same_opening_and_swapped_colours_make_a_pair() {
        let games = [
            game("A", "B", "", "e4 e5"),
            game("A", "B", "", "d4 d5"),
            game("B", "A", "", "d4 d5"),
            game("B", "A", "", "e4 e5"),
            game("B", "A", "", "e4 e5"),
            game("A", "C", "", "e4 e5"),
            game("C", "A", "", "c4 e5"),
            game("A", "B", "", "d4 d5"),
        ];
        assert_eq!(pairs_of(&games), (2, 4));
    }

    #[test]
    fn a_round_makes_a_pair_where_openings_differ() {
        let games = [
            game("A", "B", "1", "e4 e5"),
            game("A", "B", "2.1", "e4 e5"),
            game("B", "A", "1", "e4 c5"),
            game("B", "A", "2.2", "e4 e5"),
        ];
        assert_eq!(pairs_of(&games), (2, 0));
        let fen = |round, position| game("A", "B", round, position);
        let mut other = game("B", "A", "1", "8/k/K w - - Kb1");
        assert_eq!(
            pairs_of(&[fen("1", "8/k/K w - - Ka1"), other.clone()]),
            (1, 0)
        );
        other.opening = "8/K/k w - - Kb1".to_owned();
        assert_eq!(pairs_of(&[fen("1", "8/k/K w - - Ka1"), other]), (0, 2));
    }

    #[test]
    fn an_unfinished_game_does_not_count() {
        let mut unfinished = game("A", "B", "", "");
        unfinished.result = None;
        let mut pool = Pool::new();
        assert!(!pool.add(&unfinished));
        assert!(pool.units().is_empty() && pool.names().is_empty());
    }
}

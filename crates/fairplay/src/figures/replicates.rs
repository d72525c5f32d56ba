//! Whole games drawn again, for intervals of figures of several games.
//!
//! Moves of one game depend on each other: the opening, the opponent, the day. What
//! can be drawn again are games, by the Bayesian bootstrap. A game has the same weights in all
//! places where it comes up, so that a player and his opponents, or everybody and everybody but
//! him, are drawn together; and the same games give the same intervals.
//!
//! Start with `Replicates::add`, then `Replicates::ratios`; `middle_95` makes the interval.

use std::sync::Arc;

use super::game_numbers::{COLUMNS, GameNumbers};
use plumb_stats::statistics::{
    REPLICATES, add_weighted, bootstrap_weights, middle_95, ratios, subtract,
};

/// One side of each of several games: the game's number and its own numbers.
pub type GameList = Vec<(u64, Arc<GameNumbers>)>;

/// Sums over games in every replicate.
#[derive(Clone, Debug, PartialEq)]
pub struct Replicates {
    /// The replicates of each column, one column after the other; empty before the first
    /// game.
    sums: Vec<f32>,
    /// Sides of games that add to each column.
    games: Vec<u32>,
}

impl Default for Replicates {
    fn default() -> Replicates {
        Replicates {
            sums: Vec::new(),
            games: vec![0; COLUMNS],
        }
    }
}

impl Replicates {
    /// Replicates of the sums over these sides of games.
    pub fn of(games: &GameList) -> Replicates {
        let mut all = Replicates::default();
        all.add_games(games);
        all
    }

    /// Adds these sides of games.
    pub(super) fn add_games(&mut self, games: &GameList) {
        for (game, numbers) in games {
            self.add(&bootstrap_weights(*game), numbers);
        }
    }

    /// Adds one side of a game with the weights of that game.
    pub fn add(&mut self, weights: &[f32], numbers: &GameNumbers) {
        if self.sums.is_empty() {
            self.sums = vec![0.0; COLUMNS * REPLICATES];
        }
        for &(column, number) in &numbers.0 {
            let at = usize::from(column);
            self.games[at] += 1;
            let sums = &mut self.sums[at * REPLICATES..(at + 1) * REPLICATES];
            add_weighted(sums, weights, number);
        }
    }

    /// What is left without games that had been added.
    pub fn without(&self, part: &Replicates) -> Replicates {
        let mut left = self.clone();
        subtract(&mut left.sums, &part.sums);
        for (games, less) in left.games.iter_mut().zip(&part.games) {
            *games = games.saturating_sub(*less);
        }
        left
    }

    /// Sides of games that add to a column.
    pub(super) fn games(&self, column: usize) -> u32 {
        self.games[column]
    }

    fn column(&self, column: usize) -> &[f32] {
        let at = column * REPLICATES;
        self.sums.get(at..at + REPLICATES).unwrap_or_default()
    }

    /// A number over another in every replicate; nothing where fewer than two games
    /// have the second: one game cannot be drawn in different ways.
    pub(super) fn ratios(&self, number: usize, over: usize) -> Option<Vec<f64>> {
        self.ratios_of(number, |replicate| self.column(over)[replicate], over)
    }

    /// The same over the difference of two columns.
    pub(super) fn ratios_less(&self, number: usize, over: usize, less: usize) -> Option<Vec<f64>> {
        let (all, part) = (self.column(over), self.column(less));
        self.ratios_of(
            number,
            |at| all.get(at).unwrap_or(&0.0) - part.get(at).unwrap_or(&0.0),
            over,
        )
    }

    fn ratios_of(
        &self,
        number: usize,
        over: impl Fn(usize) -> f32,
        games: usize,
    ) -> Option<Vec<f64>> {
        if self.games[games] < 2 {
            return None;
        }
        Some(ratios(self.column(number), over))
    }

    /// Several columns together, in every replicate.
    pub(super) fn each<const N: usize>(
        &self,
        columns: [usize; N],
        value: impl Fn([f64; N]) -> Option<f64>,
    ) -> Vec<f64> {
        let columns = columns.map(|column| self.column(column));
        let all = columns.first().map_or(0, |column| column.len());
        let at = |replicate: usize| columns.map(|column| f64::from(column[replicate]));
        (0..all)
            .filter_map(|replicate| value(at(replicate)))
            .collect()
    }
}

/// The ends of a share over games, each with its number, its moves and how many of them
/// count; nothing where fewer than two have any.
pub(crate) fn share_over_games(games: &[(u64, f64, f64)]) -> Option<[f64; 2]> {
    let known = || games.iter().filter(|(_, of, _)| *of > 0.0);
    if known().count() < 2 {
        return None;
    }
    let mut sums = vec![(0.0, 0.0); REPLICATES];
    for &(game, of, count) in known() {
        for (sum, weight) in sums.iter_mut().zip(bootstrap_weights(game)) {
            sum.0 += f64::from(weight) * of;
            sum.1 += f64::from(weight) * count;
        }
    }
    middle_95(sums.into_iter().map(|(of, count)| count / of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_over_games_needs_two_of_them() {
        let even = [(1, 20.0, 10.0), (2, 20.0, 10.0), (3, 0.0, 0.0)];
        assert_eq!(share_over_games(&even), Some([0.5, 0.5]));
        assert_eq!(share_over_games(&even[1..]), None);
        let uneven: Vec<(u64, f64, f64)> = (0..12)
            .map(|at| (at, 20.0, 20.0 * (at % 2) as f64))
            .collect();
        let [low, high] = share_over_games(&uneven).unwrap();
        // The standard error over twelve games of 0 or 1 is about 0.14.
        assert!(
            (0.15..0.32).contains(&low) && (0.68..0.85).contains(&high),
            "{low} {high}"
        );
    }
}

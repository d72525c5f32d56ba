//! Whole games drawn again, for intervals of figures of several games.
//!
//! Moves of one game depend on each other: the opening, the opponent, the day. What
//! can be drawn again are games. Each of a thousand replicates gives every game a
//! random weight, the same in all places where the game comes up (the Bayesian bootstrap:
//! D. B. Rubin, 1981: exponential weights), so that a player and his opponents, or everybody and
//! everybody but him, are drawn together. Weights come from the game's number and a
//! fixed seed: the same games give the same intervals.
//!
//! Start with `Replicates::add`, then `Replicates::ends`.

use std::sync::Arc;

use super::game_numbers::{COLUMNS, GameNumbers};
use crate::random::Random;

/// How often games are drawn again.
pub const REPLICATES: usize = 1_000;
/// With another seed intervals differ by what chance does to the drawing.
const SEED: u64 = 0x706c_756d_6220_3035;

/// The weights of a game in all replicates: exponential, with a mean of 1.
pub fn game_weights(game: u64) -> Vec<f32> {
    let mut random = Random::seeded(SEED ^ game.wrapping_mul(0xd134_2543_de82_ef95));
    // Never 0, whose logarithm is infinite.
    let mut unit = || ((random.bits() >> 40) as f32 + 0.5) / (1_u32 << 24) as f32;
    (0..REPLICATES).map(|_| -libm::logf(unit())).collect()
}

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
    /// Of these sides of games.
    pub fn of(games: &GameList) -> Replicates {
        let mut all = Replicates::default();
        all.add_games(games);
        all
    }

    /// Adds these sides of games.
    pub(super) fn add_games(&mut self, games: &GameList) {
        for (game, numbers) in games {
            self.add(&game_weights(*game), numbers);
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
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight * number;
            }
        }
    }

    /// What is left without games that had been added.
    pub fn without(&self, part: &Replicates) -> Replicates {
        let mut left = self.clone();
        for (sum, less) in left.sums.iter_mut().zip(&part.sums) {
            *sum -= less;
        }
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
        let values = self.column(number).iter().enumerate();
        let ratios = values.map(|(at, &value)| f64::from(value) / f64::from(over(at)));
        Some(ratios.filter(|ratio| ratio.is_finite()).collect())
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
pub(in crate::fairplay) fn share_over_games(games: &[(u64, f64, f64)]) -> Option<[f64; 2]> {
    let known = || games.iter().filter(|(_, of, _)| *of > 0.0);
    if known().count() < 2 {
        return None;
    }
    let mut sums = vec![(0.0, 0.0); REPLICATES];
    for &(game, of, count) in known() {
        for (sum, weight) in sums.iter_mut().zip(game_weights(game)) {
            sum.0 += f64::from(weight) * of;
            sum.1 += f64::from(weight) * count;
        }
    }
    middle_95(sums.into_iter().map(|(of, count)| count / of).collect())
}

/// The ends of the middle 95 % of these values, by nearest rank; nothing of so few that
/// the ends would be single ones.
pub fn middle_95(mut values: Vec<f64>) -> Option<[f64; 2]> {
    if values.len() < 100 {
        return None;
    }
    let last = values.len() - 1;
    let low = last * 25 / 1_000;
    let high = last - low;
    let (_, low, _) = values.select_nth_unstable_by(low, f64::total_cmp);
    let low = *low;
    let (_, high, _) = values.select_nth_unstable_by(high, f64::total_cmp);
    Some([low, *high])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_of_the_game_alone_and_one_on_the_whole() {
        assert_eq!(game_weights(7), game_weights(7));
        assert_ne!(game_weights(7), game_weights(8));
        let all: Vec<f32> = (0..50).flat_map(game_weights).collect();
        let mean = all.iter().sum::<f32>() / all.len() as f32;
        let above = all.iter().filter(|&&weight| weight > 1.0).count() as f32;
        assert!((mean - 1.0).abs() < 0.02, "{mean}");
        // e^-1 of an exponential distribution lies above its mean.
        assert!((above / all.len() as f32 - 0.3679).abs() < 0.01, "{above}");
        assert!(all.iter().all(|weight| weight.is_finite() && *weight > 0.0));
    }

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

    #[test]
    fn the_middle_is_by_nearest_rank() {
        let values: Vec<f64> = (0..1_000).rev().map(f64::from).collect();
        assert_eq!(middle_95(values), Some([24.0, 975.0]));
        assert_eq!(middle_95(vec![1.0; 99]), None);
    }
}

//! Intervals by drawing whole games again and again (Efron's bootstrap, 1979).
//! Positions of one game resemble each other, so the game is what is drawn.

use plumb_support::random::Random;

/// How to resample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resampling {
    /// How often; none gives no intervals.
    pub resamples: usize,
    /// Where the random numbers begin.
    pub seed: u64,
}

/// A figure and its 95 % interval, where there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The figure over all games.
    pub value: f64,
    /// The 2.5th and the 97.5th percentile of the resamples.
    pub bounds: Option<(f64, f64)>,
}

impl Resampling {
    /// Figures of the sum over all games, with intervals. `games` holds what
    /// each game adds; `add` adds one to a sum that begins as `nothing`;
    /// `figures` gives a fixed number of figures, none where one is undefined.
    /// Figures of the same resample come from the same games, so a difference
    /// of two engines may be one of them.
    pub fn spreads<T: Clone>(
        &self,
        games: &[T],
        nothing: &T,
        add: impl Fn(&mut T, &T),
        figures: impl Fn(&T) -> Vec<Option<f64>>,
    ) -> Vec<Option<Spread>> {
        let mut whole = nothing.clone();
        for game in games {
            add(&mut whole, game);
        }
        let values = figures(&whole);
        let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); values.len()];
        // A single game, drawn again, shows no spread at all.
        let resamples = if games.len() < 2 { 0 } else { self.resamples };
        for index in 0..resamples {
            let mut random = Random::stream(self.seed, index as u64);
            let mut sum = nothing.clone();
            for _ in games {
                if let Some(game) = games.get(random.below(games.len())) {
                    add(&mut sum, game);
                }
            }
            for (list, figure) in drawn.iter_mut().zip(figures(&sum)) {
                list.extend(figure.filter(|figure| figure.is_finite()));
            }
        }
        let spread = |(value, list): (Option<f64>, Vec<f64>)| {
            Some(Spread {
                value: value?,
                bounds: bounds(list),
            })
        };
        values.into_iter().zip(drawn).map(spread).collect()
    }
}

/// The percentiles, between neighbours where they fall between.
fn bounds(mut drawn: Vec<f64>) -> Option<(f64, f64)> {
    drawn.sort_by(f64::total_cmp);
    let last = drawn.len().checked_sub(1)?;
    let percentile = |share: f64| {
        let at = share * last as f64;
        let below = at.floor() as usize;
        let above = (below + 1).min(last);
        drawn[below] + (at - below as f64) * (drawn[above] - drawn[below])
    };
    Some((percentile(0.025), percentile(0.975)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Resampling = Resampling {
        resamples: 2_000,
        seed: 1,
    };

    fn mean(games: &[(f64, f64)]) -> Option<Spread> {
        SETTINGS.spreads(
            games,
            &(0.0, 0.0),
            |sum, game| *sum = (sum.0 + game.0, sum.1 + game.1),
            |sum| vec![(sum.1 > 0.0).then(|| sum.0 / sum.1)],
        )[0]
    }

    #[test]
    fn a_share_has_the_spread_of_a_share() {
        // 400 games of one position, half right: ± 1.96 √(¼ / 400).
        let games: Vec<_> = (0..400).map(|n| (f64::from(n % 2), 1.0)).collect();
        let spread = mean(&games).unwrap();
        let (low, high) = spread.bounds.unwrap();
        assert_eq!(spread.value, 0.5);
        assert!((low - 0.451).abs() < 0.006, "{low}");
        assert!((high - 0.549).abs() < 0.006, "{high}");
        assert_eq!(mean(&games), mean(&games));
    }

    #[test]
    fn positions_of_one_game_are_no_independent_evidence() {
        // The same 400 positions in 20 games that are all right or all wrong.
        let games: Vec<_> = (0..20).map(|n| (f64::from(n % 2) * 20.0, 20.0)).collect();
        let (low, high) = mean(&games).unwrap().bounds.unwrap();
        assert!(high - low > 0.35, "{low} {high}");
    }

    #[test]
    fn too_little_to_draw_from_gives_no_interval() {
        let spread = mean(&[(3.0, 4.0)]).unwrap();
        assert_eq!((spread.value, spread.bounds), (0.75, None));
        assert_eq!(mean(&[]), None);
    }
}

//! How closely expected points go with the points made: Pearson's correlation,
//! for several engines on the same positions.

use std::ops::AddAssign;

use super::bootstrap::{Resampling, Spread};
use super::chance::expected_points;
use super::class::WhiteScore;

/// A position from a game that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePosition {
    /// Which game it is from; positions of a game stand together.
    pub game: usize,
    /// White's points in that game: 0, ½ or 1.
    pub points: f64,
    /// A score from each engine; none where it gave none.
    pub scores: Vec<Option<WhiteScore>>,
}

/// Sums over pairs of numbers, enough for their correlation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: f64,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Moments {
    /// Takes in a pair.
    pub fn add(&mut self, x: f64, y: f64) {
        *self += Moments {
            count: 1.0,
            x,
            y,
            xx: x * x,
            yy: y * y,
            xy: x * y,
        };
    }

    /// Pairs taken in.
    pub fn count(&self) -> u64 {
        self.count as u64
    }

    /// The correlation, −1 to 1; none where one of the two never varies.
    pub fn correlation(&self) -> Option<f64> {
        let x = self.count * self.xx - self.x * self.x;
        let y = self.count * self.yy - self.y * self.y;
        let xy = self.count * self.xy - self.x * self.y;
        (x > 1e-9 && y > 1e-9).then(|| (xy / (x * y).sqrt()).clamp(-1.0, 1.0))
    }
}

impl AddAssign for Moments {
    fn add_assign(&mut self, other: Moments) {
        self.count += other.count;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.yy += other.yy;
        self.xy += other.xy;
    }
}

/// How one engine did.
#[derive(Clone, Debug, PartialEq)]
pub struct Correlation {
    /// Positions with a score.
    pub positions: u64,
    /// The correlation of its expected points with the points made.
    pub value: Option<Spread>,
    /// The correlation minus that of the engine it is compared with, over the
    /// positions that both have a score for, and how many these are; none for
    /// that engine.
    pub gap: Option<(u64, Option<Spread>)>,
}

/// What one game adds for one engine.
#[derive(Clone, Copy, Default)]
struct Sums {
    all: Moments,
    common: Moments,
    other: Moments,
}

/// How each engine did with its scale (in centipawns, none if it has none), and
/// how it compares with the engine numbered `against`.
pub fn correlations(
    positions: &[GamePosition],
    scales: &[Option<f64>],
    against: usize,
    resampling: Resampling,
) -> Vec<Correlation> {
    let nothing = vec![Sums::default(); scales.len()];
    let mut games: Vec<Vec<Sums>> = Vec::new();
    let mut current = None;
    for position in positions {
        if current != Some(position.game) {
            current = Some(position.game);
            games.push(nothing.clone());
        }
        if let Some(game) = games.last_mut() {
            count(game, position, scales, against);
        }
    }
    let add = |sum: &mut Vec<Sums>, game: &Vec<Sums>| {
        for (sum, game) in sum.iter_mut().zip(game) {
            sum.all += game.all;
            sum.common += game.common;
            sum.other += game.other;
        }
    };
    let spreads = resampling.spreads(&games, &nothing, add, |sum| {
        let figures = |sums: &Sums| {
            let common = sums.common.correlation();
            let gap = common.zip(sums.other.correlation()).map(|(a, b)| a - b);
            [sums.all.correlation(), gap]
        };
        sum.iter().flat_map(figures).collect()
    });
    let mut whole = nothing.clone();
    for game in &games {
        add(&mut whole, game);
    }
    let row = |(index, sums): (usize, &Sums)| {
        let figure = |at: usize| spreads.get(2 * index + at).copied().flatten();
        Correlation {
            positions: sums.all.count(),
            value: figure(0),
            gap: (index != against).then(|| (sums.common.count(), figure(1))),
        }
    };
    whole.iter().enumerate().map(row).collect()
}

fn count(game: &mut [Sums], position: &GamePosition, scales: &[Option<f64>], against: usize) {
    let expected = |engine: usize| {
        let score = position.scores.get(engine).copied().flatten()?;
        let scale = scales.get(engine).copied().flatten()?;
        Some(expected_points(score, scale))
    };
    let other = expected(against);
    for (engine, sums) in game.iter_mut().enumerate() {
        let Some(own) = expected(engine) else {
            continue;
        };
        sums.all.add(own, position.points);
        if let Some(other) = other {
            sums.common.add(own, position.points);
            sums.other.add(other, position.points);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESAMPLING: Resampling = Resampling {
        resamples: 300,
        seed: 1,
    };

    #[test]
    fn correlation_is_pearsons() {
        let mut moments = Moments::default();
        assert_eq!(moments.correlation(), None);
        for (x, y) in [(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0)] {
            moments.add(x, y);
        }
        // Covariance 0.75, both variances 1.25.
        assert!((moments.correlation().unwrap() - 0.6).abs() < 1e-12);
        let mut level = Moments::default();
        level.add(0.5, 1.0);
        level.add(0.5, 0.0);
        assert_eq!(level.correlation(), None);
    }

    #[test]
    fn the_engine_that_knows_more_is_ahead() {
        let mut bits = 3u64;
        let mut noise = || {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (bits >> 40) as i32 % 200 - 100
        };
        let positions: Vec<_> = (0..600)
            .map(|n| {
                let points = f64::from(n / 3 % 3) / 2.0;
                let truth = (points * 400.0) as i32 - 200;
                let score = |cp: i32| Some(WhiteScore::cp(cp));
                GamePosition {
                    game: n as usize / 3,
                    points,
                    scores: vec![
                        score(truth + noise()),
                        score(truth + 8 * noise()),
                        (n < 300).then(|| WhiteScore::cp(noise())),
                    ],
                }
            })
            .collect();
        let rows = correlations(&positions, &[Some(200.0); 3], 0, RESAMPLING);
        let value = |row: usize| rows[row].value.unwrap().value;
        assert!(value(0) > 0.8, "{}", value(0));
        assert!(value(2).abs() < 0.15, "{}", value(2));
        assert_eq!(rows[0].gap, None);
        let (count, gap) = rows[1].gap.unwrap();
        assert_eq!(count, 600);
        assert!(gap.unwrap().bounds.unwrap().1 < -0.1);
        assert_eq!(rows[2].positions, 300);
        assert_eq!(rows[2].gap.unwrap().0, 300);
    }
}

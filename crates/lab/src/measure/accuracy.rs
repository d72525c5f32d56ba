//! The accuracy of several engines on the same positions, and how far each is
//! from one of them.

use super::bootstrap::{Resampling, Spread};
use super::class::{Class, WhiteScore};
use super::confusion::Confusion;

/// A position with its true class and what the engines said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassifiedPosition {
    /// Which game it is from; positions of a game stand together.
    pub game: usize,
    /// The class of its label.
    pub truth: Class,
    /// A score from each engine; none where it gave none.
    pub scores: Vec<Option<WhiteScore>>,
}

/// How one engine did.
#[derive(Clone, Debug, PartialEq)]
pub struct Accuracy {
    /// Its verdicts, over all positions that it has a score for.
    pub confusion: Confusion,
    /// The share of right verdicts, 0 to 1.
    pub plain: Option<Spread>,
    /// The mean of the classes' recalls, 0 to 1.
    pub balanced: Option<Spread>,
    /// The distance from the engine it is compared with; none for that engine.
    pub gap: Option<AccuracyGap>,
}

/// This engine minus the other, over the positions that both have a score for.
#[derive(Clone, Debug, PartialEq)]
pub struct AccuracyGap {
    /// How many these are.
    pub positions: u64,
    /// The difference of the shares of right verdicts.
    pub plain: Option<Spread>,
    /// The difference of the mean recalls.
    pub balanced: Option<Spread>,
}

/// What one game adds for one engine: all its verdicts, and on the common
/// positions its own and the other engine's.
#[derive(Clone, Copy, Default)]
struct Counts {
    all: Confusion,
    common: Confusion,
    other: Confusion,
}

/// How each engine did with its cut (in centipawns, none if it has none), and
/// how it compares with the engine numbered `against`.
pub fn accuracies(
    positions: &[ClassifiedPosition],
    cuts: &[Option<i32>],
    against: usize,
    resampling: Resampling,
) -> Vec<Accuracy> {
    let mut games: Vec<Vec<Counts>> = Vec::new();
    let mut current = None;
    for position in positions {
        if current != Some(position.game) {
            current = Some(position.game);
            games.push(vec![Counts::default(); cuts.len()]);
        }
        if let Some(game) = games.last_mut() {
            count(game, position, cuts, against);
        }
    }
    let nothing = vec![Counts::default(); cuts.len()];
    let add = |sum: &mut Vec<Counts>, game: &Vec<Counts>| {
        for (sum, game) in sum.iter_mut().zip(game) {
            sum.all += game.all;
            sum.common += game.common;
            sum.other += game.other;
        }
    };
    let spreads = resampling.spreads(&games, &nothing, add, |sum| {
        sum.iter().flat_map(figures).collect()
    });
    let mut whole = nothing.clone();
    for game in &games {
        add(&mut whole, game);
    }
    let row = |(index, counts): (usize, &Counts)| {
        let figure = |at: usize| spreads.get(index * FIGURES + at).copied().flatten();
        Accuracy {
            confusion: counts.all,
            plain: figure(0),
            balanced: figure(1),
            gap: (index != against).then(|| AccuracyGap {
                positions: counts.common.positions(),
                plain: figure(2),
                balanced: figure(3),
            }),
        }
    };
    whole.iter().enumerate().map(row).collect()
}

const FIGURES: usize = 4;

fn figures(counts: &Counts) -> [Option<f64>; FIGURES] {
    let difference = |figure: fn(&Confusion) -> Option<f64>| {
        Some(figure(&counts.common)? - figure(&counts.other)?)
    };
    [
        counts.all.plain(),
        counts.all.balanced(),
        difference(Confusion::plain),
        difference(Confusion::balanced),
    ]
}

fn count(game: &mut [Counts], position: &ClassifiedPosition, cuts: &[Option<i32>], against: usize) {
    let verdict = |engine: usize| {
        let score = position.scores.get(engine).copied().flatten()?;
        Some(Class::of(score, cuts.get(engine).copied().flatten()?))
    };
    let other = verdict(against);
    for (engine, counts) in game.iter_mut().enumerate() {
        let Some(own) = verdict(engine) else {
            continue;
        };
        counts.all.add(position.truth, own);
        if let Some(other) = other {
            counts.common.add(position.truth, own);
            counts.other.add(position.truth, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESAMPLING: Resampling = Resampling {
        resamples: 500,
        seed: 1,
    };

    fn position(game: usize, label: i32, scores: &[Option<i32>]) -> ClassifiedPosition {
        ClassifiedPosition {
            game,
            truth: Class::of(WhiteScore::cp(label), 100),
            scores: scores.iter().map(|s| s.map(WhiteScore::cp)).collect(),
        }
    }

    #[test]
    fn each_engine_is_measured_with_its_own_cut() {
        let positions: Vec<_> = (0..40)
            .map(|n| {
                let label = [250, 0, -250, 50][n % 4];
                // The second engine's scale is a tenth of the first one's.
                position(n / 4, label, &[Some(label), Some(label / 10)])
            })
            .collect();
        let rows = accuracies(&positions, &[Some(100), Some(10)], 0, RESAMPLING);
        assert!(rows.iter().all(|row| row.plain.unwrap().value == 1.0));
        assert!(rows.iter().all(|row| row.balanced.unwrap().value == 1.0));
        let rows = accuracies(&positions, &[Some(100), Some(100)], 0, RESAMPLING);
        assert_eq!(rows[1].plain.unwrap().value, 0.5);
        assert!((rows[1].balanced.unwrap().value - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(rows[1].confusion.0, [[0, 10, 0], [0, 20, 0], [0, 10, 0]]);
        assert_eq!(rows[0].gap, None);
    }

    #[test]
    fn differences_are_taken_where_both_have_scores() {
        // The second engine dies after 6 of 20 positions, all level; the first
        // is wrong on one of these.
        let positions: Vec<_> = (0..20)
            .map(|n| {
                let first = if n == 3 { 300 } else { 0 };
                position(n / 2, 0, &[Some(first), (n < 6).then_some(0)])
            })
            .collect();
        let rows = accuracies(&positions, &[Some(100), Some(100)], 0, RESAMPLING);
        assert_eq!(rows[0].plain.unwrap().value, 0.95);
        assert_eq!(rows[1].confusion.positions(), 6);
        let gap = rows[1].gap.clone().unwrap();
        assert_eq!(gap.positions, 6);
        assert!((gap.plain.unwrap().value - 1.0 / 6.0).abs() < 1e-12);
        // The other way round the sign turns.
        let rows = accuracies(&positions, &[Some(100), Some(100)], 1, RESAMPLING);
        let turned = rows[0].gap.clone().unwrap().plain.unwrap().value;
        assert!((turned + 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn pairing_narrows_the_interval() {
        // Both err on the same positions, but for one game in ten.
        let positions: Vec<_> = (0..400)
            .map(|n| {
                let wrong = n % 3 == 0;
                let second = wrong || n % 40 == 1;
                let score = |wrong: bool| Some(if wrong { 500 } else { 0 });
                position(n / 4, 0, &[score(wrong), score(second)])
            })
            .collect();
        let rows = accuracies(&positions, &[Some(100), Some(100)], 0, RESAMPLING);
        let width = |spread: Spread| {
            let (low, high) = spread.bounds.unwrap();
            high - low
        };
        let gap = rows[1].gap.clone().unwrap().plain.unwrap();
        assert!(gap.value < 0.0);
        assert!(gap.bounds.unwrap().1 < 0.0, "{gap:?}");
        assert!(width(gap) < width(rows[1].plain.unwrap()));
    }

    #[test]
    fn an_engine_without_a_cut_has_no_figures() {
        let positions = [position(0, 0, &[Some(0), Some(0)])];
        let rows = accuracies(&positions, &[Some(100), None], 0, RESAMPLING);
        assert_eq!(rows[1].plain, None);
        assert_eq!(rows[1].gap.clone().unwrap().positions, 0);
        assert!(accuracies(&[], &[], 0, RESAMPLING).is_empty());
    }
}

//! Support vector machines that part three trends, each two of them.
//!
//! Of the trends that win most of these, the one with the largest decision values.

use crate::classifiers::{Kernel, decisions};
use plumb_coach::analysis::Trend;

/// Vectors with what is to be told from them.
#[derive(Clone, Debug, Default)]
pub(super) struct LabelledVectors {
    /// The vectors, all of the same length.
    pub(super) vectors: Vec<Vec<f64>>,
    /// What each is.
    pub(super) labels: Vec<Trend>,
}

impl LabelledVectors {
    /// Those for which `keep`, which is told their places, says yes.
    pub(super) fn filtered(&self, keep: impl Fn(usize) -> bool) -> LabelledVectors {
        let places: Vec<usize> = (0..self.labels.len()).filter(|&at| keep(at)).collect();
        LabelledVectors {
            vectors: places.iter().map(|&at| self.vectors[at].clone()).collect(),
            labels: places.iter().map(|&at| self.labels[at]).collect(),
        }
    }

    /// The variance of all entries of all vectors together.
    pub(super) fn variance(&self) -> f64 {
        let all = || self.vectors.iter().flatten();
        let count = all().count().max(1) as f64;
        let mean = all().sum::<f64>() / count;
        all().map(|x| (x - mean).powi(2)).sum::<f64>() / count
    }
}

/// What machines that part each two trends make of `tested`: the trend with the most votes,
/// of several the one with the largest decision values.
pub(super) fn voted(
    training: &LabelledVectors,
    tested: &[Vec<f64>],
    kernel: Kernel,
    cost: f64,
) -> Result<Vec<Trend>, String> {
    let mut votes = vec![[(0, 0.0); Trend::ALL.len()]; tested.len()];
    for (place, &one) in Trend::ALL.iter().enumerate() {
        for (other_place, &other) in Trend::ALL.iter().enumerate().skip(place + 1) {
            let two = training.filtered(|at| [one, other].contains(&training.labels[at]));
            let is_one: Vec<bool> = two.labels.iter().map(|&label| label == one).collect();
            let values = decisions(&two.vectors, &is_one, tested, kernel, cost)?;
            for (votes, value) in votes.iter_mut().zip(values) {
                votes[if value > 0.0 { place } else { other_place }].0 += 1;
                votes[place].1 += value;
                votes[other_place].1 -= value;
            }
        }
    }
    let winner = |votes: &[(u32, f64); Trend::ALL.len()]| {
        let better = |one: &(u32, f64), other: &(u32, f64)| {
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        };
        let pairs = Trend::ALL.into_iter().zip(votes);
        let best = pairs.max_by(|one, other| better(one.1, other.1));
        best.map_or(Trend::Other, |(trend, _)| trend)
    };
    Ok(votes.iter().map(winner).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points around three corners, by trend.
    fn corners(shift: f64) -> LabelledVectors {
        let mut points = LabelledVectors::default();
        for at in 0..12 {
            let (trend, x, y) = [
                (Trend::Ascending, 3.0, 0.0),
                (Trend::Descending, -3.0, 0.0),
                (Trend::Other, 0.0, 4.0),
            ][at % 3];
            let turn = at as f64 + shift;
            points
                .vectors
                .push(vec![x + 0.5 * turn.cos(), y + 0.5 * turn.sin()]);
            points.labels.push(trend);
        }
        points
    }

    #[test]
    fn every_kernel_parts_what_lies_apart() {
        let (training, tested) = (corners(0.0), corners(0.5));
        for kernel in [
            Kernel::Linear,
            Kernel::Polynomial {
                // An even power takes a corner for its mirror image.
                degree: 3,
                gamma: 0.5,
            },
            Kernel::Radial { gamma: 0.5 },
        ] {
            let said = voted(&training, &tested.vectors, kernel, 1.0).unwrap();
            assert_eq!(said, tested.labels, "{kernel:?}");
        }
    }

    #[test]
    fn two_trends_alone_are_an_error() {
        let points = corners(0.0);
        let two = points.filtered(|at| points.labels[at] != Trend::Other);
        assert!(voted(&two, &two.vectors, Kernel::Linear, 1.0).is_err());
    }

    #[test]
    fn the_variance_is_of_all_entries() {
        let vectors = LabelledVectors {
            vectors: vec![vec![1.0, 3.0], vec![5.0, 7.0]],
            labels: vec![Trend::Other; 2],
        };
        assert_eq!(vectors.variance(), 5.0);
    }
}

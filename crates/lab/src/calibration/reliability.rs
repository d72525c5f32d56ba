//! Are the chances right? Of the positions that were given 30 %, three in ten
//! should have been won.

use super::fit::log_loss;
use super::games::Cells;
use plumb_engine::eval::WdlModel;

/// Bins of predicted chances.
const BINS: usize = 10;
/// Of the standard normal distribution: 95 % lie within.
const Z95: f64 = 1.959_963_984_540_054;

/// Positions whose predicted chance of one result lies in one range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// Positions.
    pub count: u64,
    /// Mean of the chances predicted.
    pub predicted: f64,
    /// The share of positions in which it happened.
    pub observed: f64,
    /// 95 % interval of that share, as if positions were independent.
    pub interval: [f64; 2],
}

/// A comparison of predictions with results, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// For win, draw and loss: ten bins of predicted chance, 0 to 10 % first.
    pub bins: [[Bin; BINS]; 3],
    /// Positions.
    pub positions: u64,
    /// Mean negative logarithm of the chance given to what happened.
    pub log_loss: f64,
    /// The same for a prediction that only knows how often each result occurs.
    pub base_log_loss: f64,
    /// Mean squared distance of the three chances from what happened: 0 is
    /// perfect, 2 the worst.
    pub brier: f64,
    /// Mean distance of predicted and observed shares over the bins of all
    /// three results, weighted by positions.
    pub calibration_error: f64,
}

/// Wilson's interval for a share of `hits` in `count`, 95 %.
pub fn wilson(hits: u64, count: u64) -> [f64; 2] {
    if count == 0 {
        return [0.0, 1.0];
    }
    let n = count as f64;
    let share = hits as f64 / n;
    let squared = Z95 * Z95;
    let centre = share + squared / (2.0 * n);
    let margin = Z95 * (share * (1.0 - share) / n + squared / (4.0 * n * n)).sqrt();
    let scale = 1.0 + squared / n;
    [
        ((centre - margin) / scale).max(0.0),
        ((centre + margin) / scale).min(1.0),
    ]
}

impl Reliability {
    /// Compares the model's chances with these results.
    pub fn of(cells: &Cells, model: &WdlModel) -> Reliability {
        let mut sums = [[(0u64, 0.0, 0u64); BINS]; 3];
        let mut brier = 0.0;
        let mut results = [0u64; 3];
        for (phase, cp, counts) in cells.iter() {
            let chances = model.chances(f64::from(cp), phase);
            let total: u64 = counts.iter().sum();
            let squares: f64 = chances.iter().map(|chance| chance * chance).sum();
            for result in 0..3 {
                let (chance, hits) = (chances[result], counts[result]);
                let bin = ((chance * BINS as f64) as usize).min(BINS - 1);
                let sum = &mut sums[result][bin];
                sum.0 += total;
                sum.1 += chance * total as f64;
                sum.2 += hits;
                results[result] += hits;
                brier += hits as f64 * (squares - 2.0 * chance + 1.0);
            }
        }
        let positions: u64 = results.iter().sum();
        let share = |count: u64| count as f64 / positions.max(1) as f64;
        let bins = sums.map(|row| {
            row.map(|(count, predicted, hits)| Bin {
                count,
                predicted: predicted / count.max(1) as f64,
                observed: hits as f64 / count.max(1) as f64,
                interval: wilson(hits, count),
            })
        });
        let distance = |bin: &Bin| share(bin.count) * (bin.predicted - bin.observed).abs();
        let base = results.iter().filter(|&&count| count > 0);
        Reliability {
            bins,
            positions,
            log_loss: log_loss(cells, model),
            base_log_loss: -base
                .map(|&count| share(count) * libm::log(share(count)))
                .sum::<f64>(),
            brier: brier / positions.max(1) as f64,
            calibration_error: bins.iter().flatten().map(distance).sum::<f64>() / 3.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_table_by_hand() {
        let model = WdlModel {
            win_half_cp: [100.0; 4],
            spread_cp: [50.0; 4],
        };
        let mut cells = Cells::default();
        // At 100 cp: 50 % win, 48.2 % draw, 1.8 % loss. Twice as often won.
        cells.add(24, 100, [8, 2, 0]);
        // At 0 cp: 11.92 % win and loss, 76.16 % draw.
        cells.add(10, 0, [1, 8, 1]);
        let table = Reliability::of(&cells, &model);
        let small = 1.0 / (1.0 + libm::exp(4.0));
        let side = 1.0 / (1.0 + libm::exp(2.0));
        assert_eq!(table.positions, 20);
        let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
        let [wins, draws, losses] = table.bins;
        for (bin, count, predicted, observed) in [
            (wins[5], 10, 0.5, 0.8),
            (wins[1], 10, side, 0.1),
            (draws[4], 10, 0.5 - small, 0.2),
            (draws[7], 10, 1.0 - 2.0 * side, 0.8),
            (losses[0], 10, small, 0.0),
            (losses[1], 10, side, 0.1),
        ] {
            assert_eq!(bin.count, count);
            close(bin.predicted, predicted);
            close(bin.observed, observed);
        }
        let distances = [
            0.3,
            side - 0.1,
            0.3 - small,
            0.8 - (1.0 - 2.0 * side),
            small,
            side - 0.1,
        ];
        close(table.calibration_error, distances.iter().sum::<f64>() / 6.0);
        let brier_at = |chances: [f64; 3], counts: [f64; 3]| -> f64 {
            let of = |happened: usize| -> f64 {
                let one = |i: usize| (chances[i] - f64::from(i == happened)).powi(2);
                (0..3).map(one).sum()
            };
            (0..3).map(|happened| counts[happened] * of(happened)).sum()
        };
        let brier = brier_at([0.5, 0.5 - small, small], [8.0, 2.0, 0.0])
            + brier_at([side, 1.0 - 2.0 * side, side], [1.0, 8.0, 1.0]);
        close(table.brier, brier / 20.0);
        let surprise = 8.0 * libm::log(2.0)
            - 2.0 * libm::log(0.5 - small)
            - 2.0 * libm::log(side)
            - 8.0 * libm::log(1.0 - 2.0 * side);
        close(table.log_loss, surprise / 20.0);
        let base = [9.0 / 20.0, 10.0 / 20.0, 1.0 / 20.0];
        close(
            table.base_log_loss,
            -base.iter().map(|p: &f64| p * libm::log(*p)).sum::<f64>(),
        );
    }

    #[test]
    fn intervals_are_wilsons() {
        assert_eq!(wilson(0, 0), [0.0, 1.0]);
        // Newcombe's example (1998): 81 of 263 gives 0.2553 to 0.3662.
        let [low, high] = wilson(81, 263);
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5);
        assert!(wilson(0, 10)[0] < 1e-12 && wilson(10, 10)[1] > 1.0 - 1e-12);
    }
}

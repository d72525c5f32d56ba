//! Maximum likelihood: the model under which the results were least surprising.
//!
//! Newton's method with the expected curvature (Fisher's scoring), damped after
//! Levenberg and Marquardt. The unknowns are the logarithms of the model's
//! numbers, so that these stay positive. A little weight holds neighbouring
//! phases together where there are few games.

use super::games::Cells;
use plumb_engine::eval::{WdlModel, wdl_place};

/// Unknowns: four half-way scores, four spreads.
const SIZE: usize = 8;
/// Weight, in positions, of equal numbers at neighbouring phases.
const HOLD_TOGETHER: f64 = 4.0;
const MOST_STEPS: u32 = 200;
/// No chance is taken to be smaller.
const SMALLEST_CHANCE: f64 = 1e-12;
/// The model's numbers stay within what its table can hold.
const LIMITS_CP: [f64; 2] = [1.0, 10_000.0];

type Vector = [f64; SIZE];

/// What a fit came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The model.
    pub model: WdlModel,
    /// Mean negative logarithm of the chance given to what happened, on the
    /// positions fitted.
    pub log_loss: f64,
    /// Steps taken.
    pub steps: u32,
    /// False if it was still getting better when it was stopped.
    pub converged: bool,
}

/// The mean negative logarithm of the chance that the model gave to what
/// happened: 0 is perfect, 1.0986 knows nothing.
pub fn log_loss(cells: &Cells, model: &WdlModel) -> f64 {
    surprise(cells, model) / cells.total().max(1) as f64
}

fn surprise(cells: &Cells, model: &WdlModel) -> f64 {
    let of_cell = |(phase, cp, counts): (i32, i32, [u64; 3])| {
        let chances = model.chances(f64::from(cp), phase);
        let of =
            |(chance, count): (f64, u64)| -(count as f64) * libm::log(chance.max(SMALLEST_CHANCE));
        chances.into_iter().zip(counts).map(of).sum::<f64>()
    };
    cells.iter().map(of_cell).sum()
}

fn model_of(unknowns: &Vector) -> WdlModel {
    let value = |index: usize| libm::exp(unknowns[index]).clamp(LIMITS_CP[0], LIMITS_CP[1]);
    WdlModel {
        win_half_cp: std::array::from_fn(value),
        spread_cp: std::array::from_fn(|index| value(4 + index)),
    }
}

/// Pairs of unknowns for the same number at neighbouring phases.
const NEIGHBOURS: [(usize, usize); 6] = [(0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (6, 7)];

fn tension(unknowns: &Vector) -> f64 {
    let of = |(one, other): (usize, usize)| (unknowns[one] - unknowns[other]).powi(2);
    HOLD_TOGETHER / 2.0 * NEIGHBOURS.into_iter().map(of).sum::<f64>()
}

/// Fits the model, beginning with `start`.
pub fn fit(cells: &Cells, start: &WdlModel) -> Fit {
    let mut unknowns: Vector = std::array::from_fn(|index| {
        libm::log(if index < 4 {
            start.win_half_cp[index]
        } else {
            start.spread_cp[index - 4]
        })
    });
    let cost = |unknowns: &Vector| surprise(cells, &model_of(unknowns)) + tension(unknowns);
    let mut now = cost(&unknowns);
    let mut damping = 1e-3;
    let mut steps = 0;
    let mut converged = false;
    while steps < MOST_STEPS && !converged {
        steps += 1;
        let (slope, curvature) = slope_and_curvature(cells, &unknowns);
        loop {
            let mut damped = curvature;
            for index in 0..SIZE {
                damped[index][index] += damping * (curvature[index][index] + 1e-6);
            }
            let step = solve(damped, slope).map(|step| step.clamp(-1.0, 1.0));
            let trial: Vector = std::array::from_fn(|index| unknowns[index] - step[index]);
            let then = cost(&trial);
            if then < now {
                converged = now - then < 1e-10 * now.abs();
                (unknowns, now) = (trial, then);
                damping = (damping / 10.0).max(1e-12);
                break;
            }
            damping *= 10.0;
            if damping > 1e12 {
                converged = true;
                break;
            }
        }
    }
    let model = model_of(&unknowns);
    Fit {
        model,
        log_loss: log_loss(cells, &model),
        steps,
        converged,
    }
}

/// How the cost changes with each unknown, and its expected curvature.
fn slope_and_curvature(cells: &Cells, unknowns: &Vector) -> (Vector, [Vector; SIZE]) {
    let model = model_of(unknowns);
    let mut slope = [0.0; SIZE];
    let mut curvature = [[0.0; SIZE]; SIZE];
    for (one, other) in NEIGHBOURS {
        let pull = HOLD_TOGETHER * (unknowns[one] - unknowns[other]);
        slope[one] += pull;
        slope[other] -= pull;
        for (row, column, sign) in [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0)] {
            curvature[row][column] += sign * HOLD_TOGETHER;
        }
        curvature[other][one] -= HOLD_TOGETHER;
    }
    for (phase, cp, counts) in cells.iter() {
        let cp = f64::from(cp);
        let (half, spread) = model.half_and_spread(phase);
        let chances = model.chances(cp, phase);
        let [win, _, loss] = chances;
        // How the chances of win and loss change with half and spread.
        let (win_slope, loss_slope) = (win * (1.0 - win) / spread, loss * (1.0 - loss) / spread);
        let by_half = [-win_slope, win_slope + loss_slope, -loss_slope];
        let win_by_spread = -win_slope * (cp - half) / spread;
        let loss_by_spread = -loss_slope * (-cp - half) / spread;
        let by_spread = [
            win_by_spread,
            -win_by_spread - loss_by_spread,
            loss_by_spread,
        ];
        // How half and spread change with the four unknowns that matter here.
        let (index, part) = wdl_place(phase);
        let places = [
            (index, (1.0 - part) * model.win_half_cp[index], by_half),
            (index + 1, part * model.win_half_cp[index + 1], by_half),
            (4 + index, (1.0 - part) * model.spread_cp[index], by_spread),
            (5 + index, part * model.spread_cp[index + 1], by_spread),
        ];
        let total: u64 = counts.iter().sum();
        for result in 0..3 {
            let chance = chances[result].max(SMALLEST_CHANCE);
            for (row, change, by) in places {
                slope[row] -= counts[result] as f64 * by[result] * change / chance;
                for (column, other_change, other_by) in places {
                    curvature[row][column] +=
                        total as f64 * by[result] * change * other_by[result] * other_change
                            / chance;
                }
            }
        }
    }
    (slope, curvature)
}

/// Solves a system of linear equations by elimination with pivots. Where there
/// is no single solution the unknown concerned is 0.
fn solve(mut matrix: [Vector; SIZE], mut right: Vector) -> Vector {
    for column in 0..SIZE {
        let pivot = (column..SIZE).max_by(|&one, &other| {
            let size = |row: usize| matrix[row][column].abs();
            size(one).total_cmp(&size(other))
        });
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let head = matrix[column];
        if head[column].abs() < 1e-300 {
            continue;
        }
        for row in column + 1..SIZE {
            let factor = matrix[row][column] / head[column];
            for index in column..SIZE {
                matrix[row][index] -= factor * head[index];
            }
            right[row] -= factor * right[column];
        }
    }
    let mut solution = [0.0; SIZE];
    for row in (0..SIZE).rev() {
        let known: f64 = (row + 1..SIZE)
            .map(|index| matrix[row][index] * solution[index])
            .sum();
        if matrix[row][row].abs() >= 1e-300 {
            solution[row] = (right[row] - known) / matrix[row][row];
        }
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUE: WdlModel = WdlModel {
        win_half_cp: [60.0, 90.0, 130.0, 180.0],
        spread_cp: [30.0, 45.0, 55.0, 70.0],
    };

    const START: WdlModel = WdlModel {
        win_half_cp: [100.0; 4],
        spread_cp: [50.0; 4],
    };

    /// What the true model expects, in large numbers.
    fn expected_games(per_cell: f64) -> Cells {
        let mut cells = Cells::default();
        for phase in 0..=24 {
            for cp in (-600..=600).step_by(20) {
                let counts = TRUE
                    .chances(f64::from(cp), phase)
                    .map(|chance| (chance * per_cell).round() as u64);
                cells.add(phase, cp, counts);
            }
        }
        cells
    }

    #[test]
    fn a_known_model_is_recovered() {
        let fitted = fit(&expected_games(1e6), &START);
        assert!(fitted.converged, "{fitted:?}");
        let pairs = (fitted.model.win_half_cp.iter().zip(TRUE.win_half_cp))
            .chain(fitted.model.spread_cp.iter().zip(TRUE.spread_cp));
        for (found, wanted) in pairs {
            assert!((found / wanted - 1.0).abs() < 1e-3, "{fitted:?}");
        }
    }

    #[test]
    fn without_games_of_a_phase_its_neighbour_decides() {
        let mut cells = Cells::default();
        for (phase, cp, counts) in expected_games(1e5).iter() {
            if phase >= 16 {
                cells.add(phase, cp, counts);
            }
        }
        let model = fit(&cells, &START).model;
        assert!((model.win_half_cp[0] / model.win_half_cp[2] - 1.0).abs() < 0.01);
        assert!(
            (model.win_half_cp[3] / 180.0 - 1.0).abs() < 0.01,
            "{model:?}"
        );
        let nothing = fit(&Cells::default(), &START);
        assert!((nothing.model.win_half_cp[0] - 100.0).abs() < 1e-6);
        assert_eq!(nothing.log_loss, 0.0);
    }

    #[test]
    fn the_slope_is_the_change_of_the_cost() {
        let mut cells = Cells::default();
        cells.add(3, 120, [5, 2, 1]);
        cells.add(12, -40, [1, 7, 3]);
        cells.add(24, 900, [9, 1, 0]);
        let unknowns: Vector = std::array::from_fn(|index| 4.0 + 0.1 * index as f64);
        let (slope, _) = slope_and_curvature(&cells, &unknowns);
        for index in 0..SIZE {
            let at = |shift: f64| {
                let mut moved = unknowns;
                moved[index] += shift;
                surprise(&cells, &model_of(&moved)) + tension(&moved)
            };
            let numeric = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!(
                (numeric - slope[index]).abs() < 1e-5,
                "{index}: {numeric} {slope:?}"
            );
        }
    }

    #[test]
    fn results_that_no_curve_explains_do_no_harm() {
        let mut cells = Cells::default();
        // The better side always loses.
        cells.add(24, 300, [0, 0, 1_000]);
        cells.add(24, -300, [1_000, 0, 0]);
        let fitted = fit(&cells, &START);
        assert!(fitted.log_loss.is_finite());
        let numbers = [fitted.model.win_half_cp, fitted.model.spread_cp].concat();
        assert!(
            numbers.iter().all(|n| (1.0..=10_000.0).contains(n)),
            "{fitted:?}"
        );
    }
}

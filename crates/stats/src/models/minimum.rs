//! The lowest point of a smooth function of many numbers.
//!
//! J. Nocedal, Updating quasi-Newton matrices with limited storage, Mathematics of
//! Computation 35, 1980 (L-BFGS), with a line search that halves its step until the
//! function falls enough (L. Armijo, 1966).

use std::collections::VecDeque;

/// Steps that are remembered.
const MEMORY: usize = 12;
/// A step must win this part of what the slope promises.
const ENOUGH: f64 = 1e-4;
/// Halvings of a step, at most.
const HALVINGS: usize = 40;

/// Where the descent ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimum {
    /// The point.
    pub point: Vec<f64>,
    /// The function there.
    pub value: f64,
    /// Steps that were taken.
    pub steps: usize,
    /// It ended because a step won nothing to speak of, and not because there were
    /// too many or `go_on` said no.
    pub is_settled: bool,
}

/// Descends from `start`. `function` writes the gradient and returns the value; `go_on` is
/// told the steps so far and the value after each, and ends the descent with false. It is
/// over when three steps in a row win less than `tolerance`, or after `most_steps`.
pub fn minimum(
    start: Vec<f64>,
    tolerance: f64,
    most_steps: usize,
    mut function: impl FnMut(&[f64], &mut [f64]) -> f64,
    mut go_on: impl FnMut(usize, f64) -> bool,
) -> Minimum {
    let count = start.len();
    let mut point = start;
    let mut gradient = vec![0.0; count];
    let mut value = function(&point, &mut gradient);
    // Steps and changes of the gradient, the oldest first.
    let mut memory: VecDeque<(Vec<f64>, Vec<f64>)> = VecDeque::new();
    let mut small = 0;
    for steps in 0..most_steps {
        let direction = direction(&gradient, &memory);
        let slope = dot(&direction, &gradient);
        let is_flat = slope >= 0.0 || !slope.is_finite();
        let mut length = match memory.is_empty() {
            true => 1.0 / dot(&gradient, &gradient).sqrt().max(1.0),
            false => 1.0,
        };
        let mut next_gradient = vec![0.0; count];
        let mut found = None;
        for _ in 0..HALVINGS {
            if is_flat {
                break;
            }
            let pairs = point.iter().zip(&direction);
            let next: Vec<f64> = pairs.map(|(at, step)| at + length * step).collect();
            let next_value = function(&next, &mut next_gradient);
            if next_value <= value + ENOUGH * length * slope {
                found = Some((next, next_value));
                break;
            }
            length /= 2.0;
        }
        let Some((next, next_value)) = found else {
            return Minimum {
                point,
                value,
                steps,
                is_settled: true,
            };
        };
        let step: Vec<f64> = next.iter().zip(&point).map(|(a, b)| a - b).collect();
        let bend: Vec<f64> = next_gradient
            .iter()
            .zip(&gradient)
            .map(|(a, b)| a - b)
            .collect();
        if dot(&step, &bend) > 1e-12 * dot(&bend, &bend) {
            memory.push_back((step, bend));
            if memory.len() > MEMORY {
                memory.pop_front();
            }
        }
        small = if value - next_value < tolerance {
            small + 1
        } else {
            0
        };
        (point, value, gradient) = (next, next_value, next_gradient);
        let is_settled = small >= 3;
        if is_settled || !go_on(steps + 1, value) {
            return Minimum {
                point,
                value,
                steps: steps + 1,
                is_settled,
            };
        }
    }
    Minimum {
        point,
        value,
        steps: most_steps,
        is_settled: false,
    }
}

/// Downhill, as the remembered steps bend the gradient (the two-loop recursion).
fn direction(gradient: &[f64], memory: &VecDeque<(Vec<f64>, Vec<f64>)>) -> Vec<f64> {
    let mut down: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
    let mut weights = Vec::with_capacity(memory.len());
    for (step, bend) in memory.iter().rev() {
        let weight = dot(step, &down) / dot(step, bend);
        add(&mut down, -weight, bend);
        weights.push(weight);
    }
    if let Some((step, bend)) = memory.back() {
        let scale = dot(step, bend) / dot(bend, bend);
        down.iter_mut().for_each(|slope| *slope *= scale);
    }
    for ((step, bend), weight) in memory.iter().zip(weights.iter().rev()) {
        let other = dot(bend, &down) / dot(step, bend);
        add(&mut down, weight - other, step);
    }
    down
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], times: f64, what: &[f64]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += times * what;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// H. H. Rosenbrock's valley, 1960: lowest at (1, 1), and hard to walk along.
    fn valley(at: &[f64], gradient: &mut [f64]) -> f64 {
        let (x, y) = (at[0], at[1]);
        gradient[0] = -2.0 * (1.0 - x) - 400.0 * x * (y - x * x);
        gradient[1] = 200.0 * (y - x * x);
        (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
    }

    #[test]
    fn the_valley_is_walked_to_its_end() {
        let found = minimum(vec![-1.2, 1.0], 1e-14, 500, valley, |_, _| true);
        assert!(found.is_settled && found.steps < 100, "{found:?}");
        assert!((found.point[0] - 1.0).abs() < 1e-5, "{found:?}");
        assert!((found.point[1] - 1.0).abs() < 1e-5, "{found:?}");
    }

    #[test]
    fn it_ends_when_it_is_told_to() {
        let found = minimum(vec![-1.2, 1.0], 0.0, 500, valley, |steps, _| steps < 4);
        assert_eq!((found.steps, found.is_settled), (4, false));
        let found = minimum(vec![-1.2, 1.0], 0.0, 3, valley, |_, _| true);
        assert_eq!((found.steps, found.is_settled), (3, false));
        let flat = minimum(
            vec![5.0],
            1e-9,
            9,
            |_, gradient| {
                gradient[0] = 0.0;
                2.0
            },
            |_, _| true,
        );
        assert_eq!((flat.point, flat.value, flat.steps), (vec![5.0], 2.0, 0));
    }
}

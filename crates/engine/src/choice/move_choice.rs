//! What a player could choose from: how much worse each move was than the best,
//! and which one he took.
//!
//! Regan's model of choice: p_i = p_0^exp((δ_i / s)^c), shares summing to one.
//! Legal moves outside the engine's lines count as the worst of these, the one that
//! was played too: what there was to choose from must not depend on what was
//! chosen. Equal moves are kept
//! together with their number, so a share costs a handful of exponentials: a
//! fit asks for thousands of choices some hundred times. Where every move's
//! share is wanted once, `partial_credit` gives them all. Start with
//! `MoveChoice::new`.

/// No exponent is larger: e^60 times worse than the best is never chosen, and
/// the number of Newton's steps grows with it.
const EXPONENT_LIMIT: f64 = 60.0;

/// The moves of a position by their scaled difference from the best, and the one
/// that was made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveChoice {
    /// Logarithms of differences, ascending from that of 0, and how many moves
    /// have each.
    groups: Vec<(f64, usize)>,
    /// Where the played move is.
    played: usize,
}

impl MoveChoice {
    /// From the scaled differences of the listed moves from the best, in any order. `legal` is
    /// the number of legal moves, listed ones included; those not listed count as the worst of
    /// the list. `played` is the place of the played move in `differences`, or none if it is not
    /// listed: then at least one move is taken to be unlisted, whatever `legal` says. Nothing if
    /// `played` is no place in the list, a difference is negative or not finite, or none is 0.
    pub fn new(differences: &[f64], legal: usize, played: Option<usize>) -> Option<MoveChoice> {
        let made = match played {
            Some(played) => Some(*differences.get(played)?),
            None => None,
        };
        if differences.iter().any(|d| !d.is_finite() || *d < 0.0) {
            return None;
        }
        let mut sorted = differences.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (first, worst) = (*sorted.first()?, *sorted.last()?);
        if first > 0.0 {
            return None;
        }
        let mut groups: Vec<(f64, usize)> = Vec::new();
        let unlisted = legal.saturating_sub(sorted.len());
        let unlisted = unlisted.max(usize::from(made.is_none()));
        let unlisted = (unlisted > 0).then_some((worst, unlisted));
        let listed = sorted.into_iter().map(|difference| (difference, 1));
        for (difference, count) in listed.chain(unlisted) {
            match groups.last_mut() {
                Some((same, all)) if *same == difference => *all += count,
                _ => groups.push((difference, count)),
            }
        }
        let made = made.unwrap_or(worst);
        let played = groups.iter().position(|&(d, _)| d == made)?;
        for (difference, _) in &mut groups {
            *difference = libm::log(*difference);
        }
        Some(MoveChoice { groups, played })
    }

    /// How many moves there were.
    pub fn legal(&self) -> usize {
        self.groups.iter().map(|&(_, count)| count).sum()
    }

    /// No move was better than the one made.
    pub fn is_best(&self) -> bool {
        self.played == 0
    }

    /// All moves were equally good, so the choice says nothing.
    pub fn is_indifferent(&self) -> bool {
        self.groups.len() < 2
    }

    /// The chance, 0 to 1, that a player of this sensitivity (s) and consistency
    /// (c), both above 0, makes the move that was made.
    pub fn credit(&self, sensitivity: f64, consistency: f64) -> f64 {
        libm::exp(self.log_credit(sensitivity, consistency))
    }

    /// Its natural logarithm, always finite.
    pub fn log_credit(&self, sensitivity: f64, consistency: f64) -> f64 {
        let log_sensitivity = libm::log(sensitivity);
        let powers: Vec<(f64, f64)> = self
            .groups
            .iter()
            .map(|&(log_difference, count)| {
                // (δ / s)^c, which is 0 for no difference.
                let exponent = libm::exp(consistency * (log_difference - log_sensitivity));
                (libm::exp(exponent.min(EXPONENT_LIMIT)), count as f64)
            })
            .collect();
        let power = powers.get(self.played).map_or(1.0, |&(power, _)| power);
        -rate(&powers) * power
    }
}

/// The rate r = -ln p_0 at which Σ count · e^(-r · power) is one. The sum is
/// convex and falls with r, so Newton's steps from below never overshoot.
fn rate(powers: &[(f64, f64)]) -> f64 {
    let best = powers.first().map_or(1.0, |&(_, count)| count);
    // The best moves alone must not share more than everything.
    let mut rate = libm::log(best.max(1.0));
    for _ in 0..200 {
        let (mut sum, mut slope) = (-1.0, 0.0);
        for &(power, count) in powers {
            let share = count * libm::exp(-rate * power);
            sum += share;
            slope += share * power;
        }
        let step = sum / slope;
        if step.is_nan() || step <= 1e-14 * rate {
            break;
        }
        rate += step;
    }
    rate
}

#[cfg(test)]
#[path = "move_choice_tests.rs"]
mod tests;

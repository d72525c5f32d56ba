//! How much of what players differ by is the events that they played in.
//!
//! Ratings of one event may all be off, so that everybody in it is above or below what is expected.
//! Then players of one event differ together, and many of them are no surer than one. Start
//! with `event_share`.

/// Choices of somebody, added up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayerSum {
    /// What came out less what was expected.
    pub(super) excess: f64,
    /// Its variance if choices are independent.
    pub(super) variance: f64,
    /// The squares of the weights of his games.
    pub(super) games: f64,
    /// The weight of all his choices.
    pub(super) weight: f64,
}

/// The share, 0 to 1, of the variance between players, `total` squared, that is between events:
/// the one under which the mean square of events' z-scores is 1 (R. C. Paule and J. Mandel,
/// Consensus values and weighting factors, 1982); 0 where it is less anyway. `events` are the
/// players of each event, `game` is the variance of games.
pub(super) fn event_share(events: &[Vec<PlayerSum>], game: f64, total: f64) -> f64 {
    let square = |share: f64| -> f64 {
        let of_event = |players: &Vec<PlayerSum>| {
            let sum = |of: fn(&PlayerSum) -> f64| players.iter().map(of).sum::<f64>();
            let own = total * total * (1.0 - share) * sum(|one| one.weight * one.weight);
            let together = total * total * share * sum(|one| one.weight).powi(2);
            let chance = sum(|one| one.variance) + game * sum(|one| one.games);
            sum(|one| one.excess).powi(2) / (chance + own + together)
        };
        events.iter().map(of_event).sum::<f64>() / events.len().max(1) as f64
    };
    if square(0.0) <= 1.0 {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        match square(middle) > 1.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_support::random::Random;

    /// Events of ten players each, of a total deviation of 0.1 between players.
    fn events(share: f64) -> Vec<Vec<PlayerSum>> {
        let mut random = Random::seeded(9);
        let (own, together) = (0.1 * (1.0 - share).sqrt(), 0.1 * share.sqrt());
        (0..2_000)
            .map(|_| {
                let event = together * random.normal();
                let player = |_| {
                    let off = event + own * random.normal();
                    let chance = (25.0_f64 + 100.0 * 0.01).sqrt() * random.normal();
                    PlayerSum {
                        excess: 100.0 * off + chance,
                        variance: 25.0,
                        games: 100.0,
                        weight: 100.0,
                    }
                };
                (0..10).map(player).collect()
            })
            .collect()
    }

    #[test]
    fn the_part_of_events_is_found_again() {
        for share in [0.0, 0.2, 0.6, 1.0] {
            let found = event_share(&events(share), 0.01, 0.1);
            assert!((found - share).abs() < 0.1, "{share}: {found}");
        }
        assert_eq!(event_share(&[], 0.0, 0.1), 0.0, "no event");
    }
}

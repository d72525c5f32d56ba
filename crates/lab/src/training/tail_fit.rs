//! How often honest players' z-scores come out how high, by the likeliest Student's t.

use super::scatter_measure::HonestPlayer;
use plumb_engine::choice::Tail;

/// Degrees of freedom that are looked at: with fewer there would be no deviation, and more
/// are as good as normal.
const DEGREES: std::ops::RangeInclusive<u32> = 3..=50;
/// Scales that are looked at, in hundredths.
const SCALES: std::ops::RangeInclusive<u32> = 50..=200;

/// The tails of z-scores of matches, of engine likeness and of deep losses; nothing of fewer than
/// `gate` players.
pub fn fit_tails(players: &[HonestPlayer], gate: usize) -> Option<[Tail; 3]> {
    if players.len() < gate {
        return None;
    }
    let of = |z: fn(&HonestPlayer) -> Option<f64>| {
        likeliest(&players.iter().filter_map(z).collect::<Vec<f64>>())
    };
    Some([
        of(|one| Some(one.match_z)),
        of(|one| Some(one.ratio_z)),
        of(|one| one.loss_z),
    ])
}

fn likeliest(scores: &[f64]) -> Tail {
    let scales = || SCALES.map(|hundredths| f64::from(hundredths) / 100.0);
    let tails = DEGREES.flat_map(|degrees| scales().map(move |scale| Tail { degrees, scale }));
    let likelihood = |tail: &Tail| scores.iter().map(|&z| tail.log_density(z)).sum::<f64>();
    let first = Tail {
        degrees: *DEGREES.end(),
        scale: 1.0,
    };
    let (best, _) = tails.fold((first, likelihood(&first)), |(best, most), tail| {
        let found = likelihood(&tail);
        if found > most {
            (tail, found)
        } else {
            (best, most)
        }
    });
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_support::random::Random;

    #[test]
    fn heavy_tails_are_found_and_light_ones_are_not_made_up() {
        let mut random = Random::seeded(3);
        let normal: Vec<f64> = (0..2_000).map(|_| 1.2 * random.normal()).collect();
        let found = likeliest(&normal);
        assert!(
            found.degrees > 15 && (found.scale - 1.2).abs() < 0.08,
            "{found:?}"
        );
        // A normal number over the root of a mean of four squares: four degrees of freedom.
        let heavy: Vec<f64> = (0..2_000)
            .map(|_| {
                let squares: f64 = (0..4).map(|_| random.normal().powi(2)).sum();
                random.normal() / (squares / 4.0).sqrt()
            })
            .collect();
        let found = likeliest(&heavy);
        assert!(
            (3..=5).contains(&found.degrees) && (found.scale - 1.0).abs() < 0.08,
            "{found:?}"
        );
    }
}

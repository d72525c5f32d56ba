//! Figures of hand-made choices.

use super::*;
use crate::facts::{ExpectedChoice, ModelledChoice, RatedChoice};
use plumb_engine::choice::{HonestScatter, PoolScatter};
use proptest::prelude::*;

/// Nobody scatters further than chance.
fn chance_alone() -> PoolScatter {
    HonestScatter::none("").pools[0]
}

/// A choice where the first choice is expected in half of the cases and a log ratio of 0 with
/// a variance of a quarter; likeliest for a rating of `peak`.
fn choice(is_match: bool, log_ratio: f64, peak: f64, scatter: PoolScatter) -> ModelledChoice {
    ModelledChoice {
        is_match,
        deep_loss: None,
        log_shares: RATING_GRID.map(|rating| -((rating - peak) / 1_000.0).powi(2) / 2.0),
        scatter,
        rated: Some(RatedChoice {
            rating: 2_000.0,
            match_chance: 0.5,
            expected: ExpectedChoice {
                share: 0.2,
                engine_share: 0.2,
                first_choice_share: 0.5,
                log_ratio,
                expected_log_ratio: 0.0,
                log_ratio_variance: 0.25,
                engine_like_share: 0.4,
                listed_loss: 0.1,
            },
            expected_deep_loss: 0.1,
        }),
    }
}

fn games(count: usize, game: &[ModelledChoice]) -> ChoiceSums {
    let mut sums = ChoiceSums::default();
    for _ in 0..count {
        sums.merge(&ChoiceSums::of_side(game));
    }
    sums
}

#[test]
fn independent_choices_scatter_by_chance() {
    // 30 of 36 matches where 18 are expected, give or take 3; log ratios of 0.5 in 24.
    let game: Vec<ModelledChoice> = (0..36)
        .map(|index| {
            choice(
                index < 30,
                f64::from(u8::from(index < 24)) / 2.0,
                2_050.0,
                chance_alone(),
            )
        })
        .collect();
    let figures = ChoiceFigures::of(&games(1, &game), 10);
    let z = figures.z.unwrap();
    assert_eq!((z.matches, z.of), (30, 36));
    assert!((z.expected - 0.5).abs() < 1e-9 && (z.rating - 2_000.0).abs() < 1e-9);
    assert!((z.z.value - 4.0).abs() < 1e-6, "{z:?}");
    assert!((z.z.high - z.z.value - Z95).abs() < 1e-6, "{z:?}");
    let engine_like = figures.engine_like.unwrap();
    assert_eq!((engine_like.share.count, engine_like.share.of), (24, 36));
    assert!((engine_like.expected - 0.4).abs() < 1e-9);
    // 12 nats beyond, give or take the root of 36 quarters.
    assert!((engine_like.z.value - 4.0).abs() < 1e-6, "{engine_like:?}");
    let rating = figures.intrinsic_rating.unwrap();
    assert!((rating.value - 2_050.0).abs() < 1e-6, "{rating:?}");
    // A curvature of 36 over a million is a standard error of 1000 / 6.
    assert!(
        (rating.high - rating.value - Z95 * 1_000.0 / 6.0).abs() < 1e-3,
        "{rating:?}"
    );
}

/// Less loss than expected is more; who was not looked at deeper everywhere has no figure.
#[test]
fn losses_are_held_against_those_to_be_expected() {
    let lost = |loss: Option<f64>, scatter| ModelledChoice {
        deep_loss: loss,
        ..choice(false, 0.0, 2_000.0, scatter)
    };
    let side = |scatter| -> Vec<ModelledChoice> {
        let loss = |index: usize| if index < 20 { 0.0 } else { 0.16 };
        (0..40)
            .map(|index| lost(Some(loss(index)), scatter))
            .collect()
    };
    // 3.2 lost of 4.0 that were expected, give or take the root of 4.
    let mut game = side(chance_alone());
    let found = ChoiceFigures::of(&games(1, &game), 30).deep_loss.unwrap();
    assert_eq!(found.of, 40);
    assert!((found.mean - 0.08).abs() < 1e-9 && (found.expected - 0.1).abs() < 1e-9);
    assert!((found.z.value - 0.4).abs() < 1e-6, "{found:?}");
    // Games add 25 times (0.1 times 4)², the player (0.2 times 100)².
    let scatter = PoolScatter {
        loss_game: 0.1,
        loss_player: 0.2,
        ..chance_alone()
    };
    let wide = ChoiceFigures::of(&games(25, &side(scatter)), 30);
    let z = wide.deep_loss.unwrap().z;
    assert!((z.value - 20.0 / 504.0_f64.sqrt()).abs() < 1e-6, "{z:?}");
    game[7].deep_loss = None;
    assert_eq!(ChoiceFigures::of(&games(1, &game), 30).deep_loss, None);
}

/// Whoever scatters more by nature is further from remarkable, however long he plays.
#[test]
fn games_and_players_scatter_further() {
    let scatter = PoolScatter {
        match_game: 0.1,
        match_player: 0.06,
        match_event: 0.08,
        rating_width: 2.0,
        rating_spread: 200.0,
        ..chance_alone()
    };
    let of = |scatter| -> Vec<ModelledChoice> {
        (0..40)
            .map(|index| choice(index < 26, 0.0, 1_800.0, scatter))
            .collect()
    };
    let plain = ChoiceFigures::of(&games(25, &of(chance_alone())), 30)
        .z
        .unwrap();
    let figures = ChoiceFigures::of(&games(25, &of(scatter)), 30);
    let wide = figures.z.unwrap();
    // 150 matches too many of 1000: chance alone is the root of 250; games add 25 times 4²,
    // player and event 100² together.
    assert!((plain.z.value - 150.0 / 250.0_f64.sqrt()).abs() < 1e-6);
    assert!(
        (wide.z.value - 150.0 / 10_650.0_f64.sqrt()).abs() < 1e-6,
        "{wide:?}"
    );
    let half = Z95 * (650.0_f64 / 10_650.0).sqrt();
    assert!((wide.z.high - wide.z.value - half).abs() < 1e-6, "{wide:?}");
    let rating = figures.intrinsic_rating.unwrap();
    let half = Z95 * (4.0 * 1e6 / 1_000.0 + 40_000.0_f64).sqrt();
    assert!(
        (rating.value - rating.low - half).abs() < 1e-3,
        "{rating:?}"
    );
}

#[test]
fn what_would_rest_on_too_little_is_withheld() {
    let one = choice(true, 0.5, 2_000.0, chance_alone());
    assert_eq!(
        ChoiceFigures::of(&ChoiceSums::default(), 0),
        ChoiceFigures::default()
    );
    let nine = ChoiceFigures::of(&games(1, &vec![one.clone(); 9]), 10);
    assert_eq!(nine, ChoiceFigures::default());
    let ten = ChoiceFigures::of(&games(1, &vec![one.clone(); 10]), 10);
    assert!(ten.z.is_some() && ten.engine_like.is_some());
    assert!(ten.intrinsic_rating.is_none(), "too few for a rating");
    // Without a rating there is nobody to be held against.
    let unrated = ModelledChoice { rated: None, ..one };
    let figures = ChoiceFigures::of(&games(1, &vec![unrated; 40]), 10);
    assert!(figures.z.is_none() && figures.engine_like.is_none());
    assert!(figures.intrinsic_rating.is_some());
}

#[test]
fn a_rating_beyond_the_grid_is_held_at_its_end() {
    for (peak, end) in [(100.0, 600.0), (3_500.0, 2_900.0)] {
        let game = vec![choice(true, 0.0, peak, chance_alone()); 40];
        let rating = ChoiceFigures::of(&games(1, &game), 10)
            .intrinsic_rating
            .unwrap();
        assert_eq!(rating.value, end);
        assert!(rating.low >= 600.0 && rating.high <= 2_900.0, "{rating:?}");
        assert!(rating.low < rating.high);
    }
    // Choices that every rating makes alike say nothing.
    let mut flat = choice(true, 0.0, 2_000.0, chance_alone());
    flat.log_shares = [-1.0; RATING_GRID.len()];
    let figures = ChoiceFigures::of(&games(1, &vec![flat; 40]), 10);
    assert!(figures.intrinsic_rating.is_none());
}

proptest! {
    /// Any order gives the same sums, and what is taken away leaves the rest.
    #[test]
    fn sums_add_up_and_are_taken_apart(numbers in proptest::collection::vec((any::<bool>(), -3.0..3.0, 600.0..2_900.0), 1..40)) {
        let scatter = PoolScatter { match_game: 0.07, ratio_player: 0.03, ..chance_alone() };
        let sides: Vec<ChoiceSums> = numbers
            .iter()
            .map(|&(is_match, ratio, peak)| ChoiceSums::of_side(&[choice(is_match, ratio, peak, scatter)]))
            .collect();
        let mut forward = ChoiceSums::default();
        sides.iter().for_each(|side| forward.merge(side));
        let mut backward = ChoiceSums::default();
        sides.iter().rev().for_each(|side| backward.merge(side));
        prop_assert_eq!(forward, backward);
        let mut left = forward;
        left.remove(&sides[0]);
        let mut rest = ChoiceSums::default();
        sides[1..].iter().for_each(|side| rest.merge(side));
        prop_assert_eq!(left, rest);
    }
}

//! Tests of the fit: choices made up from a known skill give it back.

use super::*;
use crate::choice::partial_credit;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// Positions with up to five close moves and a tail, and choices among them.
fn simulated(rng: &mut TestRng, count: usize, s: f64, c: f64) -> Vec<MoveChoice> {
    let mut unit = || (rng.next_u32() >> 8) as f64 / (1u32 << 24) as f64;
    let mut choices = Vec::new();
    for _ in 0..count {
        let legal = 2 + (unit() * 9.0) as usize;
        let mut differences = vec![0.0];
        for _ in 1..legal {
            let step = unit();
            let last = *differences.last().unwrap();
            differences.push(last + if step < 0.15 { 0.0 } else { 0.4 * step * step });
        }
        let shares = partial_credit(&differences, s, c);
        let mut left = unit();
        let played = shares.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        let played = played.unwrap_or(legal - 1);
        choices.push(MoveChoice::new(&differences, legal, Some(played)).unwrap());
    }
    choices
}

fn rng(seed: u8) -> TestRng {
    TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32])
}

#[test]
fn choices_give_back_the_skill_they_came_from() {
    let (mut wide, mut fits) = (0, 0);
    for (seed, (s, c)) in [(0.078, 0.502), (0.15, 0.45), (0.05, 0.6), (0.1, 1.0)]
        .into_iter()
        .cycle()
        .take(12)
        .enumerate()
    {
        let choices = simulated(&mut rng(seed as u8), 1_000, s, c);
        let skill = Skill::fit(&choices).unwrap();
        for (fitted, truth) in [(skill.sensitivity, s), (skill.consistency, c)] {
            let off = libm::log(fitted.value / truth).abs() / (fitted.error / fitted.value);
            assert!(off < 4.0, "{fitted:?} for {truth}, {off} errors off");
            assert!(fitted.low < fitted.value && fitted.value < fitted.high);
            assert!(fitted.error < 0.5 * fitted.value, "{fitted:?}");
            fits += 1;
            wide += usize::from(off > 2.0);
        }
        assert!(skill.correlation.abs() < 1.0 && skill.log_likelihood < 0.0);
    }
    // One in twenty is two errors off by chance.
    assert!(wide <= fits / 6, "{wide} of {fits} are two errors off");
}

#[test]
fn a_stronger_player_is_fitted_as_stronger() {
    let skill = |s, c| Skill::fit(&simulated(&mut rng(7), 800, s, c)).unwrap();
    let (weak, strong) = (skill(0.25, 0.5), skill(0.06, 0.5));
    assert!(strong.sensitivity.high < weak.sensitivity.low);
}

#[test]
fn more_choices_narrow_the_errors() {
    let error = |count| {
        let choices = simulated(&mut rng(3), count, 0.1, 0.5);
        Skill::fit(&choices).unwrap().sensitivity.error
    };
    let ratio = error(300) / error(2_700);
    assert!((2.0..4.5).contains(&ratio), "{ratio}");
}

#[test]
fn nothing_is_fitted_to_too_few_or_faultless_choices() {
    let one = MoveChoice::new(&[0.0, 0.2, 0.5], 3, Some(1)).unwrap();
    let few = vec![one; FIT_GATE - 1];
    let too_few = NoSkill::TooFew {
        choices: FIT_GATE - 1,
        needed: FIT_GATE,
    };
    assert_eq!(Skill::fit(&few), Err(too_few));
    let best = MoveChoice::new(&[0.0, 0.2, 0.5], 20, Some(0)).unwrap();
    assert_eq!(Skill::fit(&vec![best; 500]), Err(NoSkill::NoError));
    // Positions in which nothing could go wrong are no choices.
    let equal = MoveChoice::new(&[0.0, 0.0], 2, Some(1)).unwrap();
    let none = NoSkill::TooFew {
        choices: 0,
        needed: FIT_GATE,
    };
    assert_eq!(Skill::fit(&vec![equal; 500]), Err(none));
}

#[test]
fn choices_that_no_skill_explains_have_no_fit() {
    // Always the worst move: the likelihood rises to the end of the range.
    let worst = MoveChoice::new(&[0.0, 0.5, 1.0], 3, Some(2)).unwrap();
    assert_eq!(Skill::fit(&vec![worst; 200]), Err(NoSkill::OutOfRange));
    // One and the same kind of choice cannot tell s from c.
    let mut same = vec![MoveChoice::new(&[0.0, 0.3], 2, Some(0)).unwrap(); 150];
    same.extend(vec![MoveChoice::new(&[0.0, 0.3], 2, Some(1)).unwrap(); 50]);
    let found = Skill::fit(&same);
    assert!(found.is_err(), "{found:?}");
}

#[test]
fn a_range_holds_every_fit() {
    let skill = |seed| Skill::fit(&simulated(&mut rng(seed), 300, 0.1, 0.5)).unwrap();
    let (mut one, two, three) = (skill(1), skill(2), skill(3));
    let values = [&one, &two, &three].map(|skill| skill.sensitivity.value);
    one.widen(&two);
    one.widen(&three);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(0.0, f64::max);
    assert_eq!(one.sensitivity.range, Some([least, greatest]));
    assert_eq!(one.sensitivity.value, values[0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[test]
    fn fits_are_near_the_truth(seed in any::<u8>(), s in 0.05..0.25, c in 0.4..0.9) {
        let choices = simulated(&mut rng(seed), 1_000, s, c);
        let skill = Skill::fit(&choices).unwrap();
        for (fitted, truth) in [(skill.sensitivity, s), (skill.consistency, c)] {
            let off = libm::log(fitted.value / truth).abs() / (fitted.error / fitted.value);
            prop_assert!(off < 4.5, "{fitted:?} for {truth}, {off} errors off");
        }
    }

    #[test]
    fn fits_do_not_depend_on_order(seed in any::<u8>()) {
        let mut choices = simulated(&mut rng(seed), 300, 0.1, 0.5);
        let one = Skill::fit(&choices);
        choices.reverse();
        if let (Ok(one), Ok(other)) = (one, Skill::fit(&choices)) {
            prop_assert!((one.sensitivity.value / other.sensitivity.value - 1.0).abs() < 1e-4);
            prop_assert!((one.consistency.value / other.consistency.value - 1.0).abs() < 1e-4);
        }
    }
}

#[test]
fn influences_add_up_to_nothing_and_widen_what_goes_together() {
    // Ten games of one kind of player, ten of another: each game goes together.
    let mut games: Vec<Vec<MoveChoice>> = Vec::new();
    for seed in 0..10 {
        games.push(simulated(&mut rng(seed), 50, 0.05, 0.5));
        games.push(simulated(&mut rng(100 + seed), 50, 0.3, 0.5));
    }
    let skill = Skill::fit(games.iter().flatten()).unwrap();
    let influences: Vec<[f64; 2]> = games.iter().map(|game| skill.influence(game)).collect();
    for axis in [0, 1] {
        let sum: f64 = influences.iter().map(|one| one[axis]).sum();
        assert!(sum.abs() < 1e-3, "{sum}");
    }
    let over_games = skill.with_errors_over(&influences);
    assert_eq!(over_games.sensitivity.value, skill.sensitivity.value);
    assert!(over_games.sensitivity.error > 1.5 * skill.sensitivity.error);
    // Counted once more, the first game moves the fit about as far as it says.
    let more = Skill::fit(games.iter().flatten().chain(&games[0])).unwrap();
    let moved = libm::log(more.sensitivity.value / skill.sensitivity.value);
    let said = influences[0][0];
    assert!((moved - said).abs() < 0.3 * said.abs(), "{moved} {said}");
    // One part alone says nothing of parts.
    assert_eq!(skill.with_errors_over(&influences[..1]), skill);
}

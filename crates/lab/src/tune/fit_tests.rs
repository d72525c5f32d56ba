use super::super::choice::{Choice, Selection};
use super::super::model::{Loss, chances, parameters, setting_place, with_parameters};
use super::super::samples::Samples;
use super::super::test_positions::positions;
use super::*;
use plumb_engine::eval::{ScaleProbe, Setting, Tapered, Term, Weights, coefficients, fading_plies};

/// A table unlike the built-in one in its material and tempo.
fn truth(weights: &Weights) -> Weights {
    let mut truth = weights.clone();
    for slot in 0..5 {
        let value = weights.get(Term::PieceValue, slot);
        let shift = 10 + 8 * slot as i32;
        let other = Tapered::new(value.middlegame() - shift, value.endgame() + shift);
        truth.set(Term::PieceValue, slot, other);
    }
    truth.set(Term::BishopPair, 0, Tapered::new(60, 20));
    truth.set_setting(Setting::Tempo, 40);
    truth
}

/// Positions whose targets are what the table `truth` says.
fn labelled(count: usize, seed: u64, weights: &Weights, truth: &Weights, model: &Model) -> Samples {
    let known: Vec<f32> = parameters(truth)
        .iter()
        .map(|&value| value as f32)
        .collect();
    let mut samples = Samples::default();
    let probe = ScaleProbe::default();
    for position in positions(count, seed) {
        let counted = coefficients(&position, weights);
        let clock = fading_plies(&position);
        let mut one = Samples::default();
        let scales = probe.sums(&position);
        one.push(&counted, &scales, clock, weights, 0.0, 1.0);
        let target = chances(model.score(&one, one.row(0), &known), model.scale_cp);
        samples.push(&counted, &scales, clock, weights, target, 1.0);
    }
    samples
}

fn fit<'a>(weights: &Weights, threads: usize, stop: &'a AtomicBool) -> Fit<'a> {
    let choice = Choice {
        // Without the imbalance, which can say much of the same.
        only: ["material.piece_value", "material.bishop_pair"]
            .map(|name| Selection::parse(name).expect("a term"))
            .to_vec(),
        ..Choice::default()
    };
    Fit {
        // A wide scale, because random games are seldom balanced.
        model: Model::new(weights, 600.0, Loss::Squared),
        descent: Descent {
            epochs: 120,
            batch: 1_000,
            rate: 4.0,
            patience: 120,
            prior: 0.0,
            seed: 3,
        },
        pulls: Pulls {
            free: choice.free(),
            ridges: choice.ridges(),
            home: parameters(weights),
        },
        threads,
        stop,
    }
}

#[test]
fn known_weights_are_found_again() {
    let weights = Weights::embedded();
    let stop = AtomicBool::new(false);
    let fit_2 = fit(&weights, 2, &stop);
    let truth = truth(&weights);
    let tune = labelled(6_000, 1, &weights, &truth, &fit_2.model);
    let validation = labelled(600, 2, &weights, &truth, &fit_2.model);
    let start = parameters(&weights);
    let mut curve = Vec::new();
    let found = fit_2.run(&start, &tune, &validation, &mut |epoch| curve.push(epoch));
    let (first, last) = (curve[0], curve[curve.len() - 1]);
    assert_eq!(first.number, 0);
    assert!(
        last.validation_loss < first.validation_loss / 100.0,
        "{first:?} {last:?}"
    );
    let found_table = with_parameters(&weights, &found);
    for slot in 0..5 {
        let [found, truth] = [&found_table, &truth].map(|table| table.get(Term::PieceValue, slot));
        let off = [
            found.middlegame() - truth.middlegame(),
            found.endgame() - truth.endgame(),
        ];
        assert!(
            off.iter().all(|off| off.abs() <= 4),
            "{slot}: {found:?} {truth:?}"
        );
    }
    let tempo = found_table.setting(Setting::Tempo);
    assert!((tempo - 40).abs() <= 2, "{tempo}");
    // What is frozen has not moved.
    let knight = Term::KnightMobility;
    assert_eq!(found_table.get(knight, 3), weights.get(knight, 3));

    // One thread or three: the same, to the last bit.
    let mut shorter = [1, 3].map(|threads| fit(&weights, threads, &stop));
    shorter.iter_mut().for_each(|fit| fit.descent.epochs = 3);
    let [one, three] = shorter.map(|fit| fit.run(&start, &tune, &validation, &mut |_| {}));
    assert_eq!(one, three);
}

#[test]
fn known_settings_are_found_again() {
    let weights = Weights::embedded();
    let stop = AtomicBool::new(false);
    let [drawish, few] = [Setting::Drawish, Setting::FewPawns];
    let mut truth = weights.clone();
    truth.set_setting(drawish, 60);
    truth.set_setting(few, 50);
    let mut fit = fit(&weights, 2, &stop);
    fit.pulls.free.fill(false);
    for setting in [drawish, few] {
        fit.pulls.free[setting_place(setting).expect("a place")] = true;
    }
    let samples = labelled(12_000, 4, &weights, &truth, &fit.model);
    let start = parameters(&weights);
    let found = fit.run(&start, &samples, &samples, &mut |_| {});
    let found = with_parameters(&weights, &found);
    for setting in [drawish, few] {
        let (found, truth) = (found.setting(setting), truth.setting(setting));
        assert!(
            (found - truth).abs() <= 4,
            "{}: {found} {truth}",
            setting.key()
        );
    }
}

#[test]
fn pulls_hold_what_the_data_does_not_know() {
    let weights = Weights::embedded();
    let stop = AtomicBool::new(false);
    let start = parameters(&weights);
    let place = 2 * Term::BishopPair.offset();
    let value_with = |prior: f64, ridge: f64| {
        let mut fit = fit(&weights, 2, &stop);
        let samples = labelled(1_500, 1, &weights, &truth(&weights), &fit.model);
        fit.descent.epochs = 40;
        fit.descent.prior = prior;
        fit.pulls.ridges[place] = ridge;
        fit.run(&start, &samples, &samples, &mut |_| {})[place]
    };
    let home = start[place];
    let (loose, held, zeroed) = (
        value_with(0.0, 0.0),
        value_with(1e5, 0.0),
        value_with(0.0, 1e5),
    );
    assert!(
        (held - home).abs() < 2.0 && (loose - home).abs() > 10.0,
        "{loose} {held} {home}"
    );
    assert!(zeroed.abs() < 2.0, "{zeroed}");
}

#[test]
fn a_stop_ends_it_with_the_best_so_far() {
    let weights = Weights::embedded();
    let stop = AtomicBool::new(true);
    let fit = fit(&weights, 1, &stop);
    let samples = labelled(300, 1, &weights, &truth(&weights), &fit.model);
    let start = parameters(&weights);
    let mut epochs = 0;
    let found = fit.run(&start, &samples, &samples, &mut |_| epochs += 1);
    assert_eq!((found, epochs), (start, 1));
}

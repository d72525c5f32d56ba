use super::super::samples::Samples;
use super::super::test_positions::positions;
use super::*;
use crate::eval::{Evaluator, coefficients, fading_plies};
use crate::notation::parse_fen;
use std::sync::Arc;

const SCALE: f32 = 220.0;

fn samples(weights: &Weights) -> Samples {
    let attacked = [
        "r1bq1rk1/ppp2p1p/2np1np1/4p1NQ/2B1P3/2NP4/PPP2PPP/R1B2RK1 w - - 0 9",
        "6k1/5p1p/5QpP/8/8/8/r4PP1/6K1 w - - 3 30",
        "r4rk1/ppp2p2/3p1Npp/3Pp2Q/2P1P3/7R/PP3PPP/6K1 b - - 6 24",
    ];
    let attacked = attacked.map(|fen| parse_fen(fen).expect("a legal position"));
    let mut samples = Samples::default();
    for (index, position) in positions(400, 5).iter().chain(&attacked).enumerate() {
        let counted = coefficients(position, weights);
        let target = (index % 11) as f32 / 10.0;
        let clock = fading_plies(position);
        samples.push(&counted, clock, weights, target, 1.0 + (index % 3) as f32);
    }
    samples
}

fn as_f32(parameters: &[f64]) -> Vec<f32> {
    parameters.iter().map(|&value| value as f32).collect()
}

#[test]
fn scores_are_the_evaluations() {
    let weights = Weights::embedded();
    let model = Model::new(&weights, SCALE, Loss::Squared);
    let parameters = as_f32(&parameters(&weights));
    let mut evaluator = Evaluator::new(Arc::new(weights.clone()));
    let mut samples = Samples::default();
    for position in positions(3_000, 9) {
        let counted = coefficients(&position, &weights);
        samples.push(&counted, fading_plies(&position), &weights, 0.5, 1.0);
        let row = samples.row(samples.len() - 1);
        let score = model.score(&samples, row, &parameters);
        let played = evaluator.evaluate(&position);
        let played = position.turn().fold(played, -played) as f32;
        assert!(
            (score - played).abs() < 6.0,
            "{score} {played} {position:?}"
        );
    }
}

/// Near these points the evaluation has a corner, and no slope to compare.
fn is_smooth(model: &Model, pass: &Pass) -> bool {
    let far = |points: &f32| points.abs() > 30.0 && (points - model.danger_limit).abs() > 30.0;
    pass.danger.iter().flatten().all(far)
        && pass.room.iter().all(|room| room.abs() > 30.0)
        && pass.score.abs() > 30.0
}

#[test]
fn slopes_are_the_differences() {
    let weights = Weights::embedded();
    let samples = samples(&weights);
    let start = as_f32(&parameters(&weights));
    for loss in [Loss::Squared, Loss::Steep, Loss::CrossEntropy] {
        let model = Model::new(&weights, SCALE, loss);
        let (mut compared, mut in_danger) = (0, 0);
        for index in 0..samples.len() {
            let row = samples.row(index);
            if !is_smooth(&model, &model.pass(&samples, row, &start)) {
                continue;
            }
            let mut gradient = vec![0.0; PARAMETERS];
            let value = model.learn(&samples, row, &start, &mut gradient);
            assert_eq!(value, model.loss(&samples, row, &start));
            let largest = gradient.iter().fold(0.0, |most: f32, g| most.max(g.abs()));
            if largest < 1e-4 {
                continue;
            }
            // Every parameter that the row touches, and a few that it doesn't.
            for place in 0..PARAMETERS {
                if gradient[place] == 0.0 && place % 97 != 0 {
                    continue;
                }
                let at = |shift: f32| {
                    let mut moved = start.clone();
                    moved[place] += shift;
                    model.loss(&samples, row, &moved)
                };
                // A quarter, because a count of twenty in king danger's
                // square bends within a whole step.
                let difference = (at(0.25) - at(-0.25)) / 0.5;
                let close = (difference - gradient[place]).abs() < 0.03 * largest;
                assert!(close, "{place}: {difference} {} {row:?}", gradient[place]);
                compared += 1;
                let owner = crate::eval::weight_owner(place / 2);
                let danger = owner.is_some_and(|(term, _)| term.is_danger());
                in_danger += usize::from(danger && gradient[place] != 0.0);
            }
        }
        assert!(compared > 500 && in_danger > 20, "{compared} {in_danger}");
    }
}

#[test]
fn tables_and_parameters_are_the_same() {
    let weights = Weights::embedded();
    let mut values = parameters(&weights);
    assert_eq!(values.len(), PARAMETERS);
    values[TEMPO] = 17.4;
    values[2 * Term::BishopPair.offset() + 1] = -1e9;
    let changed = with_parameters(&weights, &values);
    assert_eq!(changed.setting(Setting::Tempo), 17);
    let pair = changed.get(Term::BishopPair, 0);
    assert_eq!(pair.endgame(), -Tapered::LIMIT);
    assert_eq!(
        pair.middlegame(),
        weights.get(Term::BishopPair, 0).middlegame()
    );
}

use super::super::samples::Samples;
use super::super::test_positions::positions;
use super::*;
use plumb_chess::notation::parse_fen;
use plumb_engine::eval::{Evaluator, ScaleProbe, coefficients, fading_plies};
use std::collections::BTreeSet;
use std::sync::Arc;

const SCALE: f32 = 220.0;

fn samples(weights: &Weights) -> Samples {
    let attacked = [
        "r1bq1rk1/ppp2p1p/2np1np1/4p1NQ/2B1P3/2NP4/PPP2PPP/R1B2RK1 w - - 0 9",
        "6k1/5p1p/5QpP/8/8/8/r4PP1/6K1 w - - 3 30",
        "r4rk1/ppp2p2/3p1Npp/3Pp2Q/2P1P3/7R/PP3PPP/6K1 b - - 6 24",
    ];
    // Endings whose advantage is scaled: opposite bishops with and without other pieces, few
    // pawns, rooks, minor pieces, knights.
    let endings = [
        "8/5pk1/4b1p1/8/3P4/2P1B1P1/6K1/8 w - - 0 40",
        "8/5pk1/6p1/3P4/2b5/4B1P1/1P4K1/8 w - - 0 40",
        "3r2k1/5p2/4b1p1/8/3P4/2P1B1P1/6K1/3R4 w - - 0 40",
        "8/5pk1/4n1p1/8/3N4/6P1/1P4K1/8 w - - 0 40",
        "8/8/4k3/8/3R4/8/1n4K1/8 w - - 0 40",
        "8/8/4k3/4n3/3R4/8/6K1/8 w - - 0 40",
        "3r4/8/4k3/8/3R2N1/8/6K1/8 w - - 0 40",
        "8/8/3k4/2p5/8/3NN3/6K1/8 w - - 0 40",
        "8/8/3k4/3b4/8/4N3/3P2K1/8 w - - 0 40",
        "8/3r4/3k4/8/3P4/8/3K4/4R3 w - - 0 40",
        "3r4/5pk1/6p1/8/8/5PP1/4R1K1/8 w - - 0 40",
        "r7/5ppk/7p/8/8/5P1P/4R1PK/3B4 w - - 0 40",
    ];
    let named = attacked.iter().chain(&endings);
    let named: Vec<_> = named
        .map(|fen| parse_fen(fen).expect("a legal position"))
        .collect();
    let mut samples = Samples::default();
    let probe = ScaleProbe::default();
    for (index, position) in positions(400, 5).iter().chain(&named).enumerate() {
        let counted = coefficients(position, weights);
        let target = (index % 11) as f32 / 10.0;
        let clock = fading_plies(position);
        let scales = probe.sums(position);
        let weight = 1.0 + (index % 3) as f32;
        samples.push(&counted, &scales, clock, weights, target, weight);
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
    let probe = ScaleProbe::default();
    for position in positions(3_000, 9) {
        let counted = coefficients(&position, &weights);
        let scales = probe.sums(&position);
        let clock = fading_plies(&position);
        samples.push(&counted, &scales, clock, &weights, 0.5, 1.0);
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
fn is_smooth(samples: &Samples, row: &Row, pass: &Pass, parameters: &[f32]) -> bool {
    let limit = parameters[DANGER_LIMIT];
    let lists = [List::WhiteDanger, List::BlackDanger];
    let far = |(king, points): (usize, &[f32; 2])| {
        let far = |points: &f32| points.abs() > 30.0 && (points - limit).abs() > 30.0;
        samples.counts(row, lists[king]).0.is_empty() || points.iter().all(far)
    };
    let left = |sum: &PackedSum| {
        let add = |left, (setting, count)| {
            left + count * setting_place(setting).map_or(0.0, |place| parameters[place])
        };
        sum.counts().fold(f32::from(sum.constant), add)
    };
    let inside = |(sum, _): &(PackedSum, f32)| {
        sum.counts().next().is_none() || (left(sum) - 128.0).abs() > 4.0
    };
    let whole = (left(&pass.scalings[1].0) / 128.0).min(1.0);
    pass.danger.iter().enumerate().all(far)
        && pass.scalings.iter().all(inside)
        && pass.score.abs() > 30.0 * whole
}

#[test]
fn slopes_are_the_differences() {
    let weights = Weights::embedded();
    let samples = samples(&weights);
    let mut start = as_f32(&parameters(&weights));
    // Low, so that some kings' points are over it.
    start[DANGER_LIMIT] = 150.0;
    for loss in [Loss::Squared, Loss::Steep, Loss::CrossEntropy] {
        let model = Model::new(&weights, SCALE, loss);
        let (mut compared, mut in_danger) = (0, 0);
        let mut settings = BTreeSet::new();
        for index in 0..samples.len() {
            let row = samples.row(index);
            if !is_smooth(&samples, row, &model.pass(&samples, row, &start), &start) {
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
                let owner = plumb_engine::eval::weight_owner(place / 2);
                let danger = owner.is_some_and(|(term, _)| term.is_danger());
                in_danger += usize::from(danger && gradient[place] != 0.0);
                if place > TEMPO && gradient[place] != 0.0 {
                    settings.insert(place);
                }
            }
        }
        assert!(compared > 500 && in_danger > 20, "{compared} {in_danger}");
        // The limit of danger points, and some of what scales endgames.
        assert!(settings.contains(&DANGER_LIMIT), "{settings:?}");
        assert!(settings.len() >= 7, "{settings:?}");
    }
}

#[test]
fn tables_and_parameters_are_the_same() {
    let weights = Weights::embedded();
    let mut values = parameters(&weights);
    assert_eq!(values.len(), PARAMETERS);
    values[TEMPO] = 17.4;
    values[2 * Term::BishopPair.offset() + 1] = -1e9;
    values[setting_place(Setting::FewPawns).expect("a place")] = 300.0;
    let changed = with_parameters(&weights, &values);
    assert_eq!(changed.setting(Setting::Tempo), 17);
    assert_eq!(changed.setting(Setting::FewPawns), 128);
    assert_eq!(
        changed.setting(Setting::OneWing),
        weights.setting(Setting::OneWing)
    );
    let pair = changed.get(Term::BishopPair, 0);
    assert_eq!(pair.endgame(), -Tapered::LIMIT);
    assert_eq!(
        pair.middlegame(),
        weights.get(Term::BishopPair, 0).middlegame()
    );
}

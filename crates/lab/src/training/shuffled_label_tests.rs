//! Where labels are shuffled there is nothing to learn: what was fitted to some of them tells the
//! others no better than chance. The same samples with their own labels are learned from, so that
//! chance level is no fault of theirs.

use super::choice_sample::ChoiceSample;
use super::class_figures::ClassFigures;
use super::class_trial::{Columns, predictions};
use super::engine_fit::{EngineFilter, fit_engines, measure_engines};
use super::human_fit::{HumanFit, HumanFitOptions};
use super::human_measure::measure;
use super::move_sample::MoveVector;
use super::move_sample::fixtures::move_vector;
use crate::classifiers::{Boosting, Classifier};
use plumb_engine::choice::{Feature, MoveFeatures, Sight};
use plumb_support::random::Random;

/// Moves of each made-up position.
const MOVES: usize = 5;
/// Choices that are fitted to, and as many that are measured on.
const CHOICES: usize = 1_000;
/// Features that moves differ by.
const TELLING: [Feature; 4] = [
    Feature::Loss1,
    Feature::GlanceLoss,
    Feature::Checks,
    Feature::TakesPawn,
];
const RIDGE: f64 = 1e-4;

/// Choices of the move with the most of all telling features together, most of the time, or of
/// any move, whatever it looks like: then labels belong to other positions.
fn choices(stream: u64, are_shuffled: bool) -> ChoiceSample {
    let mut random = Random::stream(3, stream);
    let mut positions: Vec<(Vec<MoveFeatures>, usize, f64)> = Vec::new();
    for _ in 0..CHOICES {
        let mut moves = vec![[0.0; Feature::ALL.len()]; MOVES];
        let mut utilities = [0.0; MOVES];
        for (row, utility) in moves.iter_mut().zip(&mut utilities) {
            for feature in TELLING {
                let value = random.normal();
                row[feature as usize] = value as f32;
                *utility += value;
            }
            *utility += random.normal();
        }
        let best = (0..MOVES).max_by(|&a, &b| utilities[a].total_cmp(&utilities[b]));
        let rating = 1_500.0 + 100.0 * random.normal();
        positions.push((moves, best.unwrap(), rating));
    }
    let order: Vec<usize> = match are_shuffled {
        true => random.order(CHOICES),
        false => (0..CHOICES).collect(),
    };
    let mut sample = ChoiceSample::default();
    for ((moves, _, rating), from) in positions.iter().zip(order) {
        sample.add_choice(moves, positions[from].1, *rating);
    }
    sample
}

/// Of so many, a share this far from chance comes up once in ten thousand times.
fn deviation(chance: f64, count: usize) -> f64 {
    4.0 * (chance * (1.0 - chance) / count as f64).sqrt()
}

/// The likeliest move is made as often as chance has it, and nobody loses by knowing nothing.
fn assert_chance(top: f64, log_loss: f64, blind: f64) {
    let chance = 1.0 / MOVES as f64;
    assert!((top - chance).abs() < deviation(chance, CHOICES), "{top}");
    assert!(log_loss > blind - 0.005, "{log_loss}, {blind}");
}

/// What there is to learn was learned.
fn assert_learned(top: f64, log_loss: f64, blind: f64) {
    assert!(top > 0.6 && log_loss < 0.7 * blind, "{top}, {log_loss}");
}

#[test]
fn people_whose_choices_are_shuffled_are_told_by_chance() {
    for are_shuffled in [false, true] {
        let fitted_to = choices(0, are_shuffled);
        let options = HumanFitOptions {
            ridge: RIDGE,
            rounds: 1,
            threads: 1,
        };
        let model = HumanFit::new(&fitted_to, options)
            .fit("", |_| true)
            .unwrap();
        let others = choices(1, are_shuffled);
        for sight in Sight::ALL {
            let told = measure(&model, &others, sight, |_| true);
            match are_shuffled {
                true => assert_chance(told.top, told.log_loss, told.blind_log_loss),
                false => assert_learned(told.top, told.log_loss, told.blind_log_loss),
            }
        }
    }
}

#[test]
fn engines_whose_choices_are_shuffled_are_told_by_chance() {
    for are_shuffled in [false, true] {
        let fitted_to = choices(2, are_shuffled);
        let model = fit_engines(&fitted_to, EngineFilter::All, RIDGE, 1, "", |_, _| true).unwrap();
        let told = measure_engines(&model, &choices(3, are_shuffled), EngineFilter::All);
        assert_eq!(told.choices, CHOICES);
        match are_shuffled {
            true => assert_chance(told.top, told.log_loss, told.blind_log_loss),
            false => assert_learned(told.top, told.log_loss, told.blind_log_loss),
        }
    }
}

/// Games of three moves, in which an engine's have more of some columns.
fn vectors(stream: u64, count: usize, are_shuffled: bool) -> Vec<MoveVector> {
    let mut random = Random::stream(4, stream);
    let mut moves: Vec<MoveVector> = Vec::new();
    let mut is_engine = false;
    for place in 0..count {
        // Drawn, not alternating: folds take every nth game.
        if place % 3 == 0 {
            is_engine = random.happens(0.5);
        }
        let mut one = move_vector(is_engine, place / 3);
        for (column, value) in one.features.iter_mut().enumerate() {
            let more = one.is_engine && column % 4 == 0;
            *value = random.normal() + f64::from(u8::from(more));
        }
        moves.push(one);
    }
    if are_shuffled {
        let labels: Vec<bool> = moves.iter().map(|one| one.is_engine).collect();
        for (one, from) in moves.iter_mut().zip(random.order(count)) {
            one.is_engine = labels[from];
        }
    }
    moves
}

#[test]
fn classifiers_of_shuffled_moves_tell_by_chance() {
    const TOLD: usize = 600;
    let boosting = Boosting {
        trees: 10,
        depth: 3,
        rate: 0.3,
        least_examples: 5,
        gamma: 0.0,
        lambda: 4.0,
    };
    let machines = [
        Classifier::Boosting(boosting),
        Classifier::Forest,
        Classifier::Logit,
        Classifier::NaiveBayes,
        Classifier::Neighbours,
        Classifier::SupportVectors,
    ];
    for are_shuffled in [false, true] {
        let samples = [
            vectors(0, 210, are_shuffled),
            vectors(1, TOLD, are_shuffled),
        ];
        let [fitted_to, others] = samples.each_ref().map(|all| all.iter().collect::<Vec<_>>());
        for machine in machines {
            let told = predictions(machine, Columns::Position, &fitted_to, &others).unwrap();
            let area = ClassFigures::of(&told, 1).unwrap().area.value;
            // By chance an area of so many moves deviates by 0.024.
            let is_chance = (area - 0.5).abs() < 0.1;
            let is_learned = area > 0.7;
            let name = machine.name();
            assert_eq!(is_chance, are_shuffled, "{name}: {area}");
            assert_eq!(is_learned, !are_shuffled, "{name}: {area}");
        }
    }
}

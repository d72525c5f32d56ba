//! The engine-choice model fitted to a sample of engines' choices, and how well it tells them.

use std::collections::{BTreeMap, HashMap};

use super::choice_sample::{ChoiceSample, SampledChoice};
use super::human_fit::fit_options;
use plumb_engine::choice::{EngineModel, Feature};
use plumb_stats::models::ConditionalLogit;

/// The comment that begins the table.
pub const ENGINE_HEAD: &str = "\
# How likely an engine picks which move.
#
# A move's share is in proportion to exp(u); u is the sum of its features, each times its
# weight. The features are those of choice.toml, so that the two can be compared in the same
# position. docs/models.md says how it was fitted and what it is worth.
";

/// The choices that were made once. Engines' games begin with given openings, some of them
/// longer than the plies that are left out: what several games have in common was nobody's
/// choice.
fn own_choices(sample: &ChoiceSample) -> impl Iterator<Item = &SampledChoice> {
    let mut times: HashMap<(u64, usize), u32> = HashMap::new();
    for choice in sample.choices() {
        *times.entry((choice.key, choice.chosen)).or_default() += 1;
    }
    let choices = sample.choices().iter();
    choices.filter(move |choice| times.get(&(choice.key, choice.chosen)) == Some(&1))
}

/// Which engines' choices are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineFilter<'a> {
    /// All.
    All,
    /// Those of all versions of this one.
    Only(&'a str),
    /// Those of all others.
    Without(&'a str),
}

impl EngineFilter<'_> {
    fn has(self, name: &str) -> bool {
        match self {
            EngineFilter::All => true,
            EngineFilter::Only(engine) => engine_family(name) == engine,
            EngineFilter::Without(engine) => engine_family(name) != engine,
        }
    }
}

/// An engine's name without what stands behind its first word, and without digits at its end:
/// what its versions have in common.
pub fn engine_family(name: &str) -> &str {
    let first = name.split([' ', '-', '_', '.']).next().unwrap_or(name);
    first.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The engines with the most choices, without their versions.
pub fn most_frequent_engines(sample: &ChoiceSample, most: usize) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for choice in own_choices(sample) {
        *counts
            .entry(engine_family(sample.player(choice)))
            .or_default() += 1;
    }
    let mut engines: Vec<(&str, usize)> = counts.into_iter().collect();
    engines.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let names = engines.into_iter().take(most);
    names.map(|(name, _)| name.to_owned()).collect()
}

/// The most likely model of a sample; nothing where `go_on`, which is told steps and the loss
/// in nats a choice, said no. `stamp` is that of the records.
pub fn fit_engines(
    sample: &ChoiceSample,
    whose: EngineFilter<'_>,
    ridge: f64,
    threads: usize,
    stamp: &str,
    mut go_on: impl FnMut(usize, f64) -> bool,
) -> Option<EngineModel> {
    let mut choices = ConditionalLogit::new(Feature::ALL.len(), 1);
    let own = own_choices(sample).filter(|choice| whose.has(sample.player(choice)));
    for choice in own {
        choices.add(sample.features(choice), choice.chosen, &[1.0]);
    }
    let mut is_going = true;
    let fitted = choices.fit(&[], fit_options(ridge, threads), |steps, loss| {
        is_going = go_on(steps, loss);
        is_going
    });
    let weights: [f64; Feature::ALL.len()] = fitted.weights.try_into().ok()?;
    is_going.then_some(EngineModel {
        stamp: stamp.to_owned(),
        weights,
    })
}

/// How well the engine-choice model tells choices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EngineFigures {
    /// How many there are.
    pub choices: usize,
    /// The share, 0 to 1, in which the likeliest move was made.
    pub top: f64,
    /// The mean of -ln(share of the move that was made), in nats.
    pub log_loss: f64,
    /// The mean of -ln(1 / number of moves), in nats: what who knows nothing would have.
    pub blind_log_loss: f64,
}

/// Figures of the choices of a sample that were made once.
pub fn measure_engines(
    model: &EngineModel,
    sample: &ChoiceSample,
    whose: EngineFilter<'_>,
) -> EngineFigures {
    let mut figures = EngineFigures::default();
    let own = own_choices(sample).filter(|choice| whose.has(sample.player(choice)));
    for choice in own {
        let shares = model.shares(&sample.moves(choice));
        let most = shares.iter().copied().fold(0.0, f64::max);
        let share = shares[choice.chosen];
        figures.choices += 1;
        figures.top += f64::from(u8::from(share >= most));
        figures.log_loss -= libm::log(share.max(1e-12));
        figures.blind_log_loss += libm::log(shares.len() as f64);
    }
    let count = figures.choices.max(1) as f64;
    EngineFigures {
        top: figures.top / count,
        log_loss: figures.log_loss / count,
        blind_log_loss: figures.blind_log_loss / count,
        ..figures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_an_engine_are_one() {
        assert_eq!(engine_family("Stockfish 15.1"), "Stockfish");
        assert_eq!(engine_family("LCZero_v0.24-sv-t60-3010"), "LCZero");
        assert_eq!(engine_family("Komodo14"), "Komodo");
        assert_eq!(engine_family(""), "");
        assert!(EngineFilter::Only("Komodo").has("Komodo 9.2"));
        assert!(!EngineFilter::Without("Komodo").has("Komodo 9.2"));
        // Another engine altogether.
        assert!(EngineFilter::Without("Komodo").has("KomodoDragon 2"));
        assert!(EngineFilter::All.has("anything"));
    }
}

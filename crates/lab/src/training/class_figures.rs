//! How well probabilities of two classes hold: accuracy, area under the ROC curve, Brier
//! score, calibration, each with an interval over whole groups drawn again.
//!
//! Two classifiers on the same examples are held against each other with the same draws, so
//! that what both have in common does not widen the interval of their difference. Start with
//! `ClassFigures::of`.

use plumb_support::random::Random;

/// Groups are drawn again so often.
const REPLICATES: usize = 400;
/// Probabilities are held against shares in so many bins.
const BINS: usize = 10;

/// An example whose probability is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassProbability {
    /// The probability, 0 to 1, that it is in the class.
    pub probability: f64,
    /// It is.
    pub is_in_class: bool,
    /// What it belongs to: drawn again together.
    pub group: usize,
    /// Only examples of one stratum are held against each other in the area.
    pub stratum: u64,
}

/// A figure of all examples, and its values in resamples of whole groups.
#[derive(Clone, Debug, PartialEq)]
pub struct ResampledFigure {
    /// The figure of all examples.
    pub value: f64,
    pub(super) draws: Vec<f64>,
}

impl ResampledFigure {
    /// The ends of its 95 % interval.
    pub fn interval(&self) -> [f64; 2] {
        let mut sorted = self.draws.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        let at = |place: usize| sorted.get(place).copied().unwrap_or(self.value);
        [at(last / 40), at(last - last / 40)]
    }

    /// This less the other, draw by draw; both are of the same examples.
    pub fn less(&self, other: &ResampledFigure) -> ResampledFigure {
        let pairs = self.draws.iter().zip(&other.draws);
        ResampledFigure {
            value: self.value - other.value,
            draws: pairs.map(|(own, other)| own - other).collect(),
        }
    }
}

/// Figures of probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassFigures {
    /// The share that is told rightly at a border of one half, 0 to 1.
    pub accuracy: ResampledFigure,
    /// The chance that of an example in the class and one outside, both of one stratum, the
    /// first has the higher probability; halves for ties.
    pub area: ResampledFigure,
    /// The mean squared difference of probability and truth: 0.25 of who always says one half.
    pub brier: ResampledFigure,
}

impl ClassFigures {
    /// Of these examples, groups drawn again from this seed; nothing where no stratum has both
    /// classes.
    pub fn of(predictions: &[ClassProbability], seed: u64) -> Option<ClassFigures> {
        let mut sorted: Vec<&ClassProbability> = predictions.iter().collect();
        sorted.sort_by(|one, other| {
            let by_stratum = one.stratum.cmp(&other.stratum);
            by_stratum.then(one.probability.total_cmp(&other.probability))
        });
        let groups = 1 + predictions.iter().map(|one| one.group).max()?;
        let all = of_weights(&sorted, &vec![1.0; groups])?;
        let mut is_group = vec![false; groups];
        for one in predictions {
            is_group[one.group] = true;
        }
        let drawn: Vec<usize> = (0..groups).filter(|&group| is_group[group]).collect();
        let mut random = Random::seeded(seed);
        let mut draws: [Vec<f64>; 3] = Default::default();
        for _ in 0..REPLICATES {
            let mut weights = vec![0.0; groups];
            for _ in &drawn {
                weights[drawn[random.below(drawn.len())]] += 1.0;
            }
            // A draw without one of the classes says nothing: it stands for no change.
            let values = of_weights(&sorted, &weights).unwrap_or(all);
            for (draws, value) in draws.iter_mut().zip(values) {
                draws.push(value);
            }
        }
        let [accuracy, area, brier] = draws;
        let with = |value: f64, draws: Vec<f64>| ResampledFigure { value, draws };
        Some(ClassFigures {
            accuracy: with(all[0], accuracy),
            area: with(all[1], area),
            brier: with(all[2], brier),
        })
    }
}

/// Accuracy, area and Brier score of examples in the order of stratum and probability, their
/// groups counted so often each.
fn of_weights(sorted: &[&ClassProbability], weights: &[f64]) -> Option<[f64; 3]> {
    let (mut count, mut right, mut squares) = (0.0, 0.0, 0.0);
    let (mut wins, mut pairs) = (0.0, 0.0);
    for stratum in sorted.chunk_by(|one, other| one.stratum == other.stratum) {
        // Examples outside the class with lower probabilities, and all in the class.
        let (mut below, mut inside) = (0.0, 0.0);
        for equal in stratum.chunk_by(|one, other| one.probability == other.probability) {
            let mut own = [0.0; 2];
            for one in equal {
                let weight = weights[one.group];
                own[usize::from(one.is_in_class)] += weight;
                let truth = f64::from(u8::from(one.is_in_class));
                count += weight;
                squares += weight * (one.probability - truth).powi(2);
                if (one.probability > 0.5) == one.is_in_class {
                    right += weight;
                }
            }
            wins += own[1] * (below + own[0] / 2.0);
            below += own[0];
            inside += own[1];
        }
        pairs += below * inside;
    }
    (pairs > 0.0).then(|| [right / count, wins / pairs, squares / count])
}

/// Examples whose probabilities are alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CalibrationBin {
    /// Examples.
    pub count: usize,
    /// Their mean probability.
    pub mean_probability: f64,
    /// The share of them in the class.
    pub share_in_class: f64,
}

/// Probabilities beside shares, in ten bins of equal width; empty ones are left out.
pub fn calibration(predictions: &[ClassProbability]) -> Vec<CalibrationBin> {
    let mut bins = [CalibrationBin::default(); BINS];
    for one in predictions {
        let bin = &mut bins[((one.probability * BINS as f64) as usize).min(BINS - 1)];
        bin.count += 1;
        bin.mean_probability += one.probability;
        bin.share_in_class += f64::from(u8::from(one.is_in_class));
    }
    let mean = |bin: CalibrationBin| CalibrationBin {
        mean_probability: bin.mean_probability / bin.count as f64,
        share_in_class: bin.share_in_class / bin.count as f64,
        ..bin
    };
    let filled = bins.into_iter().filter(|bin| bin.count > 0);
    filled.map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(probability: f64, is_in_class: bool, group: usize, stratum: u64) -> ClassProbability {
        ClassProbability {
            probability,
            is_in_class,
            group,
            stratum,
        }
    }

    #[test]
    fn figures_by_hand() {
        let all = [
            told(0.9, true, 0, 0),
            told(0.6, false, 1, 0),
            told(0.6, true, 2, 0),
            told(0.1, false, 3, 0),
        ];
        let figures = ClassFigures::of(&all, 1).unwrap();
        assert_eq!(figures.accuracy.value, 0.75);
        // Of four pairs three are won and one is a tie.
        assert_eq!(figures.area.value, 3.5 / 4.0);
        let brier = (0.01 + 0.36 + 0.16 + 0.01) / 4.0;
        assert!((figures.brier.value - brier).abs() < 1e-12);
        let [low, high] = figures.area.interval();
        assert!(low < 0.875 && high == 1.0, "{low} {high}");
        assert_eq!(figures.area.less(&figures.area).interval(), [0.0, 0.0]);
        assert_eq!(ClassFigures::of(&all[..1], 1), None);
        assert_eq!(ClassFigures::of(&[], 1), None);
    }

    #[test]
    fn strata_are_held_against_themselves() {
        // Within each stratum the wrong way round, all together mostly the right one.
        let mut all = vec![told(0.8, true, 0, 1), told(0.9, false, 1, 1)];
        all.extend([told(0.1, true, 2, 2), told(0.2, false, 3, 2)]);
        assert_eq!(ClassFigures::of(&all, 1).unwrap().area.value, 0.0);
        for one in &mut all {
            one.stratum = 0;
        }
        assert_eq!(ClassFigures::of(&all, 1).unwrap().area.value, 0.25);
    }

    #[test]
    fn bins_say_what_was_said_and_what_is() {
        let all = [
            told(0.32, true, 0, 0),
            told(0.38, false, 1, 0),
            told(1.0, true, 2, 0),
        ];
        let bins = calibration(&all);
        assert_eq!(bins.len(), 2);
        assert_eq!((bins[0].count, bins[0].share_in_class), (2, 0.5));
        assert!((bins[0].mean_probability - 0.35).abs() < 1e-12);
        assert_eq!(
            (bins[1].mean_probability, bins[1].share_in_class),
            (1.0, 1.0)
        );
    }
}

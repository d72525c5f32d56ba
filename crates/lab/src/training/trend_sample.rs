//! Levels vectors with the trend that people saw in their plots, as a readable file.
//!
//! A row is a vector: its number, its part (training or validation), the run it is from, its levels
//! in centipawns from the mover's side, and three labels: those of two passes made apart
//! from each other, and the one that counts. Rows without a label are still to be labelled.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use plumb_coach::analysis::{TREND_LEVELS, Trend};
use plumb_fairplay::{AuditError, RecordedMoves};
use plumb_support::random::Random;

/// What the file begins with.
const HEADER: &str = "vector,part,source,levels,first,second,label";

/// What a vector is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum TrendPart {
    /// To be fitted to.
    Training,
    /// To be measured on.
    Validation,
}

/// A levels vector with its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct TrendVector {
    /// What it is there for.
    pub part: TrendPart,
    /// The run it is from.
    pub source: String,
    /// Centipawns at the selective depths 1, 2 and so on, from the mover's side.
    pub levels: [i32; TREND_LEVELS],
    /// What the first pass saw.
    pub first: Option<Trend>,
    /// What the second pass saw, which did not know the first.
    pub second: Option<Trend>,
    /// What counts: what both saw, or what a third look decided.
    pub label: Option<Trend>,
}

/// Levels vectors in the order of their numbers, which begin with 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrendSample {
    /// The vectors.
    pub vectors: Vec<TrendVector>,
}

impl TrendSample {
    /// Adds the vectors after the moves of a run, unlabelled; `go_on` is told how many of its
    /// games were read, and ends the reading with false.
    pub fn add(
        &mut self,
        run: &RecordedMoves,
        part: TrendPart,
        source: &str,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Result<(), AuditError> {
        run.each(|id, recorded| {
            // Where the game is over nothing was searched.
            let after = &recorded.record.after;
            if after.depth > 0
                && let Ok(levels) = <[i32; TREND_LEVELS]>::try_from(after.levels.as_slice())
            {
                self.vectors.push(TrendVector {
                    part,
                    source: source.to_owned(),
                    levels,
                    first: None,
                    second: None,
                    label: None,
                });
            }
            go_on(id)
        })
    }

    /// The same vectors in an order drawn by the seed, so that who labels them does not know
    /// where they are from.
    pub fn shuffled(self, seed: u64) -> TrendSample {
        let order = Random::stream(seed, 0).order(self.vectors.len());
        let vectors = order.into_iter().map(|place| self.vectors[place].clone());
        TrendSample {
            vectors: vectors.collect(),
        }
    }

    /// How many vectors of validation are vectors of training too. Curves of a step or two are
    /// alike by chance and do not count.
    pub fn in_both_parts(&self) -> usize {
        let of = |part: TrendPart| {
            let vectors = self.vectors.iter().filter(move |one| one.part == part);
            vectors.map(|one| one.levels).filter(|levels| {
                let steps = levels.windows(2).filter(|two| two[0] != two[1]);
                steps.count() > 3
            })
        };
        let training: HashSet<_> = of(TrendPart::Training).collect();
        let validation = of(TrendPart::Validation);
        validation
            .filter(|levels| training.contains(levels))
            .count()
    }

    /// The text of the file.
    pub fn to_csv(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for (index, vector) in self.vectors.iter().enumerate() {
            let levels: Vec<String> = vector.levels.iter().map(i32::to_string).collect();
            let name = |label: Option<Trend>| label.map_or("", Into::into);
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{}",
                index + 1,
                vector.part,
                vector.source,
                levels.join(" "),
                name(vector.first),
                name(vector.second),
                name(vector.label),
            );
        }
        text
    }

    /// Reads a file; an error names file and line.
    pub fn read(path: &Path) -> Result<TrendSample, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        TrendSample::from_csv(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Reads the text of a file; an error names the line.
    pub fn from_csv(text: &str) -> Result<TrendSample, String> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Err(format!("line 1: expected {HEADER}"));
        }
        let mut sample = TrendSample::default();
        for (index, line) in lines.enumerate() {
            let vector = vector(line, index + 1);
            let vector = vector.map_err(|reason| format!("line {}: {reason}", index + 2))?;
            sample.vectors.push(vector);
        }
        Ok(sample)
    }
}

/// A row that should have this number.
fn vector(line: &str, number: usize) -> Result<TrendVector, String> {
    let fields: Vec<&str> = line.split(',').collect();
    let [vector, part, source, levels, first, second, label] = fields[..] else {
        return Err(format!("{} fields; expected 7", fields.len()));
    };
    if vector.parse() != Ok(number) {
        return Err(format!("vector '{vector}'; expected {number}"));
    }
    let values: Result<Vec<i32>, _> = levels.split(' ').map(str::parse).collect();
    let levels = values.ok().and_then(|values| values.try_into().ok());
    let trend = |name: &str| match name {
        "" => Ok(None),
        name => match name.parse() {
            Ok(trend) => Ok(Some(trend)),
            Err(_) => Err(format!("'{name}' is no trend; expected {}", Trend::names())),
        },
    };
    Ok(TrendVector {
        part: (part.parse()).map_err(|_| "expected the part training or validation")?,
        source: source.to_owned(),
        levels: levels.ok_or_else(|| format!("expected {TREND_LEVELS} levels"))?,
        first: trend(first)?,
        second: trend(second)?,
        label: trend(label)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written_and_each_fault_has_its_line() {
        let vector = TrendVector {
            part: TrendPart::Validation,
            source: "games".to_owned(),
            levels: std::array::from_fn(|level| level as i32 - 7),
            first: Some(Trend::Ascending),
            second: None,
            label: Some(Trend::Other),
        };
        let sample = TrendSample {
            vectors: vec![vector.clone(), vector],
        };
        let text = sample.to_csv();
        assert_eq!(TrendSample::from_csv(&text), Ok(sample));
        for (from, to, says) in [
            ("vector,part", "part", "line 1: expected vector"),
            ("\n2,", "\n3,", "line 3: vector '3'; expected 2"),
            ("validation", "exam", "line 2: expected the part"),
            ("-7 ", "", "line 2: expected 30 levels"),
            ("ascending", "up", "line 2: 'up' is no trend"),
            (",other\n", "\n", "line 2: 6 fields"),
        ] {
            let error = TrendSample::from_csv(&text.replacen(from, to, 1)).unwrap_err();
            assert!(error.starts_with(says), "{error}");
        }
    }

    #[test]
    fn an_order_is_drawn_by_the_seed_and_loses_nothing() {
        let vector = |first: i32| TrendVector {
            part: TrendPart::Training,
            source: String::new(),
            levels: [first; TREND_LEVELS],
            first: None,
            second: None,
            label: None,
        };
        let sample = TrendSample {
            vectors: (0..50).map(vector).collect(),
        };
        let drawn = sample.clone().shuffled(1);
        assert_eq!(drawn, sample.clone().shuffled(1));
        assert_ne!(drawn, sample);
        let mut first: Vec<i32> = drawn.vectors.iter().map(|one| one.levels[0]).collect();
        first.sort_unstable();
        assert_eq!(first, (0..50).collect::<Vec<i32>>());
    }
}

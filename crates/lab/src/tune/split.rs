//! Which positions may be tuned on, which only validate, which only measure.
//!
//! A public set is split by contiguous parts that never cut a game; the cuts
//! are lines in `data/split.toml`, which `plan` makes. Any other file is split
//! by its games' numbers: every tenth validates. A file is known by the
//! SHA-256 of its text, so that it may be renamed or unpacked.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::dataset::{self, LabelledPosition};
use super::error::DataError;
use super::source::{Fingerprint, fingerprint, sha256};
use plumb_engine::tables::{List, toml_fault};

/// What a labelled position is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Part {
    /// Weights are fitted to it.
    Tune,
    /// It tells when fitting goes too far; the weights kept are its choice.
    Validation,
    /// It measures what came out, and tuning never looks at it.
    Measure,
}

impl Part {
    /// Every part, in the order in which they lie in a file.
    pub const ALL: [Part; 3] = [Part::Tune, Part::Validation, Part::Measure];
}

/// A public set and its cuts. Of each part the first and the last line; none that measure in
/// sets that only tune.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a section")]
pub struct Set {
    /// The name of the file.
    pub file: String,
    /// SHA-256 of its text, unpacked.
    pub sha256: String,
    /// Its lines.
    pub rows: usize,
    /// Its games, as far as they can be told apart.
    pub games: usize,
    /// The part that tunes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tune: Option<List<usize, 2>>,
    /// The part that validates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<List<usize, 2>>,
    /// The part that measures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measure: Option<List<usize, 2>>,
    /// SHA-256 of the measuring part alone, if there is one, as
    /// `plumb tune part measure` writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measure_sha256: Option<String>,
}

impl Set {
    /// The first and the last line of a part.
    pub fn lines(&self, part: Part) -> Option<[usize; 2]> {
        let lines = match part {
            Part::Tune => self.tune,
            Part::Validation => self.validation,
            Part::Measure => self.measure,
        };
        lines.map(|List(lines)| lines)
    }

    /// The part that a line (from 1) belongs to. What is in no part is kept
    /// away from tuning.
    pub fn part(&self, line: usize) -> Part {
        let has = |&part: &Part| {
            let lines = self.lines(part);
            lines.is_some_and(|[first, last]| (first..=last).contains(&line))
        };
        Part::ALL.into_iter().find(has).unwrap_or(Part::Measure)
    }
}

impl fmt::Display for Set {
    /// As it stands in `data/split.toml`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = toml::to_string(self).map_err(|_| fmt::Error)?;
        write!(f, "[[set]]\n{rows}")
    }
}

/// The committed split of all public sets.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// The sets.
    #[serde(rename = "set")]
    pub sets: Vec<Set>,
}

impl Split {
    /// The split that this binary was built with.
    pub fn embedded() -> Result<Split, DataError> {
        Split::from_toml(include_str!("../../data/split.toml"))
    }

    /// Reads a split; an error says what is wrong.
    pub fn from_toml(text: &str) -> Result<Split, DataError> {
        toml::from_str(text).map_err(|error| DataError::Split(toml_fault(text, error)))
    }

    /// How a file is split. A file that is kept for measuring, or that has a
    /// set's name without its text, is refused.
    pub fn of_file(&self, path: &Path, found: &Fingerprint) -> Result<Rule, DataError> {
        let measures = |set: &&Set| set.measure_sha256.as_ref() == Some(&found.sha256);
        if self.sets.iter().any(|set| measures(&set)) {
            let path = path.to_owned();
            return Err(DataError::KeptForMeasuring { path });
        }
        if let Some(set) = self.sets.iter().find(|set| set.sha256 == found.sha256) {
            return Ok(Rule::Lines(set.clone()));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let same_name = |set: &&Set| set.file.split('.').next() == name.split('.').next();
        match self.sets.iter().find(same_name) {
            Some(set) => Err(DataError::Changed {
                path: path.to_owned(),
                found: found.sha256.clone(),
                expected: set.sha256.clone(),
            }),
            None => Ok(Rule::Games),
        }
    }
}

/// How one file is split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// By the lines of a public set.
    Lines(Set),
    /// By the games' numbers: those that end with a 9 validate.
    Games,
}

impl Rule {
    /// The part of a position of the file.
    pub fn part(&self, labelled: &LabelledPosition) -> Part {
        match self {
            Rule::Lines(set) => set.part(labelled.line),
            Rule::Games if labelled.group % 10 == 9 => Part::Validation,
            Rule::Games => Part::Tune,
        }
    }
}

/// Cuts a file into contiguous parts: tenths for tuning, one tenth for
/// validation, the rest for measuring. Every cut is where a game begins.
pub fn plan(path: &Path, tune_tenths: usize) -> Result<Set, DataError> {
    let print = fingerprint(path)?;
    let mut games = 0;
    let mut group = None;
    let mut cuts = Vec::new();
    let mut last = 0;
    for labelled in dataset::read(path)? {
        let labelled = labelled?;
        last = labelled.line;
        if group == Some(labelled.group) {
            continue;
        }
        group = Some(labelled.group);
        games += 1;
        let tenths = tune_tenths + cuts.len();
        if tenths < 10 && (labelled.line - 1) * 10 >= print.rows * tenths {
            cuts.push(labelled.line);
        }
    }
    let first = cuts.first().copied().unwrap_or(last + 1);
    let second = cuts.get(1).copied().unwrap_or(last + 1);
    let lines = |from: usize, to: usize| (from < to).then(|| List([from, to - 1]));
    let mut set = Set {
        file: path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        sha256: print.sha256,
        rows: print.rows,
        games,
        tune: lines(1, first),
        validation: lines(first, second),
        measure: lines(second, last + 1),
        measure_sha256: None,
    };
    if set.measure.is_some() {
        set.measure_sha256 = Some(sha256(&part_text(path, &set, Part::Measure)?));
    }
    Ok(set)
}

/// The lines of one part of a set, as they stand in the file.
pub fn part_text(path: &Path, set: &Set, part: Part) -> Result<Vec<u8>, DataError> {
    use std::io::BufRead;
    let mut source = super::source::open(path)?;
    let mut text = Vec::new();
    let mut line = 0;
    loop {
        let before = text.len();
        let read = source
            .read_until(b'\n', &mut text)
            .map_err(|error| DataError::unreadable(path, error))?;
        if read == 0 {
            return Ok(text);
        }
        line += 1;
        if set.part(line) != part {
            text.truncate(before);
        }
    }
}

#[cfg(test)]
#[path = "split_tests.rs"]
mod tests;

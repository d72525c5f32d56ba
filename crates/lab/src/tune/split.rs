//! Which positions may be tuned on, which only validate, which only measure.
//!
//! A public set is split by contiguous parts that never cut a game; the cuts
//! are lines in `data/split.toml`, which `plan` makes. Any other file is split
//! by its games' numbers: every tenth validates. A file is known by the
//! SHA-256 of its text, so that it may be renamed or unpacked.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use super::dataset::{self, LabelledPosition};
use super::error::DataError;
use super::source::{Fingerprint, fingerprint, sha256};

/// What a labelled position is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// Its key in `data/split.toml`.
    pub const fn key(self) -> &'static str {
        match self {
            Part::Tune => "tune",
            Part::Validation => "validation",
            Part::Measure => "measure",
        }
    }
}

/// A public set and its cuts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The name of the file.
    pub file: String,
    /// SHA-256 of its text, unpacked.
    pub sha256: String,
    /// SHA-256 of the measuring part alone, if there is one, as
    /// `plumb-lab tune part measure` writes it.
    pub measure_sha256: Option<String>,
    /// Its lines.
    pub rows: usize,
    /// Its games, as far as they can be told apart.
    pub games: usize,
    /// The lines of each part, in the order of `Part::ALL`; none that measure
    /// in sets that only tune.
    pub lines: [Option<RangeInclusive<usize>>; 3],
}

impl Set {
    /// The part that a line (from 1) belongs to. What is in no part is kept
    /// away from tuning.
    pub fn part(&self, line: usize) -> Part {
        let has = |part: &Part| {
            let lines = &self.lines[*part as usize];
            lines.as_ref().is_some_and(|lines| lines.contains(&line))
        };
        Part::ALL.into_iter().find(has).unwrap_or(Part::Measure)
    }
}

impl fmt::Display for Set {
    /// As it stands in `data/split.toml`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[[set]]\nfile = \"{}\"", self.file)?;
        writeln!(f, "sha256 = \"{}\"", self.sha256)?;
        writeln!(f, "rows = {}\ngames = {}", self.rows, self.games)?;
        for part in Part::ALL {
            if let Some(lines) = &self.lines[part as usize] {
                let (first, last) = (lines.start(), lines.end());
                writeln!(f, "{} = [{first}, {last}]", part.key())?;
            }
        }
        match &self.measure_sha256 {
            Some(sha256) => writeln!(f, "measure_sha256 = \"{sha256}\""),
            None => Ok(()),
        }
    }
}

/// The committed split of all public sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The sets.
    pub sets: Vec<Set>,
}

impl Split {
    /// The split that this binary was built with.
    pub fn embedded() -> Result<Split, DataError> {
        Split::from_toml(include_str!("../../data/split.toml"))
    }

    /// Reads a split; an error says what is wrong.
    pub fn from_toml(text: &str) -> Result<Split, DataError> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            DataError::Split(format!("not valid TOML: {}", error.message()))
        })?;
        let sets = match table.get("set") {
            Some(toml::Value::Array(sets)) => sets.iter().map(read_set).collect(),
            _ => Err(DataError::Split("set is missing; expected [[set]]".into())),
        };
        Ok(Split { sets: sets? })
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
    let lines = |from: usize, to: usize| (from < to).then(|| from..=to - 1);
    let mut set = Set {
        file: path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        sha256: print.sha256,
        measure_sha256: None,
        rows: print.rows,
        games,
        lines: [
            lines(1, first),
            lines(first, second),
            lines(second, last + 1),
        ],
    };
    if set.lines[Part::Measure as usize].is_some() {
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

fn read_set(value: &toml::Value) -> Result<Set, DataError> {
    let wrong = |key: &str, expected: &str| {
        DataError::Split(format!("{key} of a [[set]] is wrong; expected {expected}"))
    };
    let text = |key: &str| value.get(key).and_then(toml::Value::as_str);
    let string = |key: &str| {
        text(key)
            .map(str::to_owned)
            .ok_or_else(|| wrong(key, "a text"))
    };
    let count = |value: Option<&toml::Value>, key: &str| {
        let number = value.and_then(toml::Value::as_integer);
        let number = number.and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| wrong(key, "a whole number"))
    };
    let mut lines = [None, None, None];
    for part in Part::ALL {
        let key = part.key();
        lines[part as usize] = match value.get(key).map(toml::Value::as_array) {
            None => None,
            Some(Some(ends)) if ends.len() == 2 => {
                Some(count(ends.first(), key)?..=count(ends.get(1), key)?)
            }
            Some(_) => return Err(wrong(key, "the first and the last line")),
        };
    }
    Ok(Set {
        file: string("file")?,
        sha256: string("sha256")?,
        measure_sha256: text("measure_sha256").map(str::to_owned),
        rows: count(value.get("rows"), "rows")?,
        games: count(value.get("games"), "games")?,
        lines,
    })
}

#[cfg(test)]
#[path = "split_tests.rs"]
mod tests;

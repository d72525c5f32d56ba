//! What a report says: by whom and how it was made, its games, and the records of their
//! moves. Start with `Report::open`.

use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::facts::Thresholds;
use crate::records::{Depths, MoveRecord, Stamp};
use plumb_support::unpack;

/// A longer line is not a report's: the longest game has some megabytes of records.
const LONGEST_LINE: u64 = 1 << 28;

/// What a report's head says that making it again needs.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ReportHead {
    pub(super) format: String,
    pub(super) engine: String,
    pub(super) engine_version: String,
    /// How it searched, in words ...
    pub(super) settings: String,
    /// ... and in numbers; none if it was not Plumb.
    pub(super) search: Option<Depths>,
    pub(super) profile: String,
    pub(super) rules: String,
    pub(super) thresholds: Thresholds,
    pub(super) book: Vec<(String, String)>,
    pub(super) tables: Vec<(String, String)>,
    #[serde(default)]
    pub(super) tablebases: Option<String>,
    pub(super) selection: Vec<(String, String)>,
    pub(super) passes: Vec<NamedPass>,
    pub(super) jury: Vec<String>,
    pub(super) looked_at: u64,
    /// Of those looked at, players whose figures are in the report.
    pub(super) with_figures: u64,
}

/// A pass by its name.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct NamedPass {
    pub(super) name: String,
}

/// A game of a report with what is said of its moves.
#[derive(Debug, Deserialize)]
pub(super) struct GameClaim {
    pub(super) id: u64,
    pub(super) moves: Vec<MoveClaim>,
    pub(super) failure: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct MoveClaim {
    pub(super) ply: usize,
    pub(super) record: Option<MoveRecord>,
}

#[derive(Deserialize)]
struct Kind {
    kind: String,
}

/// Who judged, as the line of a jury has them.
#[derive(Deserialize)]
struct Engines {
    engines: Vec<Engine>,
}

#[derive(Deserialize)]
struct Engine {
    engine: String,
    version: String,
    settings: String,
}

/// A game's place, and its moves as people write them.
#[derive(Deserialize)]
struct GameMoves {
    file: String,
    number: usize,
    moves: Vec<San>,
}

#[derive(Deserialize)]
struct San {
    san: String,
}

/// A report in JSON Lines, which is read several times.
pub(super) struct Report {
    path: PathBuf,
    pub(super) head: ReportHead,
    /// The members of its jury besides the one whose records it has.
    pub(super) others: Vec<Stamp>,
    /// Where in the report each game stands, by file, number and moves: two files may
    /// have the same name.
    places: HashMap<u64, usize>,
}

impl Report {
    /// Reads the head and the list of games; a line that cannot be read is an error that
    /// names it.
    pub(super) fn open(path: &Path) -> Result<Report, String> {
        let is_file = File::open(path)
            .and_then(|file| file.metadata())
            .map_err(|error| error.to_string())?
            .is_file();
        if !is_file {
            return Err("it is no file, and a report is read more than once".to_owned());
        }
        let mut head = None;
        let mut engines = None;
        let mut places = HashMap::new();
        for_each_line(path, |number, text| {
            let kind: Kind = parsed(number, text)?;
            match kind.kind.as_str() {
                "run" if head.is_none() => head = Some(parsed(number, text)?),
                "game" => {
                    let game: GameMoves = parsed(number, text)?;
                    let sans = game.moves.iter().map(|mv| mv.san.as_str());
                    let key = game_key(&game.file, game.number, sans);
                    places.entry(key).or_insert(number);
                }
                "jury" if engines.is_none() => engines = Some(parsed(number, text)?),
                _ => {}
            }
            Ok(())
        })?;
        let head = head.ok_or("there is no line of kind run: this is no report")?;
        let others = other_members(&head, engines)?;
        let path = path.to_owned();
        Ok(Report {
            path,
            head,
            others,
            places,
        })
    }

    /// Where a game stands, in any order that grows through the report.
    pub(super) fn place<'m>(
        &self,
        file: &str,
        number: usize,
        sans: impl Iterator<Item = &'m str>,
    ) -> Option<usize> {
        self.places.get(&game_key(file, number, sans)).copied()
    }

    /// Every game with its records, one at a time.
    pub(super) fn for_each_game(
        &self,
        mut visit: impl FnMut(usize, GameClaim) -> Result<(), String>,
    ) -> Result<(), String> {
        for_each_line(&self.path, |number, text| {
            let kind: Kind = parsed(number, text)?;
            match kind.kind.as_str() {
                "game" => visit(number, parsed(number, text)?),
                _ => Ok(()),
            }
        })
    }

    /// Its text from the beginning.
    pub(super) fn lines(&self) -> Result<Lines, String> {
        Lines::open(&self.path)
    }
}

/// The members of a jury after the first, who are the same in the head and in the line of
/// the jury.
fn other_members(head: &ReportHead, engines: Option<Engines>) -> Result<Vec<Stamp>, String> {
    let stamp = |engine: Engine| Stamp {
        engine: engine.engine,
        version: engine.version,
        settings: engine.settings,
    };
    let engines = engines.map_or(Vec::new(), |engines| engines.engines);
    let others: Vec<Stamp> = engines.into_iter().skip(1).map(stamp).collect();
    let names = others.iter().map(Stamp::to_string);
    match names.eq(head.jury.iter().cloned()) {
        true => Ok(others),
        false => Err("the jury of its head is not that of its line of kind jury".to_owned()),
    }
}

fn parsed<T: DeserializeOwned>(number: usize, text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("line {number}: {error}"))
}

fn game_key<'m>(file: &str, number: usize, sans: impl Iterator<Item = &'m str>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (file, number).hash(&mut hasher);
    sans.for_each(|san| san.hash(&mut hasher));
    hasher.finish()
}

/// The lines of a report, one after the other.
pub(super) struct Lines {
    source: Box<dyn BufRead + Send>,
    number: usize,
}

impl Lines {
    fn open(path: &Path) -> Result<Lines, String> {
        let source = unpack::open(path).map_err(|error| error.to_string())?;
        Ok(Lines { source, number: 0 })
    }

    /// The next line with its number, from 1.
    pub(super) fn next(&mut self) -> Result<Option<(usize, String)>, String> {
        self.number += 1;
        let wrong = |reason: String| format!("line {}: {reason}", self.number);
        let mut text = String::new();
        let mut source = (&mut self.source).take(LONGEST_LINE);
        let count = source
            .read_line(&mut text)
            .map_err(|error| wrong(error.to_string()))?;
        if text.ends_with('\n') {
            text.pop();
        } else if count as u64 == LONGEST_LINE {
            return Err(wrong("it is too long for a report's".to_owned()));
        }
        Ok((count > 0).then_some((self.number, text)))
    }
}

fn for_each_line(
    path: &Path,
    mut visit: impl FnMut(usize, &str) -> Result<(), String>,
) -> Result<(), String> {
    let mut lines = Lines::open(path)?;
    while let Some((number, text)) = lines.next()? {
        visit(number, &text)?;
    }
    Ok(())
}

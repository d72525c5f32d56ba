//! What a tuning leaves on disk: `tuning.json`, from which it goes on wherever it
//! was, and `search.toml`, the table as far as it has come.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::tune::{Spsa, with_meta, with_values};
use plumb_engine::tables::{Table, Tables};
use plumb_support::lock::Lock;

use super::arena::Tally;
use super::error::TrialError;

/// All that the games and what is learned from them depend on, in words, by name.
/// A tuning goes on only with the settings it began with.
pub type Settings = Vec<(String, String)>;

/// What `tuning.json` holds.
#[derive(Serialize, Deserialize)]
struct State {
    settings: Settings,
    games: Tally,
    spsa: Spsa,
}

/// What a tuned table says of its origin.
pub struct Provenance {
    /// The command that made it.
    pub command: String,
    /// What it began with.
    pub start: String,
    /// The seed of throws and openings.
    pub seed: u64,
}

/// A tuning and its folder.
pub struct Record {
    folder: PathBuf,
    state: State,
    /// Nobody else writes in the folder.
    _lock: Lock,
}

const STATE: &str = "tuning.json";

impl Record {
    /// Opens the folder, making it if need be. What is there already goes on if
    /// `resume` says so; otherwise it begins with `beginning`.
    pub fn open(
        folder: &Path,
        settings: Settings,
        beginning: Spsa,
        resume: bool,
    ) -> Result<Record, TrialError> {
        std::fs::create_dir_all(folder).map_err(|error| TrialError::file(folder, error))?;
        let lock = Lock::folder(folder)?;
        let path = folder.join(STATE);
        let there = match std::fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(TrialError::file(&path, error)),
        };
        let state = match there {
            Some(_) if !resume => return Err(TrialError::Exists(folder.to_owned())),
            Some(text) => {
                let state: State =
                    serde_json::from_str(&text).map_err(|error| TrialError::file(&path, error))?;
                compare(folder, &state.settings, &settings)?;
                state
            }
            None => State {
                settings,
                games: Tally::default(),
                spsa: beginning,
            },
        };
        let record = Record {
            folder: folder.to_owned(),
            state,
            _lock: lock,
        };
        record.save()?;
        Ok(record)
    }

    /// How far the tuning has come.
    pub fn spsa(&self) -> &Spsa {
        &self.state.spsa
    }

    /// The tuning, to be told of games; to be followed by [`Record::save`].
    pub fn spsa_mut(&mut self) -> &mut Spsa {
        &mut self.state.spsa
    }

    /// All games that were played.
    pub fn games(&self) -> Tally {
        self.state.games
    }

    /// More games were played.
    pub fn add_games(&mut self, games: Tally) {
        self.state.games = self.state.games.and(games);
    }

    /// Puts the state on disk, whole or not at all.
    pub fn save(&self) -> Result<(), TrialError> {
        let path = self.folder.join(STATE);
        let text = serde_json::to_string_pretty(&self.state);
        let text = text.map_err(|error| TrialError::file(&path, error))?;
        write_whole(&path, &text)
    }

    /// Writes `search.toml`: the table that the tuning began with, with its numbers
    /// as they are now.
    pub fn write_table(
        &self,
        start: &Tables,
        provenance: &Provenance,
    ) -> Result<PathBuf, TrialError> {
        let Tally {
            wins,
            draws,
            losses,
        } = self.state.games;
        let spsa = &self.state.spsa;
        let mut meta: Vec<(&str, toml::Value)> = vec![
            ("kind", "tuned".into()),
            ("command", provenance.command.as_str().into()),
            ("start", provenance.start.as_str().into()),
            (
                "seed",
                i64::try_from(provenance.seed).unwrap_or(i64::MAX).into(),
            ),
            (
                "iterations",
                i64::try_from(spsa.done()).unwrap_or(i64::MAX).into(),
            ),
            ("games", i64::from(self.state.games.games()).into()),
            (
                "result",
                format!("plus won {wins}, drew {draws} and lost {losses}").into(),
            ),
        ];
        if spsa.done() < spsa.iterations() {
            let all = spsa.iterations();
            meta.push((
                "note",
                format!("on the way: {all} iterations are planned").into(),
            ));
        }
        let numbers = spsa.numbers().iter();
        let values = numbers.map(|tuned| (tuned.name.as_str(), tuned.whole()));
        let text = with_values(start.text(Table::Search), values)?;
        let path = self.folder.join(Table::Search.file_name());
        write_whole(&path, &with_meta(&text, &meta))?;
        Ok(path)
    }
}

/// Writes a file so that a kill or a full disk leaves the old one.
fn write_whole(path: &Path, text: &str) -> Result<(), TrialError> {
    let part = path.with_extension("part");
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        std::fs::rename(&part, path)
    };
    write().map_err(|error| TrialError::file(path, error))
}

fn compare(folder: &Path, there: &Settings, now: &Settings) -> Result<(), TrialError> {
    let none = || ("list of settings".to_owned(), "none".to_owned());
    for index in 0..there.len().max(now.len()) {
        let old = there.get(index).cloned().unwrap_or_else(none);
        let new = now.get(index).cloned().unwrap_or_else(none);
        if old != new {
            return Err(TrialError::OtherSettings {
                folder: folder.to_owned(),
                setting: new.0,
                there: old.1,
                now: new.1,
            });
        }
    }
    Ok(())
}

//! What a match leaves on disk after every game: the PGN, and a line that says
//! the game is done. Killed at any moment, it goes on where it was.
//!
//! `match.jsonl` begins with the settings; each further line is a finished
//! game, with the length of the PGN file after it. A game counts once its line
//! is there: on resuming, a half-written line is dropped and the PGN cut back
//! to the length that the last whole line names.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use plumb_support::lock::{Lock, LockError};

/// What every game of the match has in common; two runs can be joined only if
/// it is equal. How many games there are may differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// Version of this program.
    pub version: String,
    /// Names of the engines, in order.
    pub engines: Vec<String>,
    /// Everything else, in words, by name.
    pub details: Vec<(String, String)>,
}

/// One finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 0.
    pub game: usize,
    /// Its pair.
    pub pair: usize,
    /// Index of White's engine.
    pub white: usize,
    /// Index of Black's engine.
    pub black: usize,
    /// White's points: 1, 0.5 or 0.
    pub white_points: f64,
    /// How it ended, in words.
    pub termination: String,
    /// PGN's word for it, the `Termination` tag.
    pub kind: String,
    /// Index of the engine that did something it must not, if one did.
    pub offender: Option<usize>,
    /// Plies played after the opening.
    pub plies: usize,
    /// Plies of the opening.
    #[serde(default)]
    pub opening_plies: usize,
    /// A digest of the start position and all moves: equal in games that are equal
    /// move for move. None in records of versions that did not keep it.
    #[serde(default)]
    pub moves: Option<String>,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Warnings about each engine: White's, Black's.
    pub warnings: [usize; 2],
    /// Length of the PGN file after this game, in bytes.
    pub pgn_bytes: u64,
}

/// Why a match cannot be recorded or resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, String),
    /// Another run writes in the folder.
    #[error(transparent)]
    Locked(#[from] LockError),
    /// There is a match in the folder already, and resuming was not asked for.
    #[error("{0} already holds a match: add --resume to go on with it, or name another --out")]
    Exists(PathBuf),
    /// The match in the folder has other settings.
    #[error(
        "{folder} holds a match with another {setting} ({there}, now {now}): name another --out"
    )]
    OtherSettings {
        /// The folder.
        folder: PathBuf,
        /// Which setting.
        setting: String,
        /// What it was.
        there: String,
        /// What is asked for now.
        now: String,
    },
    /// A line in the middle of the file is not what it should be.
    #[error("{0}: line {1} is damaged")]
    Damaged(PathBuf, usize),
}

/// The files of a match being played.
pub struct Record {
    lines: File,
    pgn: File,
    pgn_bytes: u64,
    folder: PathBuf,
    /// Nobody else writes in the folder.
    _lock: Lock,
}

const LINES: &str = "match.jsonl";
const PGN: &str = "games.pgn";

impl Record {
    /// Opens the folder, making it if need be. With `resume`, games that are
    /// already there are returned; without, there must be none. No other run may
    /// have it open.
    pub fn open(
        folder: &Path,
        settings: &MatchSettings,
        resume: bool,
    ) -> Result<(Record, Vec<GameRecord>), RecordError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error: std::io::Error| RecordError::File(path, error.to_string())
        };
        let is_new = !folder.exists();
        std::fs::create_dir_all(folder).map_err(failed(folder))?;
        let lock = Lock::folder(folder)?;
        let (lines_path, pgn_path) = (folder.join(LINES), folder.join(PGN));
        let open = |path: &Path| {
            OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)
                .map_err(failed(path))
        };
        let (mut lines, mut pgn) = (open(&lines_path)?, open(&pgn_path)?);
        let (there, games, valid_bytes) = read_lines(&lines, &lines_path)?;
        match &there {
            Some(_) if !resume => return Err(RecordError::Exists(folder.to_owned())),
            Some(there) => compare(folder, there, settings)?,
            None => {}
        }
        let pgn_bytes = games.last().map_or(0, |game| game.pgn_bytes);
        lines.set_len(valid_bytes).map_err(failed(&lines_path))?;
        lines.seek(SeekFrom::End(0)).map_err(failed(&lines_path))?;
        pgn.set_len(pgn_bytes).map_err(failed(&pgn_path))?;
        pgn.seek(SeekFrom::End(0)).map_err(failed(&pgn_path))?;
        let mut record = Record {
            lines,
            pgn,
            pgn_bytes,
            folder: folder.to_owned(),
            _lock: lock,
        };
        if there.is_none()
            && let Err(error) = record.write_line(settings)
        {
            // Nothing was there before, and nothing is left of a match that
            // cannot begin.
            drop(record);
            for path in [&lines_path, &pgn_path] {
                let _ = std::fs::remove_file(path);
            }
            if is_new {
                let _ = std::fs::remove_dir(folder);
            }
            return Err(error);
        }
        Ok((record, games))
    }

    /// Adds a finished game; it is safe on disk when this returns.
    pub fn add(&mut self, game: &mut GameRecord, pgn: &str) -> Result<(), RecordError> {
        let path = self.folder.join(PGN);
        let failed = |error: std::io::Error| RecordError::File(path.clone(), error.to_string());
        self.pgn.write_all(pgn.as_bytes()).map_err(failed)?;
        self.pgn.sync_data().map_err(failed)?;
        self.pgn_bytes += pgn.len() as u64;
        game.pgn_bytes = self.pgn_bytes;
        self.write_line(game)
    }

    /// Adds what went wrong to the log of failures.
    pub fn log_failure(&self, text: &str) -> Result<(), RecordError> {
        let path = self.folder.join("failures.log");
        let mut log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(|error| RecordError::File(path.clone(), error.to_string()))?;
        log.write_all(text.as_bytes())
            .map_err(|error| RecordError::File(path, error.to_string()))
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<(), RecordError> {
        let path = self.folder.join(LINES);
        let failed = |reason: String| RecordError::File(path.clone(), reason);
        let mut line = serde_json::to_string(value).map_err(|error| failed(error.to_string()))?;
        line.push('\n');
        self.lines
            .write_all(line.as_bytes())
            .map_err(|error| failed(error.to_string()))?;
        self.lines
            .sync_data()
            .map_err(|error| failed(error.to_string()))
    }
}

/// The settings, the games, and how many bytes of the file are whole lines.
fn read_lines(
    file: &File,
    path: &Path,
) -> Result<(Option<MatchSettings>, Vec<GameRecord>, u64), RecordError> {
    let mut reader = BufReader::new(file);
    let (mut settings, mut games, mut valid) = (None, Vec::new(), 0);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = reader
            .read_until(b'\n', &mut line)
            .map_err(|error| RecordError::File(path.to_owned(), error.to_string()))?;
        if line.last() != Some(&b'\n') {
            // The end, or a line that was being written when the power went.
            break;
        }
        let damaged = |_| RecordError::Damaged(path.to_owned(), number);
        if number == 1 {
            settings = Some(serde_json::from_slice(&line).map_err(damaged)?);
        } else {
            games.push(serde_json::from_slice(&line).map_err(damaged)?);
        }
        valid += read as u64;
    }
    Ok((settings, games, valid))
}

fn compare(folder: &Path, there: &MatchSettings, now: &MatchSettings) -> Result<(), RecordError> {
    let all = |settings: &MatchSettings| {
        let mut all = vec![
            ("version".to_owned(), settings.version.clone()),
            ("list of engines".to_owned(), settings.engines.join(", ")),
        ];
        all.extend(settings.details.iter().cloned());
        all
    };
    let (there, now) = (all(there), all(now));
    for index in 0..there.len().max(now.len()) {
        let (old, new) = (there.get(index), now.get(index));
        if old != new {
            let name = new
                .or(old)
                .map_or_else(String::new, |(name, _)| name.clone());
            let value = |entry: Option<&(String, String)>| {
                entry.map_or("none".to_owned(), |(_, value)| value.clone())
            };
            return Err(RecordError::OtherSettings {
                folder: folder.to_owned(),
                setting: name,
                there: value(old),
                now: value(new),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_testing::scratch::Scratch;

    fn settings(control: &str) -> MatchSettings {
        MatchSettings {
            version: "1".to_owned(),
            engines: vec!["A".to_owned(), "B".to_owned()],
            details: vec![("time control".to_owned(), control.to_owned())],
        }
    }

    fn game(number: usize) -> GameRecord {
        GameRecord {
            game: number,
            pair: number / 2,
            white: 0,
            black: 1,
            white_points: 0.5,
            termination: "stalemate".to_owned(),
            kind: "normal".to_owned(),
            offender: None,
            plies: 70,
            opening_plies: 8,
            moves: None,
            seconds: 1.5,
            warnings: [0, 1],
            pgn_bytes: 0,
        }
    }

    #[test]
    fn what_was_finished_is_there_after_the_worst() {
        let folder = Scratch::new("resume");
        let (mut record, games) = Record::open(&folder, &settings("5+0.05"), false).unwrap();
        assert!(games.is_empty());
        record.add(&mut game(0), "game 0\n\n").unwrap();
        record.add(&mut game(1), "game 1\n\n").unwrap();
        drop(record);
        // Power loss: half a line, and a game in the PGN without its line.
        let append = |name: &str, text: &str| {
            let mut file = OpenOptions::new()
                .append(true)
                .open(folder.join(name))
                .unwrap();
            file.write_all(text.as_bytes()).unwrap();
        };
        append(PGN, "game 2\n\ngame");
        append(LINES, "{\"game\":2,\"pa");
        let (mut record, games) = Record::open(&folder, &settings("5+0.05"), true).unwrap();
        assert_eq!(
            games.iter().map(|game| game.game).collect::<Vec<_>>(),
            [0, 1]
        );
        record.add(&mut game(2), "game 2\n\n").unwrap();
        drop(record);
        let pgn = std::fs::read_to_string(folder.join(PGN)).unwrap();
        assert_eq!(pgn, "game 0\n\ngame 1\n\ngame 2\n\n");
        let (_, games) = Record::open(&folder, &settings("5+0.05"), true).unwrap();
        assert_eq!(games.len(), 3);
        assert_eq!(games[2].pgn_bytes, pgn.len() as u64);
    }

    #[test]
    fn nothing_is_mixed_or_overwritten() {
        let folder = Scratch::new("mixed");
        drop(Record::open(&folder, &settings("5+0.05"), false).unwrap());
        let message = |settings: &MatchSettings, resume| {
            Record::open(&folder, settings, resume)
                .err()
                .unwrap()
                .to_string()
        };
        assert!(message(&settings("5+0.05"), false).contains("add --resume"));
        let held = Record::open(&folder, &settings("5+0.05"), true).unwrap();
        let other = message(&settings("5+0.05"), true);
        assert!(other.contains("is being written by process "), "{other}");
        drop(held);
        assert!(message(&settings("9"), true).contains("another time control (5+0.05, now 9)"));
        std::fs::write(folder.join(LINES), "nonsense\n").unwrap();
        assert!(message(&settings("9"), true).ends_with("line 1 is damaged"));
    }
}

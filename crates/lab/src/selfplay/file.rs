//! A file of samples that grows by whole games and survives being killed.
//!
//! Beside `games.txt` lies `games.txt.toml` with the settings that made it: a
//! file can be gone on with only under the same. Games are written in order.
//! Whether the last one is there in full nobody can tell, so on resuming it is
//! cut off and made again, which gives the same bytes.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What a file was made with: names and values, in order.
pub type SettingsList = Vec<(String, String)>;

/// Why a file cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum FileError {
    #[error("{0}: {1}")]
    File(PathBuf, String),
    #[error("{0} exists already: add --resume to go on with it, or name another --out")]
    Exists(PathBuf),
    #[error(
        "{0} is not there, so nobody knows what the samples were made with: name another --out"
    )]
    NoSettings(PathBuf),
    #[error("{path} was made with another {setting} ({there}, now {now}): name another --out")]
    OtherSettings {
        path: PathBuf,
        setting: String,
        there: String,
        now: String,
    },
    #[error("{path}: line {line}: {reason}")]
    Damaged {
        path: PathBuf,
        line: u64,
        reason: String,
    },
}

/// A file that is open for more games.
pub struct SampleFile {
    path: PathBuf,
    file: File,
}

/// Where the settings of this file lie.
fn settings_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".toml");
    PathBuf::from(name)
}

impl SampleFile {
    /// Opens the file. Without `resume` it must not be there yet; with it, it
    /// must have been made with the same settings, if it is there.
    pub fn open(
        path: &Path,
        settings: &SettingsList,
        resume: bool,
    ) -> Result<SampleFile, FileError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error: std::io::Error| FileError::File(path, error.to_string())
        };
        let beside = settings_path(path);
        if path.exists() {
            if !resume {
                return Err(FileError::Exists(path.to_owned()));
            }
            let text = match std::fs::read_to_string(&beside) {
                Ok(text) => text,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    return Err(FileError::NoSettings(beside));
                }
                Err(error) => return Err(failed(&beside)(error)),
            };
            compare(path, &beside, &text, settings)?;
        } else {
            // The settings come first and at once, so that no file is without.
            let draft = beside.with_extension("toml.new");
            let written = std::fs::write(&draft, settings_text(settings));
            if let Err(error) = written {
                let _ = std::fs::remove_file(&draft);
                return Err(failed(&draft)(error));
            }
            std::fs::rename(&draft, &beside).map_err(failed(&beside))?;
        }
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed(path))?;
        Ok(SampleFile {
            path: path.to_owned(),
            file,
        })
    }

    /// Takes the file and its settings away again: nothing came of it.
    pub fn discard(self) {
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_file(settings_path(&self.path));
    }

    fn failed(&self, error: &std::io::Error) -> FileError {
        FileError::File(self.path.clone(), error.to_string())
    }

    /// Calls `each` with the number, from 1, and the text of every whole line.
    /// `each` says how many of the lines up to this one surely belong to
    /// finished work: the lines after those are cut off, and so is a last line
    /// without an end. Gives the number of lines that stay.
    pub fn keep(
        &mut self,
        mut each: impl FnMut(u64, &str) -> Result<u64, String>,
    ) -> Result<u64, FileError> {
        let mut reader = BufReader::new(&self.file);
        let seek = reader.seek(SeekFrom::Start(0));
        seek.map_err(|error| self.failed(&error))?;
        let mut line = Vec::new();
        // Ends of the lines that are not surely kept, in bytes.
        let mut ends = std::collections::VecDeque::from([0u64]);
        let (mut kept, mut number) = (0, 0);
        loop {
            line.clear();
            let count = reader
                .read_until(b'\n', &mut line)
                .map_err(|error| self.failed(&error))?;
            if line.pop() != Some(b'\n') {
                break;
            }
            number += 1;
            let damaged = |reason| FileError::Damaged {
                path: self.path.clone(),
                line: number,
                reason,
            };
            let text =
                std::str::from_utf8(&line).map_err(|_| damaged("it is not text".to_owned()))?;
            let wanted = each(number, text).map_err(damaged)?;
            ends.push_back(ends.back().copied().unwrap_or(0) + count as u64);
            while kept < wanted.min(number) {
                ends.pop_front();
                kept += 1;
            }
        }
        let length = ends.front().copied().unwrap_or(0);
        let cut = self.file.set_len(length);
        cut.map_err(|error| self.failed(&error))?;
        let end = self.file.seek(SeekFrom::End(0));
        end.map_err(|error| self.failed(&error))?;
        Ok(kept)
    }

    /// Adds lines; they outlive this program once this returns.
    pub fn add(&mut self, text: &str) -> Result<(), FileError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| self.failed(&error))
    }

    /// Waits until all is on disk.
    pub fn sync(&mut self) -> Result<(), FileError> {
        let synced = self.file.sync_data();
        synced.map_err(|error| self.failed(&error))
    }
}

fn settings_text(settings: &SettingsList) -> String {
    let mut text =
        String::from("# What the samples in the file of the same name were made with.\n");
    for (name, value) in settings {
        text.push_str(&format!("{name} = {}\n", toml::Value::from(value.as_str())));
    }
    text
}

fn compare(
    path: &Path,
    beside: &Path,
    text: &str,
    settings: &SettingsList,
) -> Result<(), FileError> {
    let made_with: BTreeMap<String, String> = toml::from_str(text)
        .map_err(|error| FileError::File(beside.to_owned(), error.message().replace('\n', " ")))?;
    for (name, now) in settings {
        let there = made_with.get(name).map_or("none", String::as_str);
        if there != now {
            return Err(FileError::OtherSettings {
                path: path.to_owned(),
                setting: name.replace('_', " "),
                there: there.to_owned(),
                now: now.clone(),
            });
        }
    }
    Ok(())
}

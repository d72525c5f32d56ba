//! Games as lines of JSON, one each: what line-wise tools can cut without losing where a game
//! is from.

use std::io::{self, BufRead, Read};

use serde::{Deserialize, Serialize};

use super::super::error::AuditError;
use super::super::observer::{AuditEvent, AuditObserver};
use crate::games::games_at;
use crate::records::{GatheredEntry, GatheredGames, InsertOutcome};
use plumb_chess::notation::pgn::PgnPlace;

/// A longer line is no game: the longest text has 8 MiB, which JSON may write six times as long.
pub(super) const LONGEST_LINE: u64 = 1 << 28;

/// A game's text, and where it stood.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct GameLine {
    /// The file, without its folder.
    pub(super) file: String,
    /// The game's number in the file, from 1.
    pub(super) number: usize,
    /// The line of the file on which it begins, from 1.
    pub(super) line: u64,
    /// Tags and moves as they stood there.
    pub(super) pgn: String,
}

/// The games of lines in the order of files and numbers, whatever the order of the lines. A
/// line that is there twice is there once; a line that cannot be read is an error that names
/// it. Texts come with their names.
pub(in super::super) fn gathered(
    texts: impl Iterator<Item = (String, Box<dyn BufRead + Send>)>,
    observer: &dyn AuditObserver,
) -> Result<GatheredGames, AuditError> {
    let mut games = GatheredGames::new()?;
    let mut names: Vec<String> = Vec::new();
    let mut count = 0;
    for (source, (name, text)) in texts.enumerate() {
        names.push(name.clone());
        for_each_line(text, |number, line| {
            if observer.stop().load(std::sync::atomic::Ordering::Relaxed) {
                return Err(AuditError::StoppedReading);
            }
            let wrong =
                |reason: String| AuditError::Unsuitable(format!("{name}, line {number}: {reason}"));
            let game: GameLine = serde_json::from_str(line).map_err(|error| {
                wrong(format!(
                    "expected {{\"file\", \"number\", \"line\", \"pgn\"}}, as fairplay split writes them: {error}"
                ))
            })?;
            let place = PgnPlace {
                number: game.number,
                line: game.line,
            };
            for found in games_at(&game.file, game.pgn.as_bytes(), place) {
                let entry = GatheredEntry {
                    found,
                    failures: Vec::new(),
                };
                if let InsertOutcome::Differs(other) = games.add(source, 0, &entry)? {
                    let (file, number) = (&game.file, game.number);
                    return Err(wrong(format!(
                        "game {number} of {file} is in {} too, and is another game there",
                        names[other]
                    )));
                }
                count += 1;
                observer.event(AuditEvent::Read(count));
            }
            Ok(())
        })
        .map_err(|error| named(&name, error))?;
    }
    Ok(games)
}

/// The error of a source with its name before it.
pub(super) fn named(name: &str, error: AuditError) -> AuditError {
    match error {
        AuditError::Output(reason) => AuditError::Unsuitable(format!("{name}: {reason}")),
        error => error,
    }
}

/// Every line that is not blank, with its number from 1.
pub(super) fn for_each_line(
    mut source: impl BufRead,
    mut visit: impl FnMut(u64, &str) -> Result<(), AuditError>,
) -> Result<(), AuditError> {
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let read = (&mut source).take(LONGEST_LINE).read_line(&mut line);
        match read {
            Ok(0) => break,
            Ok(length) if length as u64 == LONGEST_LINE => {
                let reason = format!("line {number} is longer than any of its kind");
                return Err(AuditError::Output(reason));
            }
            Ok(_) if line.trim().is_empty() => {}
            Ok(_) => visit(number, line.trim_end())?,
            Err(error) => {
                let error: io::Error = error;
                return Err(AuditError::Output(format!("line {number}: {error}")));
            }
        }
    }
    Ok(())
}

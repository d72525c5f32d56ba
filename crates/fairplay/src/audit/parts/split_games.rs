//! A collection in parts of lines, a game each, for tools that know lines and no PGN.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use super::super::error::AuditError;
use super::super::input::GameInput;
use super::super::observer::{AuditEvent, AuditObserver};
use super::game_lines::GameLine;
use crate::games::{games_at, share_of};
use plumb_chess::notation::pgn::{PgnPlace, read_texts};
use plumb_support::output_file::OutputFile;

/// What a split came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SplitCounts {
    /// Games, those that cannot be read among them.
    pub games: u64,
    /// Lines: texts, each of one game as a rule.
    pub lines: u64,
}

/// Writes the games of these texts into `parts` files of a folder that only this process
/// writes to, `part-0.jsonl` and so on, the numbers filled up with zeros; which game goes
/// where is what `share_of` says, so that a game that is there twice goes to one part.
/// Games that cannot be read are written as well. No file takes its place before all are whole.
pub fn split_games(
    inputs: Vec<GameInput>,
    parts: u64,
    folder: &Path,
    observer: &dyn AuditObserver,
) -> Result<SplitCounts, AuditError> {
    let width = parts.saturating_sub(1).to_string().len();
    refuse_others(folder, parts, width)?;
    let create = |part: u64| OutputFile::create(folder.join(name_of(part, width)));
    let mut files = (0..parts).map(create).collect::<Result<Vec<_>, _>>()?;
    let mut counts = SplitCounts::default();
    for GameInput { name, text, .. } in inputs {
        let mut number = 1;
        for text in read_texts(text) {
            if observer.stop().load(Ordering::Relaxed) {
                return Err(AuditError::Stopped);
            }
            let (line, pgn) =
                text.map_err(|error| AuditError::Unsuitable(format!("{name}: {error}")))?;
            let found: Vec<_> =
                games_at(&name, pgn.as_bytes(), PgnPlace { number, line }).collect();
            let Some(first) = found.first() else { continue };
            let part = share_of(first, parts);
            let line = GameLine {
                file: name.clone(),
                number,
                line,
                pgn,
            };
            let line = serde_json::to_string(&line)?;
            if let Some(file) = files.get_mut(part as usize) {
                writeln!(file, "{line}")?;
            }
            number += found.len();
            counts.games += found.len() as u64;
            counts.lines += 1;
            observer.event(AuditEvent::Read(counts.games));
        }
    }
    if counts.lines == 0 {
        return Err(AuditError::NoGames);
    }
    files.into_iter().try_for_each(OutputFile::finish)?;
    Ok(counts)
}

fn name_of(part: u64, width: usize) -> String {
    format!("part-{part:0width$}.jsonl")
}

/// Parts of an earlier split in other pieces would be taken for parts of this one.
fn refuse_others(folder: &Path, parts: u64, width: usize) -> Result<(), AuditError> {
    let own: Vec<String> = (0..parts).map(|part| name_of(part, width)).collect();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let is_part = name.starts_with("part-") && name.ends_with(".jsonl");
        if is_part && !own.contains(&name) {
            return Err(AuditError::Unsuitable(format!(
                "{}: it has {name} of an earlier split; choose another --out",
                folder.display()
            )));
        }
    }
    Ok(())
}

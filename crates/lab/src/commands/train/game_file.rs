//! The file of `plumb-lab train games`: whole games in order; a run that is there goes on.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use plumb_fairplay::{SourceGame, games};
use plumb_lab::training::{PlayStart, PlayedOutTags, assisted_moves};
use plumb_support::lock::Lock;

use plumb_terminal::Failure;

/// Games that were played out, in a file of their own.
pub(super) struct GameFile {
    path: PathBuf,
    file: File,
    games: usize,
    _lock: Lock,
}

/// What the games of a file add up to.
pub(super) struct GameSums {
    /// Moves that the assistant made.
    pub(super) assisted: u64,
    /// Moves of numbered players behind the opening.
    pub(super) moves: u64,
    /// How often games ended in which way, in words.
    pub(super) endings: String,
}

impl GameFile {
    /// Opens the file for the games of these starts. Whole games that are there stay, and what
    /// was not written whole goes; a file of anything else is an error and stays as it is.
    pub(super) fn open(
        path: &Path,
        tags: &PlayedOutTags,
        starts: &[PlayStart],
    ) -> Result<GameFile, Failure> {
        let place = path.display();
        let lock = Lock::file(path)?;
        let text = read(path)?;
        let (whole, rest) = text.split_at(whole_length(&text));
        let mut count = 0;
        for game in games(&place.to_string(), whole) {
            let game = game?;
            check(&game, count, tags, starts).map_err(|reason| {
                Failure(format!(
                    "{place}, game {}: {reason}; choose another file",
                    count + 1
                ))
            })?;
            count += 1;
        }
        // The beginning of a game that was not written whole, or something else.
        let next = starts.get(count).map(|start| tags.head(start).into_bytes());
        let is_begun = next.is_some_and(|head| head.starts_with(rest) || rest.starts_with(&head));
        if !rest.is_empty() && !is_begun {
            return Err(Failure(format!(
                "{place} has something else behind {count} games of this run; choose another file"
            )));
        }
        let unwritable = |error: std::io::Error| format!("cannot write {place}: {error}");
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(unwritable)?;
        file.set_len(whole.len() as u64).map_err(unwritable)?;
        Ok(GameFile {
            path: path.to_owned(),
            file,
            games: count,
            _lock: lock,
        })
    }

    /// How many games there are.
    pub(super) fn games(&self) -> usize {
        self.games
    }

    /// Adds a game.
    pub(super) fn add(&mut self, pgn: &str) -> Result<(), Failure> {
        let written = self.file.write_all(pgn.as_bytes());
        written.map_err(|error| format!("cannot write {}: {error}", self.path.display()))?;
        self.games += 1;
        Ok(())
    }

    /// What all of them add up to.
    pub(super) fn sums(&self) -> Result<GameSums, Failure> {
        let text = read(&self.path)?;
        let (mut assisted, mut moves) = (0, 0);
        let mut endings: BTreeMap<String, usize> = BTreeMap::new();
        for game in games(&self.path.display().to_string(), text.as_slice()) {
            let game = game?;
            let (helped, of) = assisted_moves(&game).unwrap_or_default();
            (assisted, moves) = (assisted + helped, moves + of);
            let ending = game.tag("Termination").unwrap_or_default().to_owned();
            *endings.entry(ending).or_default() += 1;
        }
        let endings = endings.iter();
        let endings = endings.map(|(ending, count)| format!("{ending} {count}"));
        Ok(GameSums {
            assisted,
            moves,
            endings: endings.collect::<Vec<_>>().join(", "),
        })
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    match std::fs::read(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Failure(format!("cannot read {}: {error}", path.display()))),
    }
}

/// How many bytes the games take that were written whole: an empty line stands behind the tags
/// and behind the moves of each.
fn whole_length(text: &[u8]) -> usize {
    let pairs = text.windows(2).enumerate();
    let empty_lines = pairs.filter(|(_, pair)| *pair == b"\n\n");
    let mut ends = empty_lines.map(|(at, _)| at + 2);
    let mut whole = 0;
    while let Some((_, end)) = ends.next().zip(ends.next()) {
        whole = end;
    }
    whole
}

/// Why a game is not the next one of these, if it is not.
fn check(
    game: &SourceGame,
    index: usize,
    tags: &PlayedOutTags,
    starts: &[PlayStart],
) -> Result<(), String> {
    let found = PlayedOutTags::of(game).ok_or("it was not played out")?;
    for (found, expected) in [
        (&found.simulation, &tags.simulation),
        (&found.assistance, &tags.assistance),
    ] {
        if found != expected {
            return Err(format!("found '{found}', expected '{expected}'"));
        }
    }
    let round = (index + 1).to_string();
    match index < starts.len() && game.tag("Round") == Some(round.as_str()) {
        true => Ok(()),
        false => Err(format!("expected round {round} of {}", starts.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::whole_length;

    #[test]
    fn a_game_without_its_end_is_not_whole() {
        let two = "[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n\n";
        let first = two.len() / 2;
        for end in 0..=two.len() {
            let whole = match end {
                _ if end == two.len() => two.len(),
                _ if end >= first => first,
                _ => 0,
            };
            assert_eq!(whole_length(&two.as_bytes()[..end]), whole, "{end}");
        }
    }
}

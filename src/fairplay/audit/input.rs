//! Games from files and streams into a run.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::error::AuditError;
use super::game_selection::GameSelection;
use super::observer::{AuditEvent, AuditObserver};
use super::run_notes::note_input;
use crate::board::Color;
use crate::fairplay::games::{Problem, SourceGame, games};
use crate::fairplay::records::Store;
use crate::unpack;

/// A text of games, as it is named in reports.
pub struct GameInput {
    /// The file's name without its folder: reports have no paths.
    pub name: String,
    /// The text, unpacked.
    pub text: Box<dyn BufRead + Send>,
    /// The file, if it is one and can be read again.
    path: Option<PathBuf>,
}

impl GameInput {
    /// A file, packed or not; an error names it.
    pub fn open(path: &Path) -> Result<GameInput, AuditError> {
        let text = unpack::open(path).map_err(|error| AuditError::File {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok(GameInput {
            name: name.to_string_lossy().into_owned(),
            text,
            path: path.is_file().then(|| path.to_owned()),
        })
    }

    /// Standard input, packed or not.
    pub fn standard() -> Result<GameInput, AuditError> {
        let name = "standard input".to_owned();
        let text = unpack::text(io::stdin())?;
        let path = None;
        Ok(GameInput { name, text, path })
    }

    /// The same text from its beginning; nothing where it can be read only once.
    pub(super) fn again(&self) -> Result<Option<GameInput>, AuditError> {
        let again = self.path.as_deref().map(GameInput::open).transpose()?;
        Ok(again.map(|input| GameInput {
            name: self.name.clone(),
            ..input
        }))
    }
}

/// Reads the chosen games into the run, in the place of those that were there. When
/// reading is stopped or finds no game, these stay.
pub(super) fn read_games(
    store: &mut Store,
    inputs: Vec<GameInput>,
    selection: &GameSelection,
    observer: &dyn AuditObserver,
) -> Result<(), AuditError> {
    let stop = observer.stop();
    let every = u64::from(selection.every.unwrap_or(1));
    let mut suitable = 0;
    let mut chosen = 0;
    // Everybody in the input, chosen or not: hashes, so that a million are few.
    let mut names = HashSet::new();
    let found = inputs
        .into_iter()
        .flat_map(|input| games(&input.name, input.text))
        // Also where none is chosen for a long time.
        .take_while(|_| !stop.load(Ordering::Relaxed))
        .filter(|game: &Result<SourceGame, Problem>| {
            let Ok(game) = game else { return true };
            for side in [Color::White, Color::Black] {
                names.extend(game.player(side).map(hash));
            }
            let is_chosen = selection.chooses(game);
            suitable += u64::from(is_chosen);
            is_chosen && suitable % every == 0
        })
        .take_while(|game| {
            chosen += usize::from(game.is_ok());
            selection.max_games.is_none_or(|most| chosen <= most)
        })
        .inspect(|game| {
            if let Err(problem) = game {
                observer.event(AuditEvent::Problem(problem));
            }
        });
    let counts = store.replace_games(found, stop, |count| {
        observer.event(AuditEvent::Read(count));
    })?;
    match counts {
        None => Err(AuditError::StoppedReading),
        Some((0, _)) => Err(AuditError::NoGames),
        Some(_) => Ok(note_input(store, &selection.words(), names.len())?),
    }
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

//! Games from files and streams into a run.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::chosen_games::ChosenGames;
use super::error::AuditError;
use super::folder_input::folder_files;
use super::game_selection::GameSelection;
use super::observer::{AuditEvent, AuditObserver};
use super::parts::{Portion, gathered};
use super::run_notes::{note_candidates, note_files, note_input, note_portion};
use crate::facts::Rules;
use crate::games::{SourceGame, TextContents, games};
use crate::records::Store;
use plumb_chess::notation::pgn::PgnProblem;
use plumb_support::unpack;
use plumb_support::wording::text;

/// A text of games, as it is named in reports.
pub struct GameInput {
    /// The file's name without its folder: reports have no paths.
    pub name: String,
    /// The text, unpacked.
    pub text: Box<dyn BufRead + Send>,
    /// The file, if it is one and can be read again.
    path: Option<PathBuf>,
    /// Somebody named it, and expects games in it; it was not just found in a folder.
    is_named: bool,
    /// How games stand in it.
    format: InputFormat,
}

/// The format of the games in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputFormat {
    /// PGN.
    #[default]
    Pgn,
    /// One JSON object a line, as [`split_games`](super::split_games) writes them.
    Jsonl,
}

impl GameInput {
    /// Reads the text in this format.
    pub fn in_format(self, format: InputFormat) -> GameInput {
        GameInput { format, ..self }
    }

    /// A file, packed or not; an error names it. It is left once `stop` is set, also while
    /// it keeps its reader waiting.
    pub fn open(path: &Path, stop: &Arc<AtomicBool>) -> Result<GameInput, AuditError> {
        let failed = |error: io::Error| match stop.load(Ordering::Relaxed) {
            true => AuditError::StoppedReading,
            false => AuditError::File {
                path: path.to_owned(),
                reason: error.to_string(),
            },
        };
        let text: Box<dyn BufRead + Send> = if path.is_file() {
            // It must be there and open now, and not take a place among open files.
            File::open(path).map_err(failed)?;
            Box::new(OpenedLater::new(path, stop))
        } else {
            unpack::open_until(path, stop).map_err(failed)?
        };
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok(GameInput {
            name: name.to_string_lossy().into_owned(),
            text,
            path: path.is_file().then(|| path.to_owned()),
            is_named: true,
            format: InputFormat::Pgn,
        })
    }

    /// Every file of games in a folder and the folders in it; see [`folder_files`].
    pub fn open_folder(
        folder: &Path,
        stop: &Arc<AtomicBool>,
    ) -> Result<Vec<GameInput>, AuditError> {
        let files = folder_files(folder)?.into_iter();
        let open = |(path, name): (PathBuf, String)| -> Result<GameInput, AuditError> {
            Ok(GameInput {
                name,
                is_named: false,
                ..GameInput::open(&path, stop)?
            })
        };
        files.map(open).collect()
    }

    /// Standard input, packed or not.
    pub fn standard(stop: &Arc<AtomicBool>) -> Result<GameInput, AuditError> {
        let text = unpack::text_until(io::stdin(), stop);
        let text = text.map_err(|error| match stop.load(Ordering::Relaxed) {
            true => AuditError::StoppedReading,
            false => error.into(),
        })?;
        Ok(GameInput {
            name: "standard input".to_owned(),
            text,
            path: None,
            is_named: true,
            format: InputFormat::Pgn,
        })
    }

    /// The same text from its beginning; nothing where it can be read only once.
    pub(super) fn again(&self) -> Result<Option<GameInput>, AuditError> {
        let never = Arc::new(AtomicBool::new(false));
        let open = |path: &PathBuf| GameInput::open(path, &never);
        let again = self.path.as_ref().map(open).transpose()?;
        Ok(again.map(|input| GameInput {
            name: self.name.clone(),
            ..input
        }))
    }

    /// Its games as `read` makes them of the text and its name. A text without any, readable
    /// or not, is a problem in the end, or ends the whole reading if somebody named it.
    pub(super) fn entries<'n, G, I>(
        self,
        end: &'n End,
        read: impl FnOnce(&str, Box<dyn BufRead + Send>) -> I,
    ) -> impl Iterator<Item = Result<G, PgnProblem>>
    where
        I: Iterator<Item = Result<G, PgnProblem>> + 'n,
    {
        let GameInput { name, is_named, .. } = self;
        let mut contents = TextContents::default();
        let mut source = read(&name, self.text);
        std::iter::from_fn(move || {
            if let Some(game) = source.next() {
                contents.note(&game);
                return Some(game);
            }
            if contents.has_games() {
                return None;
            }
            if is_named {
                end.without_games(&name);
                return None;
            }
            // Said once, unless its problems have said it.
            let is_said = contents.has_prose();
            let problem = Err(PgnProblem {
                file: name.clone(),
                is_no_game: true,
                ..PgnProblem::of_game(1, 1, text!(unreadable.no_games).to_owned())
            });
            contents.note(&problem);
            (!is_said).then_some(problem)
        })
    }
}

/// A file that is opened when it is read: a folder may have more files than may be open.
struct OpenedLater {
    path: PathBuf,
    stop: Arc<AtomicBool>,
    text: Option<Box<dyn BufRead + Send>>,
}

impl OpenedLater {
    fn new(path: &Path, stop: &Arc<AtomicBool>) -> OpenedLater {
        OpenedLater {
            path: path.to_owned(),
            stop: Arc::clone(stop),
            text: None,
        }
    }
}

impl Read for OpenedLater {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for OpenedLater {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let text = match self.text.take() {
            Some(text) => text,
            None => unpack::open_until(&self.path, &self.stop)?,
        };
        self.text.insert(text).fill_buf()
    }

    fn consume(&mut self, count: usize) {
        if let Some(text) = &mut self.text {
            text.consume(count);
        }
    }
}

/// How much of the input is taken, and for whom deep looks are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PortionSettings {
    pub(super) portion: Portion,
    /// From so many choices in the whole input on, if anybody's moves get one.
    pub(super) deep_looks_from: Option<u64>,
    pub(super) rules: Rules,
}

/// Reads the chosen games into the run, in the place of those that were there. When
/// reading is stopped or finds no game, these stay; a share may have none.
pub(super) fn read_games(
    store: &mut Store,
    inputs: Vec<GameInput>,
    selection: &GameSelection,
    share: PortionSettings,
    observer: &dyn AuditObserver,
) -> Result<(), AuditError> {
    let stop = observer.stop();
    let end = End::default();
    let files = files(&inputs, share.portion)?;
    let lines;
    let entries: Box<dyn Iterator<Item = Result<SourceGame, PgnProblem>> + '_> =
        match inputs.first().map(|input| input.format) {
            Some(InputFormat::Jsonl) => {
                let texts = inputs.into_iter().map(|input| (input.name, input.text));
                lines = gathered(texts, observer)?;
                Box::new(lines.entries().map(|entry| entry.found))
            }
            _ => Box::new(
                inputs
                    .into_iter()
                    .flat_map(|input| input.entries(&end, games)),
            ),
        };
    let mut chosen = ChosenGames::new(entries, selection, share, &end, observer);
    let may_be_empty = share.portion != Portion::Whole;
    let counts = store.replace_input(&mut chosen, &end.flag, may_be_empty, |count| {
        observer.event(AuditEvent::Read(count));
        end.is_there(stop);
    })?;
    end.check(stop)?;
    match counts {
        None => return Err(AuditError::StoppedReading),
        Some((0, _)) if !may_be_empty => return Err(AuditError::NoGames),
        Some(_) => {}
    }
    note_portion(store, share.portion)?;
    note_files(store, &files)?;
    let (players, candidates) = chosen.noted();
    note_candidates(store, &candidates)?;
    Ok(note_input(store, &selection.words(), players)?)
}

/// The names of the texts, by which shares put their games in order: none where each game says
/// where it is from.
fn files(inputs: &[GameInput], portion: Portion) -> Result<Vec<String>, AuditError> {
    let texts = inputs
        .iter()
        .filter(|input| input.format == InputFormat::Pgn);
    let names: Vec<String> = texts.map(|input| input.name.clone()).collect();
    let mut known = HashSet::new();
    match names.iter().find(|name| !known.insert(*name)) {
        Some(name) if portion != Portion::Whole => Err(AuditError::Unsuitable(format!(
            "two files are called {name}, which a share cannot tell apart; name the folder that both are in"
        ))),
        _ => Ok(names),
    }
}

/// Whether reading ends before its end: it is stopped, or a file that was named is none of
/// games.
#[derive(Default)]
pub(super) struct End {
    flag: AtomicBool,
    file: RefCell<Option<String>>,
}

impl End {
    fn without_games(&self, file: &str) {
        self.flag.store(true, Ordering::Relaxed);
        let mut first = self.file.borrow_mut();
        first.get_or_insert_with(|| file.to_owned());
    }

    /// The error that ended the reading before its end, if one did.
    pub(super) fn check(&self, stop: &AtomicBool) -> Result<(), AuditError> {
        if stop.load(Ordering::Relaxed) {
            return Err(AuditError::StoppedReading);
        }
        match self.file.borrow().clone() {
            Some(name) => Err(AuditError::NoGameIn(name)),
            None => Ok(()),
        }
    }

    /// Looks also at what stops all.
    pub(super) fn is_there(&self, stop: &AtomicBool) -> bool {
        self.flag
            .fetch_or(stop.load(Ordering::Relaxed), Ordering::Relaxed);
        self.flag.load(Ordering::Relaxed)
    }
}

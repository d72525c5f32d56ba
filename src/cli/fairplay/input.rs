//! Games from files into a run.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufRead;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::board::Color;
use plumb::fairplay::{Problem, SourceGame, Store, games};
use plumb::unpack;

use super::Arguments;
use crate::cli::Failure;
use crate::cli::fairplay_index::standard_input_once;
use crate::cli::progress::Progress;

/// Problems that are told at once; the report has them all.
const MOST_PROBLEMS: u64 = 20;

/// Reads the games of the command line into the run, in the place of those that
/// were there.
pub(super) fn read(
    store: &mut Store,
    arguments: &Arguments,
    interrupt: &AtomicBool,
) -> Result<(), Failure> {
    let selection = &arguments.selection;
    selection.check().map_err(Failure)?;
    standard_input_once(&arguments.games)?;
    let mut progress = Progress::new("games read", None, 0);
    // All are there before anything is read.
    let mut sources = Vec::new();
    for path in &arguments.games {
        sources.push((name(path), open(path)?));
    }
    let mut problems = 0;
    let every = u64::from(selection.every.unwrap_or(1));
    let mut suitable = 0;
    let mut chosen = 0;
    // Everybody in the input, chosen or not: hashes, so that a million are few.
    let mut names = HashSet::new();
    let found = sources
        .into_iter()
        .flat_map(|(name, source)| games(&name, source))
        // Also where none is chosen for a long time.
        .take_while(|_| !interrupt.load(Ordering::Relaxed))
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
                problems += 1;
                if problems <= MOST_PROBLEMS {
                    eprintln!("plumb: {problem}");
                }
            }
        });
    let counts = store.replace_games(found, interrupt, |count| {
        progress.update(count, &|_| String::new());
    })?;
    progress.close();
    let Some((good, bad)) = counts else {
        return Err(Failure("stopped while reading games".to_owned()));
    };
    if bad > MOST_PROBLEMS {
        eprintln!("plumb: {bad} games were left out; the report names all");
    }
    if good == 0 {
        return Err(Failure(
            "no game was found, or none that was asked for".to_owned(),
        ));
    }
    let words = serde_json::to_string(&selection.words())?;
    store.set_meta("selection", &words)?;
    store.set_meta("players_in_input", &names.len().to_string())?;
    Ok(())
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// How many players were in the input, chosen or not.
pub(super) fn noted_players(store: &Store) -> Result<u64, Failure> {
    let players = store.meta("players_in_input")?;
    Ok(players.and_then(|count| count.parse().ok()).unwrap_or(0))
}

/// Which games of the input the run has.
pub(super) fn noted_selection(store: &Store) -> Result<Vec<(String, String)>, Failure> {
    let words = store.meta("selection")?;
    Ok(words.map_or(Ok(Vec::new()), |words| serde_json::from_str(&words))?)
}

/// The file's name without its folder: reports have no paths.
pub(super) fn name(path: &Path) -> String {
    match path.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => path.file_name().map_or_else(
            || path.display().to_string(),
            |name| name.to_string_lossy().into_owned(),
        ),
    }
}

pub(super) fn open(path: &Path) -> Result<Box<dyn BufRead + Send>, Failure> {
    let opened = match path.to_str() {
        Some("-") => unpack::text(std::io::stdin()),
        _ => unpack::open(path),
    };
    opened.map_err(|error| Failure(format!("{}: {error}", path.display())))
}

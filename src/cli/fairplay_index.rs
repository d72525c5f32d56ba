//! `plumb fairplay index`: games into an index of first-seen positions.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plumb::fairplay::{
    AddOutcome, Index, IndexContents, IndexFile, SourceGame, TextContents, folder_files, games,
};
use plumb::notation::pgn::PgnProblem;
use plumb::unpack;
use plumb::wording::counted;

use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{
    Progress, duration_text, interrupt_flag, is_standard_input, per_minute, standard_input_once,
};

#[derive(clap::Args)]
pub struct Arguments {
    /// PGN files, also packed (.gz, .bz2, .xz, .zst), or folders of them; - is standard
    /// input
    #[arg(value_name = "GAMES.pgn", required = true)]
    games: Vec<PathBuf>,

    /// The index: made if it is not there, added to if it is
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// How many plies of each game to keep, when the index is made
    /// [default: 60]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    plies: Option<u16>,
}

/// Problems that are told; after that they are only counted.
const MOST_PROBLEMS: u64 = 20;

pub fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    let files = files(&arguments.games)?;
    let total = total_kb(&files)?;
    let interrupt = interrupt_flag();
    let _file = IndexFile::take(&arguments.out)?;
    let mut index = Index::create_or_open(&arguments.out, arguments.plies.map(usize::from))?;
    let what = if total.is_some() { "kB" } else { "games" };
    let mut progress = Progress::new(what, total, 0);
    let mut tally = Tally::default();
    let bytes = Arc::new(AtomicU64::new(0));
    let added = add_all(&files, &bytes, &interrupt, &mut |found| {
        match found {
            Ok(game) => tally.add(index.add(&game)?),
            Err(problem) => {
                tally.problems += 1;
                if tally.problems <= MOST_PROBLEMS {
                    progress.warn(&problem.to_string());
                }
            }
        }
        let done = match total {
            Some(_) => bytes.load(Ordering::Relaxed) / 1000,
            None => tally.games(),
        };
        progress.update(done, &|elapsed| {
            let rate = per_minute(tally.games(), elapsed);
            format!("{}, {rate} a minute", counted(tally.games(), "game"))
        });
        Ok(!interrupt.load(Ordering::Relaxed))
    });
    // Whatever stopped it, what was read before is kept.
    let committed = index.commit();
    progress.close();
    let is_whole = added?;
    committed?;
    let IndexContents {
        games, positions, ..
    } = index.contents()?;
    say(format!(
        "{} in {}: {}.",
        counted(tally.games(), "game"),
        duration_text(progress.elapsed()),
        tally.text()
    ));
    say(format!(
        "The index has {} and {} of their first {} plies, {} MB.",
        counted(games, "game"),
        counted(positions, "position"),
        index.plies(),
        std::fs::metadata(&arguments.out).map_or(0, |file| file.len()) / 1_000_000,
    ));
    if !is_whole {
        say("Stopped; the same command again adds the rest.");
    }
    Ok(if tally.problems == 0 && is_whole {
        Ending::Done
    } else {
        Ending::CheckFailed
    })
}

/// A file to read.
struct InputFile {
    path: PathBuf,
    /// Somebody named it, and expects games in it; it was not just found in a folder.
    is_named: bool,
}

/// The files that are named, and those in folders that are.
fn files(paths: &[PathBuf]) -> Result<Vec<InputFile>, Failure> {
    standard_input_once(paths)?;
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        if path.is_dir() {
            let found = folder_files(path)?.into_iter();
            files.extend(found.map(|(path, _)| InputFile {
                path,
                is_named: false,
            }));
        } else {
            let path = path.clone();
            files.push(InputFile {
                path,
                is_named: true,
            });
        }
    }
    Ok(files)
}

/// All games of all files, until `add` says no: then false.
fn add_all(
    files: &[InputFile],
    bytes: &Arc<AtomicU64>,
    stop: &Arc<AtomicBool>,
    add: &mut dyn FnMut(Result<SourceGame, PgnProblem>) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    for InputFile { path, is_named } in files {
        let text = if is_standard_input(path) {
            unpack::text_until(io::stdin(), stop)
        } else if path.is_file() {
            let source = CountingReader {
                source: File::open(path).map_err(|error| unreadable(path, &error))?,
                bytes: Arc::clone(bytes),
            };
            unpack::text_until(source, stop)
        } else {
            unpack::open_until(path, stop)
        };
        let text = match text {
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(false),
            text => text.map_err(|error| unreadable(path, &error))?,
        };
        let mut contents = TextContents::default();
        for game in games(&path.display().to_string(), text) {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            contents.note(&game);
            if !add(game)? {
                return Ok(false);
            }
        }
        if *is_named && !contents.has_games() {
            return Err(Failure(format!(
                "{}: no game was found in it",
                path.display()
            )));
        }
    }
    Ok(true)
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure(format!("cannot read {}: {error}", path.display()))
}

/// The size of all files, as they lie there; none with standard input. A name
/// that is wrong is found here, before any work.
fn total_kb(files: &[InputFile]) -> Result<Option<u64>, Failure> {
    let mut total = 0;
    let mut is_known = true;
    for InputFile { path, .. } in files {
        if is_standard_input(path) {
            is_known = false;
            continue;
        }
        let file = std::fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        is_known &= file.is_file();
        total += file.len();
    }
    Ok(is_known.then_some(total / 1000))
}

/// Counts what is read.
struct CountingReader {
    source: File,
    bytes: Arc<AtomicU64>,
}

impl Read for CountingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// What became of the games.
#[derive(Default)]
struct Tally {
    new: u64,
    known: u64,
    earlier: u64,
    empty: u64,
    problems: u64,
}

impl Tally {
    fn add(&mut self, added: AddOutcome) {
        *match added {
            AddOutcome::New => &mut self.new,
            AddOutcome::Known => &mut self.known,
            AddOutcome::Earlier => &mut self.earlier,
            AddOutcome::Empty => &mut self.empty,
        } += 1;
    }

    fn games(&self) -> u64 {
        self.new + self.known + self.earlier + self.empty + self.problems
    }

    /// All kinds that occurred.
    fn text(&self) -> String {
        let kinds = [
            (self.new, "new"),
            (self.known, "known already"),
            (self.earlier, "known with a later date, now corrected"),
            (self.empty, "without moves"),
            (self.problems, "not readable"),
        ];
        let kinds: Vec<String> = kinds
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, kind)| format!("{count} {kind}"))
            .collect();
        if kinds.is_empty() {
            "nothing to add".to_owned()
        } else {
            kinds.join(", ")
        }
    }
}

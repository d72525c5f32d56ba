//! `plumb fairplay index`: games into an index of first-seen positions.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plumb::fairplay::{AddOutcome, Index, IndexContents, Problem, SourceGame, games};
use plumb::unpack;

use super::progress::{Progress, duration_text, interrupt_flag, per_minute};
use super::{Ending, Failure, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// PGN files, also packed (.gz, .bz2, .xz, .zst); - is standard input
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
    let total = total_kb(&arguments.games)?;
    let interrupt = interrupt_flag();
    let mut index = Index::create_or_open(&arguments.out, arguments.plies.map(usize::from))?;
    let what = if total.is_some() { "kB" } else { "games" };
    let mut progress = Progress::new(what, total, 0);
    let mut tally = Tally::default();
    let bytes = Arc::new(AtomicU64::new(0));
    let added = add_all(&arguments.games, &bytes, &mut |found| {
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
            format!("{} games, {rate} a minute", tally.games())
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
        "{} games in {}: {}.",
        tally.games(),
        duration_text(progress.elapsed()),
        tally.text()
    ));
    say(format!(
        "The index has {games} games and {positions} positions of their first {} plies, {} MB.",
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

/// All games of all files, until `add` says no: then false.
fn add_all(
    paths: &[PathBuf],
    bytes: &Arc<AtomicU64>,
    add: &mut dyn FnMut(Result<SourceGame, Problem>) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    for path in paths {
        let cannot = |error: io::Error| unreadable(path, &error);
        let text = if is_standard_input(path) {
            unpack::text(io::stdin()).map_err(cannot)?
        } else {
            let source = Counted {
                source: File::open(path).map_err(cannot)?,
                bytes: Arc::clone(bytes),
            };
            unpack::text(source).map_err(cannot)?
        };
        for game in games(&path.display().to_string(), text) {
            if !add(game)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// It can be read once, and who names it twice expects something else.
pub(super) fn standard_input_once(paths: &[PathBuf]) -> Result<(), Failure> {
    match paths.iter().filter(|path| is_standard_input(path)).count() {
        0 | 1 => Ok(()),
        _ => Err(Failure("- (standard input) is named twice".to_owned())),
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure(format!("cannot read {}: {error}", path.display()))
}

/// The size of all files, as they lie there; none with standard input. A name
/// that is wrong is found here, before any work.
fn total_kb(paths: &[PathBuf]) -> Result<Option<u64>, Failure> {
    standard_input_once(paths)?;
    let mut total = 0;
    let mut is_known = true;
    for path in paths {
        if is_standard_input(path) {
            is_known = false;
            continue;
        }
        let file = std::fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if file.is_dir() {
            let path = path.display();
            return Err(Failure(format!("{path} is a folder: name its files")));
        }
        is_known &= file.is_file();
        total += file.len();
    }
    Ok(is_known.then_some(total / 1000))
}

/// Counts what is read.
struct Counted {
    source: File,
    bytes: Arc<AtomicU64>,
}

impl Read for Counted {
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

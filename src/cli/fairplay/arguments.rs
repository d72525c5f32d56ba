//! What `plumb fairplay` can be asked, and what that means for a run.

use std::path::{Path, PathBuf};

use plumb::fairplay::{Book, FairplayRequest, Index, Portion, RunFolder, Shard, Store};

use super::formats::{Format, Input};
use super::zigzag_options::ZigzagOptions;
use super::{merge, passes, ratings, split, verify, why};
use crate::cli::fairplay_index;
use plumb_terminal::Failure;
use plumb_terminal::tables_option;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub(super) action: Option<Action>,

    /// PGN files, also packed (.gz, .bz2, .xz, .zst), or folders of them; - is standard
    /// input. None: the games of the run in --out again
    #[arg(value_name = "GAMES.pgn")]
    pub(super) games: Vec<PathBuf>,

    /// The folder for reports and for what a run keeps; a run that is there goes on
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// Only go on with the run in --out, which is done anyway where there is one:
    /// it is an error if there is none
    #[arg(long, requires = "out")]
    pub(super) resume: bool,

    /// Write this to standard output instead of everything to --out
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) format: Option<Format>,

    /// How games stand in the input
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(super) input: Input,

    /// Look only at share i of n, from 0, of the games: by their players and moves, so that
    /// shares are the same on every machine; merge makes a report of all shares
    #[arg(long, value_name = "i/n")]
    pub(super) shard: Option<Shard>,

    #[command(flatten)]
    pub(super) request: FairplayRequest,

    /// A Polyglot book; may be given several times
    #[arg(long, value_name = "FILE.bin")]
    pub(super) book: Vec<PathBuf>,

    /// An index of older games, made by `plumb fairplay index`
    #[arg(long, value_name = "FILE")]
    pub(super) index: Option<PathBuf>,

    /// A folder of Syzygy tables, whose positions are known and not played; may be
    /// given several times
    #[arg(long, value_name = "DIR")]
    pub(super) syzygy: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) zigzag: ZigzagOptions,

    #[command(flatten)]
    pub(super) judges: plumb_terminal::Jurors,

    #[command(flatten)]
    pub(super) stability: passes::Stability,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) jobs: Option<u16>,
}

#[derive(clap::Subcommand)]
pub(super) enum Action {
    /// Make or extend an index of positions and when they were first seen
    Index(fairplay_index::Arguments),
    /// Make a report again from its games and records, and search a sample of these again
    #[command(arg = tables_option())]
    Verify(verify::Arguments),
    /// Make one run of the shares of a run, looked at on several machines
    #[command(arg = tables_option())]
    Merge(merge::Arguments),
    /// Cut games into parts of lines, for tools that know lines and no PGN
    Split(split::Arguments),
    /// Order players by how their ratings move: whom to look at first, and no accusation
    Ratings(ratings::Arguments),
    /// Say why a move is likelier for an engine than for people of the player's rating
    #[command(arg = tables_option())]
    Why(why::Arguments),
}

/// The book of a run, with what its files add.
pub(super) fn with_files(mut book: Book, arguments: &Arguments) -> Result<Book, Failure> {
    for path in &arguments.book {
        book = book.with_polyglot(path)?;
    }
    if let Some(path) = &arguments.index {
        book = book.with_index(Index::open_read_only(path)?);
    }
    Ok(book)
}

/// Where a run is kept: the folder of `--out`, which is let go last, and its file.
pub(super) fn store(arguments: &Arguments) -> Result<(Option<RunFolder>, Store), Failure> {
    match &arguments.out {
        Some(folder) => {
            if arguments.resume && !folder.join("run.sqlite").is_file() {
                return Err(Failure(format!(
                    "{}: no run is there to go on with",
                    folder.display()
                )));
            }
            let run = RunFolder::open(folder)?;
            let store = run.store()?;
            Ok((Some(run), store))
        }
        // No name: a file that SQLite makes and takes away, so that memory stays
        // flat however many games there are.
        None if arguments.format.is_some() => Ok((None, Store::open(Path::new(""))?)),
        None => Err(Failure(
            "say where to: --out DIR for everything, or --format jsonl, csv or pgn for standard output"
                .to_owned(),
        )),
    }
}

/// Whether games are named; if not, the run must have read some already.
pub(super) fn has_new_games(arguments: &Arguments, is_read: bool) -> Result<bool, Failure> {
    match (arguments.games.is_empty(), is_read) {
        (false, _) => Ok(true),
        (true, false) => Err(Failure(
            "name the games: plumb fairplay GAMES.pgn --out DIR".to_owned(),
        )),
        (true, true) => Ok(false),
    }
}

/// How much of a run is asked for.
pub(super) fn portion(arguments: &Arguments) -> Portion {
    match (arguments.shard, arguments.format) {
        (Some(shard), _) => Portion::Shard(shard),
        (None, Some(Format::Shard)) => Portion::Part,
        (None, _) => Portion::Whole,
    }
}

impl Arguments {
    /// Threads that search.
    pub(super) fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }
}

//! `plumb fairplay`: games in, evidence out.

mod formats;
mod input;
mod judges;
mod observer;
mod passes;
mod reference;
mod selection;
mod verify;
mod zigzag;

use std::io;
use std::path::{Path, PathBuf};

use plumb::fairplay::{
    Audit, AuditOutcome, AuditSettings, Book, Depths, Index, Profile, ReportDestination, RuleSet,
    Rules, Store,
};
use plumb::syzygy::Tablebases;

use super::{Ending, Failure, Knowledge, fairplay_index, say};
use formats::Format;
use observer::Screen;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,

    /// PGN files, also packed (.gz, .bz2, .xz, .zst); - is standard input. None:
    /// the games of the run in --out again
    #[arg(value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,

    /// The folder for reports and for what a run keeps; a run that is there goes on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Only go on with the run in --out, which is done anyway where there is one:
    /// it is an error if there is none
    #[arg(long, requires = "out")]
    resume: bool,

    /// Write this to standard output instead of everything to --out
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    /// How thoroughly: screen (about a core-second a game on a fast core) or full (some
    /// seven times as long)
    #[arg(long, value_name = "PROFILE", default_value_t)]
    profile: Profile,

    /// Nodes for each search, instead of a profile's
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(100..))]
    nodes: Option<u64>,

    /// Depth for each search in plies, instead of a profile's
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,

    /// How many alternatives are listed, besides the played move [default: 5]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(2..=50))]
    multipv: Option<u16>,

    /// Which moves count: barnes, burnham, regan or plumb
    #[arg(long, value_name = "RULES", default_value_t)]
    rules: RuleSet,

    /// From this evaluation on a position is decided, in centipawns
    #[arg(long, value_name = "CP")]
    decided: Option<i32>,

    /// A move so far ahead of the next is forced, in centipawns
    #[arg(long, value_name = "CP")]
    forced: Option<i32>,

    /// So many plies from the start are book
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    book_plies: usize,

    /// A Polyglot book; may be given several times
    #[arg(long, value_name = "FILE.bin")]
    book: Vec<PathBuf>,

    /// An index of older games, made by `plumb fairplay index`
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,

    /// A folder of Syzygy tables, whose positions are known and not played; may be
    /// given several times
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,

    #[command(flatten)]
    zigzag: zigzag::Options,

    #[command(flatten)]
    judges: judges::Jurors,

    #[command(flatten)]
    stability: passes::Stability,

    #[command(flatten)]
    selection: selection::Selection,

    /// How many players were looked at in all, if more than are in these games
    #[arg(long, value_name = "N")]
    looked_at: Option<u64>,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Make or extend an index of positions and when they were first seen
    Index(fairplay_index::Arguments),
    /// Check a report against fresh searches of a sample of its moves
    Verify(verify::Arguments),
    /// Make the table of honest play that reports compare with, from a run
    Reference(reference::Arguments),
}

pub fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    match &arguments.action {
        Some(Action::Index(index)) => fairplay_index::run(index),
        Some(Action::Verify(verify)) => verify::run(verify, knowledge),
        Some(Action::Reference(reference)) => reference::run(reference, knowledge),
        None => report(arguments, knowledge),
    }
}

fn depths(arguments: &Arguments) -> Depths {
    let mut depths = Depths::of(arguments.profile);
    if let Some(nodes) = arguments.nodes {
        depths = depths.with_nodes(nodes);
    }
    if let Some(depth) = arguments.depth {
        depths = depths.with_depth(depth);
    }
    if let Some(lines) = arguments.multipv {
        depths.multi_pv = usize::from(lines);
    }
    depths
}

fn rules(arguments: &Arguments) -> Rules {
    let mut rules = Rules {
        set: arguments.rules,
        ..Rules::default()
    };
    let thresholds = &mut rules.thresholds;
    thresholds.decided_cp = arguments.decided.unwrap_or(thresholds.decided_cp);
    thresholds.forced_gap_cp = arguments.forced.unwrap_or(thresholds.forced_gap_cp);
    thresholds.min_game_plies = arguments
        .selection
        .min_plies
        .unwrap_or(thresholds.min_game_plies);
    rules
}

fn book(arguments: &Arguments) -> Result<Book, Failure> {
    let mut book = Book::default().with_plies(arguments.book_plies);
    for path in &arguments.book {
        book = book.with_polyglot(path)?;
    }
    if let Some(path) = &arguments.index {
        book = book.with_index(Index::open_read_only(path)?);
    }
    Ok(book)
}

fn store(arguments: &Arguments) -> Result<Store, Failure> {
    match &arguments.out {
        Some(folder) => {
            let path = folder.join("run.sqlite");
            if arguments.resume && !path.is_file() {
                return Err(Failure(format!(
                    "{}: no run is there to go on with",
                    folder.display()
                )));
            }
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure(format!("{}: {error}", folder.display())))?;
            Ok(Store::open(&path)?)
        }
        // No name: a file that SQLite makes and takes away, so that memory stays
        // flat however many games there are.
        None if arguments.format.is_some() => Ok(Store::open(Path::new(""))?),
        None => Err(Failure(
            "say where to: --out DIR for everything, or --format jsonl, csv or pgn for standard output"
                .to_owned(),
        )),
    }
}

/// Whether games are named; if not, the run must have some already.
fn has_new_games(arguments: &Arguments, store: &Store) -> Result<bool, Failure> {
    match (arguments.games.is_empty(), store.game_count()?) {
        (false, _) => Ok(true),
        (true, 0) => Err(Failure(
            "name the games: plumb fairplay GAMES.pgn --out DIR".to_owned(),
        )),
        (true, _) => Ok(false),
    }
}

fn report(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    if arguments.zigzag.mode == zigzag::Mode::Zigzag {
        return zigzag::run(arguments, knowledge);
    }
    let selection = arguments.selection.games()?;
    let screen = Screen::new();
    let tablebases = match arguments.syzygy.as_slice() {
        [] => None,
        folders => Some(Tablebases::open(folders)?),
    };
    let settings = AuditSettings {
        profile: arguments.profile,
        depths: depths(arguments),
        judges: judges::judges(&arguments.judges, screen.interrupt())?,
        passes: arguments.stability.passes(),
        rules: rules(arguments),
        book: book(arguments)?,
        tablebases,
        looked_at: arguments.looked_at.unwrap_or(0),
        jobs: arguments.jobs(),
    };
    let equipment = knowledge.equipment();
    let mut audit = Audit::begin(store(arguments)?, settings, &equipment)?;
    if has_new_games(arguments, audit.store())? {
        audit.read(input::open(&arguments.games)?, &selection, &screen)?;
    }
    let destination = match (arguments.format, &arguments.out) {
        (Some(format), _) => {
            ReportDestination::Stream(format.report_format(), Box::new(io::stdout()))
        }
        (None, Some(folder)) => ReportDestination::Folder(folder.clone()),
        (None, None) => return Err(Failure("nowhere to write to".to_owned())),
    };
    let outcome = audit.run(destination, &screen)?;
    screen.close();
    match outcome {
        AuditOutcome::StoppedSearching => {
            say("Stopped. What was found is kept; the same command goes on.");
            Ok(Ending::CheckFailed)
        }
        AuditOutcome::StoppedReporting => {
            // Standard output may be the report itself.
            eprintln!("plumb: stopped, and no report is whole; the same command writes them");
            Ok(Ending::CheckFailed)
        }
        AuditOutcome::Reported(counts) => {
            if let (None, Some(folder)) = (arguments.format, &arguments.out) {
                say(format!(
                    "{} games of {} players in {}; {} left out, {} without all records",
                    counts.games,
                    counts.players,
                    folder.display(),
                    counts.problems,
                    counts.failures
                ));
            }
            Ok(Ending::Done)
        }
    }
}

impl Arguments {
    /// Threads that search.
    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }
}

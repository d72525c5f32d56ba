//! `plumb fairplay`: games in, evidence out.

mod formats;
mod input;
mod judges;
mod look;
mod notes;
mod output;
mod passes;
mod reference;
mod selection;
mod sink;
mod verify;
mod zigzag;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::choice::ReganReference;
use plumb::fairplay::{
    Book, Depths, FigureOptions, Index, Plan, Profile, RuleSet, Rules, RunHeader, SourceGame,
    Stamp, Standard, Store, Yardstick, fill, wanted,
};
use plumb::syzygy::Tablebases;
use plumb::tables::Table;
use sha2::{Digest, Sha256};

use super::progress::{Progress, interrupt_flag, per_minute};
use super::{Ending, Failure, Knowledge, fairplay_index, say};
use formats::{Format, Formats};
use look::Content;

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

fn depths(arguments: &Arguments) -> (Depths, String) {
    let mut depths = Depths::of(arguments.profile);
    let mut profile = arguments.profile.to_string();
    if let Some(nodes) = arguments.nodes {
        depths = depths.with_nodes(nodes);
    }
    if let Some(depth) = arguments.depth {
        depths = depths.with_depth(depth);
    }
    if let Some(lines) = arguments.multipv {
        depths.multi_pv = usize::from(lines);
    }
    if depths != Depths::of(arguments.profile) {
        profile = "custom".to_owned();
    }
    (depths, profile)
}

/// A digest of what the search evaluates with.
pub(super) fn tables_digest(knowledge: &Knowledge) -> String {
    table_digest(knowledge, Table::Eval)
}

fn table_digest(knowledge: &Knowledge, table: Table) -> String {
    let digest = Sha256::digest(knowledge.tables.text(table).as_bytes());
    digest[..6]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// What figures are made with, besides records: files and digests of them.
fn tables_of_figures(knowledge: &Knowledge, profile: Profile) -> Vec<(String, String)> {
    let tables = [
        Table::Wdl,
        Table::Regan,
        plumb::fairplay::Reference::table(profile),
    ];
    let digests = tables.iter().map(|&table| {
        let name = table.file_name().to_owned();
        (name, table_digest(knowledge, table))
    });
    digests.collect()
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

/// What turns scores into chances and shares.
pub(super) fn yardstick(knowledge: &Knowledge) -> Result<Yardstick, Failure> {
    Ok(Yardstick {
        chances: knowledge.chances,
        reference: ReganReference::from_tables(&knowledge.tables)?,
    })
}

/// By what the games are judged, from lists of so many lines.
fn standard<'a>(
    arguments: &Arguments,
    knowledge: &Knowledge,
    lines: usize,
    tables: Option<&'a Tablebases>,
) -> Result<Standard<'a>, Failure> {
    let rules = rules(arguments);
    Ok(Standard {
        rules,
        yardstick: yardstick(knowledge)?,
        options: FigureOptions {
            rules: rules.set,
            lines,
        },
        tables,
    })
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

fn report(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    let (depths, profile) = depths(arguments);
    let interrupt = interrupt_flag();
    let rules = rules(arguments);
    let book = book(arguments)?;
    let tables = match arguments.syzygy.as_slice() {
        [] => None,
        folders => Some(Tablebases::open(folders)?),
    };
    let tables = tables.as_ref();
    let mut store = store(arguments)?;
    let records = arguments.zigzag.mode == zigzag::Mode::Records;
    let mut members = match records {
        true => judges::members(&arguments.judges, depths, knowledge, &interrupt)?,
        false => Vec::new(),
    };
    if let Some(first) = members.first() {
        notes::same_judge(&store, arguments.out.as_deref(), &first.stamp, &profile)?;
    }
    if !arguments.games.is_empty() {
        input::read(&mut store, arguments, &interrupt)?;
    } else if store.game_count()? == 0 {
        return Err(Failure(
            "name the games: plumb fairplay GAMES.pgn --out DIR".to_owned(),
        ));
    }
    if !records && arguments.stability.is_asked_for() {
        return Err(Failure(
            "--depths and --repeats are for records; the zig-zag has --zigzag-depths".to_owned(),
        ));
    }
    if !records {
        return zigzag::run(arguments, knowledge, &mut store, &book, &interrupt);
    }
    notes::note_judge(&store, &members[0].stamp, &profile)?;
    store.clear_failures()?;

    let wanted = |game: &SourceGame| {
        let book_plies = book.depth(game).map_or(0, |depth| depth.plies);
        wanted(game, book_plies, &rules, tables)
    };
    let stability = &arguments.stability;
    let passes = stability.passes(&arguments.judges, depths, knowledge, &interrupt)?;
    if let Some(depths) = members[0].search {
        let others = passes::by_the_way(&passes, depths);
        members[0] = judges::plumb(depths, &others, None, knowledge)?;
    }
    let jobs = arguments.jobs();
    let members_of_passes = passes.iter().map(|pass| (&pass.member, pass.threads));
    let all = members.iter().map(|member| (member, 1));
    for (member, threads) in all.chain(members_of_passes) {
        let plan = Plan {
            jobs: (jobs / threads).max(1),
            judge: member.new.as_ref(),
            stamp: &member.stamp,
            wanted: &wanted,
        };
        if !make_records(&mut store, &plan, &interrupt)? {
            say("Stopped. What was found is kept; the same command goes on.");
            return Ok(Ending::CheckFailed);
        }
        notes::note_run(&store, &member.stamp.to_string())?;
    }

    let stamp = &members[0].stamp;
    let standard = standard(arguments, knowledge, depths.multi_pv, tables)?;
    let mut header = RunHeader::new(stamp, &profile, &rules, book.settings()?, tables);
    header.search = members[0].search;
    header.tables = tables_of_figures(knowledge, arguments.profile);
    header.passes = passes.iter().map(passes::Pass::note).collect();
    let others = members[1..].iter().map(|member| member.stamp.to_string());
    header.jury = others.collect();
    let reference = reference::find(arguments.profile, &profile, knowledge, stamp, &rules)?;
    header.compare_with(reference.as_ref());
    header.seal();
    header.selection = input::noted_selection(&store)?;
    notes::note_run(&store, &header.way())?;
    header.runs = notes::noted_runs(&store)?;
    let in_input = input::noted_players(&store)?;
    header.looked_at = arguments.looked_at.unwrap_or(0).max(in_input);
    let formats = match (arguments.format, &arguments.out) {
        (Some(format), _) => Formats::to_standard_output(format),
        (None, Some(folder)) => Formats::to_folder(folder)?,
        (None, None) => return Err(Failure("nowhere to write to".to_owned())),
    };
    let stamps: Vec<&Stamp> = members.iter().map(|member| &member.stamp).collect();
    let content = Content {
        stamps: &stamps,
        passes: &passes,
        book: &book,
        standard: &standard,
        reference: reference.as_ref().ok(),
    };
    let folder = match arguments.format {
        Some(_) => None,
        None => arguments.out.as_deref(),
    };
    output::write(&store, &content, header, formats, folder, &interrupt)
}

impl Arguments {
    /// Threads that search.
    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }
}

/// Failures that are told one by one.
const MOST_FAILURES: usize = 20;

/// Makes what is missing; false when interrupted.
fn make_records(
    store: &mut Store,
    plan: &Plan<'_>,
    interrupt: &AtomicBool,
) -> Result<bool, Failure> {
    let mut progress = Progress::new("games", Some(store.game_count()?), 0);
    let done = fill(store, plan, interrupt, |state| {
        progress.set_before(state.there);
        progress.update(state.games, &|elapsed| {
            let rate = per_minute(state.moves, elapsed);
            format!("{} moves, {rate} a minute", state.moves)
        });
    })?;
    progress.close();
    let failures = store.failures(plan.stamp)?;
    for (id, reason) in failures.iter().take(MOST_FAILURES) {
        let game = store.game(*id)?;
        eprintln!("plumb: {}, game {}: {reason}", game.file, game.number);
    }
    if failures.len() > MOST_FAILURES {
        eprintln!("plumb: {} games failed in all", failures.len());
    }
    Ok(done.games >= done.all_games && !interrupt.load(Ordering::Relaxed))
}

//! `--mode zigzag`: Regan's procedure on each game, as JSON Lines and as a page.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::fairplay::{
    Book, Profile, SourceGame, Store, TestedSides, Zigzag, ZigzagError, ZigzagHeader, ZigzagPage,
    ZigzagPlan, ZigzagPlayers, ZigzagSettings, examine_zigzag, fill_zigzag, problem_line,
    zigzag_game_line, zigzag_head_line, zigzag_player_line, zigzag_records,
};

use super::formats::Format;
use super::sink::Sink;
use super::{input, judges, notes, tables_digest};
use crate::cli::progress::Progress;
use crate::cli::{Ending, Failure, Knowledge, say};

/// What a run of records is, and what this is instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Mode {
    /// A record for each move, its table cleared: figures and reports
    #[default]
    Records,
    /// Regan's procedure: one table along the game (docs/fairplay_zigzag.md)
    Zigzag,
}

#[derive(clap::Args)]
pub(super) struct Options {
    /// What is made of the games
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    pub(super) mode: Mode,

    /// Of zigzag: whose moves, white, black or both
    #[arg(long, value_name = "SIDE", default_value = "both")]
    tested: TestedSides,

    /// Of zigzag: depths in plies as D,DL,DMIN (one line, list, least) [default: 15,13,11]
    #[arg(long, value_name = "D,DL,DMIN", value_parser = depths)]
    zigzag_depths: Option<[u32; 3]>,
}

fn depths(text: &str) -> Result<[u32; 3], String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    numbers
        .ok()
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| "expected three depths in plies, such as 15,13,11".to_owned())
}

impl Options {
    fn settings(&self, lines: Option<u16>) -> ZigzagSettings {
        let mut settings = ZigzagSettings::default();
        if let Some([d, d_l, d_min]) = self.zigzag_depths {
            settings = ZigzagSettings {
                d,
                d_l,
                d_min,
                ..settings
            };
        }
        settings.lines = lines.map_or(settings.lines, usize::from);
        settings
    }
}

pub(super) fn run(
    arguments: &super::Arguments,
    knowledge: &Knowledge,
    store: &mut Store,
    book: &Book,
    interrupt: &Arc<AtomicBool>,
) -> Result<Ending, Failure> {
    if !arguments.syzygy.is_empty() {
        return Err(Failure(
            "--syzygy is for figures: zigzag looks at every move after the book".to_owned(),
        ));
    }
    let profile = (arguments.profile != Profile::default()).then_some("--profile");
    let ignored = [
        arguments.nodes.map(|_| "--nodes"),
        arguments.depth.map(|_| "--depth"),
        profile,
    ];
    if let Some(option) = ignored.into_iter().flatten().next() {
        return Err(Failure(format!(
            "{option} is for records: the zig-zag has --zigzag-depths and --multipv"
        )));
    }
    let options = &arguments.zigzag;
    let settings = options.settings(arguments.multipv);
    let new = maker(arguments, knowledge, settings, interrupt)?;
    let stamp = new()?.stamp().clone();
    let folder = arguments.out.as_deref();
    let mut out = match (arguments.format, folder) {
        (Some(Format::Jsonl), _) => Sink::standard(),
        (None, Some(folder)) => Sink::file(folder.join("zigzag.jsonl"))?,
        _ => return Err(Failure("zigzag writes JSON Lines only".to_owned())),
    };
    let plan = ZigzagPlan {
        jobs: arguments.jobs(),
        new: new.as_ref(),
        stamp: &stamp,
        tested: options.tested,
    };
    let first = |game: &SourceGame| -> Result<usize, Failure> { Ok(book.depth(game)?.plies) };
    go_through(store, &plan, &first, interrupt)?;
    if interrupt.load(Ordering::Relaxed) {
        say("Stopped. Whole games are kept; the same command goes on.");
        return Ok(Ending::CheckFailed);
    }

    let standard = super::standard(arguments, knowledge, settings.lines, None)?;
    let mut header = ZigzagHeader::new(
        &stamp,
        &settings,
        options.tested,
        &standard.rules,
        book.settings()?,
    );
    notes::note_run(store, &header.way())?;
    let (count, problems) = (store.game_count()?, store.problems()?);
    header.runs = notes::noted_runs(store)?;
    header.selection = input::noted_selection(store)?;
    header.games = count;
    header.problems = problems.len() as u64;
    let in_input = input::noted_players(store)?;
    header.looked_at = arguments.looked_at.unwrap_or(0).max(in_input);
    writeln!(out, "{}", zigzag_head_line(&header))?;
    let mut page = ZigzagPage::new(&header);
    let mut players = ZigzagPlayers::default();
    for id in 1..=count {
        let game = store.game(id)?;
        let first = first(&game)?;
        let records = zigzag_records(store, &game, options.tested, first, &stamp)?;
        let mut report = examine_zigzag(id, &game, first, records, &settings, &standard);
        report.failure = store.failure(id, &stamp)?;
        writeln!(out, "{}", zigzag_game_line(&report))?;
        page.add_game(&report);
        players.add(&report);
    }
    for (name, sums) in players.sums(&standard.options) {
        writeln!(out, "{}", zigzag_player_line(name, &sums))?;
        page.add_player(name, &sums);
    }
    for problem in &problems {
        writeln!(out, "{}", problem_line(problem))?;
    }
    out.finish()?;
    if let (None, Some(folder)) = (arguments.format, folder) {
        let mut sink = Sink::file(folder.join("zigzag.html"))?;
        sink.write_all(page.finish()?.as_bytes())?;
        sink.finish()?;
        say(format!(
            "{count} games in zigzag.jsonl and zigzag.html of {}",
            folder.display()
        ));
    }
    Ok(Ending::Done)
}

type Maker = Box<dyn Fn() -> Result<Zigzag, ZigzagError> + Sync>;

/// Makes the engine of a run.
fn maker(
    arguments: &super::Arguments,
    knowledge: &Knowledge,
    settings: ZigzagSettings,
    interrupt: &Arc<AtomicBool>,
) -> Result<Maker, Failure> {
    match arguments.judges.engine.as_slice() {
        [] => {
            let weights = Arc::clone(&knowledge.weights);
            let tables = tables_digest(knowledge);
            Ok(Box::new(move || Zigzag::plumb(&weights, &tables, settings)))
        }
        [name] => {
            let setup = judges::setup(name, &arguments.judges, interrupt)?;
            Ok(Box::new(move || Zigzag::engine(setup.clone(), settings)))
        }
        _ => Err(Failure("zigzag takes one engine".to_owned())),
    }
}

/// Makes what is missing, with a word of each game in which the engine failed.
fn go_through(
    store: &mut Store,
    plan: &ZigzagPlan<'_>,
    first: &dyn Fn(&SourceGame) -> Result<usize, Failure>,
    interrupt: &AtomicBool,
) -> Result<(), Failure> {
    let mut progress = Progress::new("games", Some(store.game_count()?), 0);
    store.clear_failures()?;
    let mut over = 0;
    fill_zigzag(store, plan, first, interrupt, |done| {
        if let Some(reason) = done.failure {
            progress.warn(&format!("game {} of the run: {reason}", done.id));
        }
        over += 1;
        progress.update(over, &|_| plan.stamp.settings.clone());
    })?;
    progress.close();
    Ok(())
}

//! `--mode zigzag`: Regan's procedure on each game, as JSON Lines and as a page.

use std::io;

use plumb::fairplay::{
    Book, Profile, TestedSides, ZigzagAudit, ZigzagAuditSettings, ZigzagDestination, ZigzagSettings,
};

use super::formats::Format;
use super::observer::Screen;
use super::{Arguments, judges};
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

/// Options of records that would be ignored are errors.
fn refuse_options_of_records(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.stability.is_asked_for() {
        return Err(Failure(
            "--depths and --repeats are for records; the zig-zag has --zigzag-depths".to_owned(),
        ));
    }
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
    match ignored.into_iter().flatten().next() {
        Some(option) => Err(Failure(format!(
            "{option} is for records: the zig-zag has --zigzag-depths and --multipv"
        ))),
        None => Ok(()),
    }
}

pub(super) fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    refuse_options_of_records(arguments)?;
    let selection = arguments.selection.games()?;
    let screen = Screen::new();
    let judges = judges::judges(&arguments.judges, screen.interrupt())?;
    let [judge] =
        <[_; 1]>::try_from(judges).map_err(|_| Failure("zigzag takes one engine".to_owned()))?;
    let store = super::store(arguments)?;
    let destination = match (arguments.format, &arguments.out) {
        (Some(Format::Jsonl), _) => ZigzagDestination::Stream(Box::new(io::stdout())),
        (None, Some(folder)) => ZigzagDestination::Folder(folder.clone()),
        _ => return Err(Failure("zigzag writes JSON Lines only".to_owned())),
    };
    let book: Book = super::book(arguments)?;
    let options = &arguments.zigzag;
    let settings = ZigzagAuditSettings {
        zigzag: options.settings(arguments.multipv),
        tested: options.tested,
        judge,
        rules: super::rules(arguments),
        book,
        looked_at: arguments.looked_at.unwrap_or(0),
        jobs: arguments.jobs(),
    };
    let equipment = knowledge.equipment();
    let mut audit = ZigzagAudit::begin(store, settings, &equipment)?;
    if super::has_new_games(arguments, audit.store())? {
        audit.read(super::input::open(&arguments.games)?, &selection, &screen)?;
    }
    let done = audit.run(destination, &screen)?;
    screen.close();
    match (done, arguments.format, &arguments.out) {
        (None, ..) => {
            say("Stopped. Whole games are kept; the same command goes on.");
            return Ok(Ending::CheckFailed);
        }
        (Some(count), None, Some(folder)) => {
            say(format!(
                "{count} games in zigzag.jsonl and zigzag.html of {}",
                folder.display()
            ));
        }
        _ => {}
    }
    Ok(Ending::Done)
}

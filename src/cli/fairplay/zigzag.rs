//! `--mode zigzag`: Regan's procedure on each game, as JSON Lines and as a page.

use plumb::fairplay::{Profile, ZigzagAudit, ZigzagAuditSettings, ZigzagDestination};
use plumb::tables::Models;
use plumb::wording::counted;

use super::arguments::{Arguments, has_new_games, store, with_files};
use super::formats::{Format, Input};
use plumb_terminal::Screen;
use plumb_terminal::{Ending, Failure, Stdout, judges, open_games, say};

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
    if arguments.shard.is_some() || arguments.input != Input::Pgn {
        return Err(Failure(
            "--shard and --input are for records: the zig-zag reads PGN on one machine".to_owned(),
        ));
    }
    let request = &arguments.request;
    let profile = request
        .profile
        .filter(|profile| *profile != Profile::default());
    let ignored = [
        request.nodes.map(|_| "--nodes"),
        request.depth.map(|_| "--depth"),
        profile.map(|_| "--profile"),
    ];
    match ignored.into_iter().flatten().next() {
        Some(option) => Err(Failure(format!(
            "{option} is for records: the zig-zag has --zigzag-depths and --multipv"
        ))),
        None => Ok(()),
    }
}

pub(super) fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    refuse_options_of_records(arguments)?;
    let selection = arguments.request.selection.games()?;
    let screen = Screen::default();
    let judges = judges(&arguments.judges, screen.interrupt())?;
    let [judge] =
        <[_; 1]>::try_from(judges).map_err(|_| Failure("zigzag takes one engine".to_owned()))?;
    let destination = match (arguments.format, &arguments.out) {
        (Some(Format::Jsonl), _) => ZigzagDestination::Stream(Box::new(Stdout)),
        (None, Some(folder)) => ZigzagDestination::Folder(folder.clone()),
        _ => return Err(Failure("zigzag writes JSON Lines only".to_owned())),
    };
    let options = &arguments.zigzag;
    let usual = arguments.request.settings(Profile::default());
    let settings = ZigzagAuditSettings {
        zigzag: options.settings(arguments.request.multipv),
        tested: options.tested,
        judge,
        rules: usual.rules,
        book: with_files(usual.book, arguments)?,
        looked_at: usual.looked_at,
        jobs: arguments.jobs(),
    };
    let (_folder, store) = store(arguments)?;
    let mut audit = ZigzagAudit::begin(store, settings, models)?;
    if has_new_games(arguments, audit.store().game_count()? > 0)? {
        let games = open_games(&arguments.games, screen.interrupt())?;
        audit.read(games, &selection, &screen)?;
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
                "{} in zigzag.jsonl and zigzag.html of {}",
                counted(count, "game"),
                folder.display()
            ));
        }
        _ => {}
    }
    Ok(Ending::Done)
}

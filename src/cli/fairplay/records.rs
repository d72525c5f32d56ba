//! `--mode records`, the usual one: a record for each move, then reports.

use plumb::fairplay::{Audit, AuditSettings, Profile, ReportDestination};
use plumb::syzygy::Tablebases;
use plumb::tables::Models;

use super::arguments::{Arguments, has_new_games, portion, store, with_files};
use super::formats::Format;
use super::outcome::report_outcome;
use plumb_terminal::Screen;
use plumb_terminal::{Ending, Failure, Stdout, judges, open_games_as};

pub(super) fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let selection = arguments.request.selection.games()?;
    let screen = Screen::default();
    let tablebases = match arguments.syzygy.as_slice() {
        [] => None,
        folders => Some(Tablebases::open(folders)?),
    };
    let usual = arguments.request.settings(Profile::default());
    let settings = AuditSettings {
        judges: judges(&arguments.judges, screen.interrupt())?,
        passes: arguments.stability.passes().unwrap_or(usual.passes),
        book: with_files(usual.book, arguments)?,
        tablebases,
        portion: portion(arguments),
        jobs: arguments.jobs(),
        ..usual
    };
    let (_folder, store) = store(arguments)?;
    let mut audit = Audit::begin(store, settings, models)?;
    if has_new_games(arguments, audit.is_read()?)? {
        let format = arguments.input.format();
        let games = open_games_as(format, &arguments.games, screen.interrupt())?;
        audit.read(games, &selection, &screen)?;
    }
    let report = arguments.format.map(Format::report_format);
    let outcome = match (report, &arguments.out) {
        (Some(Some(format)), _) => {
            let out = ReportDestination::Stream(format, Box::new(Stdout));
            audit.run(out, &screen)?
        }
        (Some(None), _) => audit.run_part(&mut Stdout, &screen)?,
        (None, Some(folder)) => audit.run(ReportDestination::Folder(folder.clone()), &screen)?,
        (None, None) => return Err(Failure("nowhere to write to".to_owned())),
    };
    screen.close();
    Ok(report_outcome(
        outcome,
        arguments.format,
        arguments.out.as_deref(),
    ))
}

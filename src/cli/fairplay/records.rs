//! `--mode records`, the usual one: a record for each move, then reports.

use plumb::fairplay::{Audit, AuditOutcome, AuditSettings, ReportDestination};
use plumb::syzygy::Tablebases;
use plumb::wording::counted;

use super::arguments::{Arguments, book, depths, has_new_games, rules, store};
use super::observer::Screen;
use super::{input, judges};
use crate::cli::command::{Ending, Failure, Knowledge, Stdout, say, warn};

pub(super) fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
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
        ..AuditSettings::new(arguments.profile)
    };
    let equipment = knowledge.equipment();
    let (_folder, store) = store(arguments)?;
    let mut audit = Audit::begin(store, settings, &equipment)?;
    if has_new_games(arguments, audit.store())? {
        let games = input::open(&arguments.games, screen.interrupt())?;
        audit.read(games, &selection, &screen)?;
    }
    let destination = match (arguments.format, &arguments.out) {
        (Some(format), _) => ReportDestination::Stream(format.report_format(), Box::new(Stdout)),
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
            warn("stopped, and no report is whole; the same command writes them");
            Ok(Ending::CheckFailed)
        }
        AuditOutcome::Reported(counts) => {
            if let (None, Some(folder)) = (arguments.format, &arguments.out) {
                say(format!(
                    "{} of {} in {}; {} left out, {} without all records",
                    counted(counts.games, "game"),
                    counted(counts.players, "player"),
                    folder.display(),
                    counts.problems,
                    counts.failures
                ));
            }
            Ok(Ending::Done)
        }
    }
}

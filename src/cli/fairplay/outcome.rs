//! What a person is told of a run in the end.

use std::path::Path;

use plumb::fairplay::AuditOutcome;
use plumb::wording::counted;

use super::formats::Format;
use plumb_terminal::{Ending, say, warn};

/// Says what became of a run that wrote to standard output or to a folder. A game without all
/// records, where an engine failed, is a check that failed.
pub(super) fn report_outcome(
    outcome: AuditOutcome,
    format: Option<Format>,
    out: Option<&Path>,
) -> Ending {
    match (outcome, format, out) {
        (AuditOutcome::StoppedSearching, ..) => {
            say("Stopped. What was found is kept; the same command goes on.");
            Ending::CheckFailed
        }
        (AuditOutcome::StoppedReporting, ..) => {
            // Standard output may be the report itself.
            warn("stopped, and no report is whole; the same command writes them");
            Ending::CheckFailed
        }
        (AuditOutcome::Reported(counts), None, Some(folder)) => {
            let computers = match counts.computers {
                0 => String::new(),
                count => format!(", {} among them,", counted(count, "computer")),
            };
            say(format!(
                "{} of {}{computers} in {}; {} left out, {} without all records",
                counted(counts.games, "game"),
                counted(counts.players, "player"),
                folder.display(),
                counts.problems,
                counts.failures
            ));
            ending_with(counts.failures)
        }
        (AuditOutcome::Searched(games), None, Some(folder)) => {
            say(format!(
                "{} of a share of a run searched in {}; plumb fairplay merge reports all shares",
                counted(games, "game"),
                folder.display()
            ));
            Ending::Done
        }
        (AuditOutcome::Reported(counts), ..) => ending_with(counts.failures),
        (AuditOutcome::Searched(_), ..) => Ending::Done,
    }
}

fn ending_with(failures: u64) -> Ending {
    match failures {
        0 => Ending::Done,
        _ => Ending::CheckFailed,
    }
}

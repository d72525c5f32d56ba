//! How whoever started an audit follows it and stops it.

use std::sync::atomic::AtomicBool;

use crate::records::Progress;
use plumb_chess::notation::pgn::PgnProblem;

/// What happens in an audit.
#[derive(Clone, Copy, Debug)]
pub enum AuditEvent<'a> {
    /// So many games of the input were read so far, unreadable ones among them.
    Read(u64),
    /// A game of the input is left out.
    Problem(&'a PgnProblem),
    /// A note on a game that is taken, such as the language of its moves.
    Note(&'a PgnProblem),
    /// A pass over all games has come so far.
    Searched(Progress),
    /// The pass of deep looks over all games has come so far.
    LookedDeeper(Progress),
    /// An engine failed in a game, of whose moves some have no record now.
    Failure {
        /// The game's file.
        file: &'a str,
        /// Its number in the file, from 1.
        number: usize,
        /// Why.
        reason: &'a str,
    },
    /// The record of a move was damaged, and was made again.
    Damaged(&'a str),
    /// Players are compared with no reference, for this reason, although the profile has
    /// one.
    NoReference(&'a str),
    /// Choices are held against no model, for this reason.
    NoModels(&'a str),
    /// Nothing is said of trends of levels, and why.
    NoTrends(&'a str),
    /// Before the reports are begun, so many games of so many were read for how many players
    /// have figures.
    Counted(u64, u64),
    /// So many games of so many are in the reports; 0 when they are begun.
    Reported(u64, u64),
    /// So many games of so many of a run are in a table of honest play.
    Compiled(u64, u64),
    /// So many moves of a report of so many were looked at again, and so many of these
    /// are different.
    Rechecked {
        /// Looked at again.
        done: u64,
        /// To be looked at again.
        all: u64,
        /// Not as the report says.
        different: u64,
    },
    /// A move that is not as the report says.
    Different(&'a str),
}

/// Follows an audit.
pub trait AuditObserver {
    /// Once it is set the audit ends soon; what was found is kept, and the same audit
    /// goes on where it ended.
    fn stop(&self) -> &AtomicBool;

    /// Told of what happens, in order, on the thread that runs the audit.
    fn event(&self, event: AuditEvent<'_>) {
        let _ = event;
    }
}

/// Only stops it.
impl AuditObserver for AtomicBool {
    fn stop(&self) -> &AtomicBool {
        self
    }
}

//! How a search for a game is held back, if it is.

use super::limited::{LimitedPlayer, search_limited};
use super::person::{Person, search_as_person};
use crate::search::{SearchOutcome, SearchTask, Worker};

/// Who plays in the place of the engine at full strength.
pub(super) enum Handicap {
    /// Somebody who sees less and errs.
    Limited(LimitedPlayer),
    /// Somebody who chooses as people of a rating do.
    Person(Person),
}

impl Handicap {
    /// Searches within the player's limits as well as the task's, and chooses a move.
    /// `task.shared` must have a cleared table and no other thread.
    pub fn search(self, task: &SearchTask, worker: &mut Worker) -> SearchOutcome {
        match self {
            Handicap::Limited(player) => search_limited(player, task, worker),
            Handicap::Person(person) => search_as_person(person, task, worker),
        }
    }
}

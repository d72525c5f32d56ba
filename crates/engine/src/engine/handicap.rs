//! How a search for a game is held back, if it is.

use super::limited::{LimitedPlayer, search_limited};
use super::person::{Person, search_as_person};
use crate::search::{Limits, Observer, SearchOutcome, Shared, Timer, Worker};
use plumb_chess::board::Game;

/// Who plays in the place of the engine at full strength.
pub(super) enum Handicap {
    /// Somebody who sees less and errs.
    Limited(LimitedPlayer),
    /// Somebody who chooses as people of a rating do.
    Person(Person),
}

impl Handicap {
    /// Searches within the player's limits as well as those given, and chooses a move.
    /// `shared` must have a cleared table and no other thread.
    pub fn search(
        self,
        shared: &Shared,
        worker: &mut Worker,
        game: &Game,
        limits: &Limits,
        timer: &Timer,
        observer: &mut dyn Observer,
    ) -> SearchOutcome {
        match self {
            Handicap::Limited(player) => {
                search_limited(player, shared, worker, game, limits, timer, observer)
            }
            Handicap::Person(person) => {
                search_as_person(person, shared, worker, game, limits, timer, observer)
            }
        }
    }
}

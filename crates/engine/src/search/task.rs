//! What a search needs besides the worker that does it.

use std::cell::RefCell;

use super::limits::Limits;
use super::report::Observer;
use super::shared::Shared;
use super::time::Timer;
use plumb_chess::board::Game;

/// Everything that a search needs besides the worker that does it.
pub struct SearchTask<'a> {
    /// Table, weights, stop flag; told of a new search with `begin_search`.
    pub shared: &'a Shared,
    /// The game whose current position is searched.
    pub game: &'a Game,
    /// When to end, and which moves to search.
    pub limits: &'a Limits,
    /// The clock.
    pub timer: &'a Timer,
    /// Who follows the search.
    pub observer: RefCell<&'a mut dyn Observer>,
}

impl<'a> SearchTask<'a> {
    /// A search of the current position of `game`.
    pub fn new(
        shared: &'a Shared,
        game: &'a Game,
        limits: &'a Limits,
        timer: &'a Timer,
        observer: &'a mut dyn Observer,
    ) -> SearchTask<'a> {
        SearchTask {
            shared,
            game,
            limits,
            timer,
            observer: RefCell::new(observer),
        }
    }

    /// A search of the same position, by the same clock, with other limits and observer.
    pub fn with<'b>(&self, limits: &'b Limits, observer: &'b mut dyn Observer) -> SearchTask<'b>
    where
        'a: 'b,
    {
        SearchTask::new(self.shared, self.game, limits, self.timer, observer)
    }
}

//! Who makes records of moves: Plumb's own search or another engine.

use std::sync::atomic::AtomicBool;

use super::record::MoveRecord;
use super::stamp::Stamp;
use crate::board::{Game, Move};

/// An engine that makes records.
pub trait Judge: Send {
    /// What its records depend on.
    fn stamp(&self) -> &Stamp;

    /// Looks at the move `played` in the position on the board of `game`. None
    /// when stopped; an error is one clear line.
    fn look(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String>;

    /// What the records of `look_again` depend on, in order: other settings, for
    /// which much of the work of a look serves as well.
    fn other_stamps(&self) -> &[Stamp] {
        &[]
    }

    /// The move that was just looked at, by the settings of `other_stamps` at
    /// `index`.
    fn look_again(
        &mut self,
        index: usize,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        let _ = (game, played, stop);
        Err(format!("there are no settings {index}"))
    }
}

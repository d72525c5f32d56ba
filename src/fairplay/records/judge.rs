//! Who makes records of moves: Plumb's own search or another engine.

use std::sync::atomic::AtomicBool;

use super::record::MoveRecord;
use super::stamp::Stamp;
use crate::board::{Game, Move};

/// An engine that makes records.
pub trait Judge: Send {
    /// What its records depend on.
    fn stamp(&self) -> &Stamp;

    /// The record of the move `played` in the position on the board of `game`. None
    /// when stopped; an error is one clear line.
    fn look(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String>;

    /// That record, and those by other stamps for which its searches serve as well; the
    /// first has the stamp above. One that cannot be made is missing, and is made when
    /// it is asked for by itself.
    fn look_by_all_stamps(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<(Stamp, MoveRecord)>>, String> {
        let stamp = self.stamp().clone();
        let record = self.look(game, played, stop)?;
        Ok(record.map(|record| vec![(stamp, record)]))
    }
}

//! Who makes records of moves: Plumb's own search or another engine.

use std::sync::atomic::AtomicBool;

use super::record::MoveRecord;
use super::stamp::Stamp;
use plumb_chess::board::{Game, Move};

/// An engine that makes records.
pub trait Judge: Send {
    /// What its records depend on.
    fn stamp(&self) -> &Stamp;

    /// The record of the move `played` in the position on the board of `game`. None
    /// when stopped; an error is one clear line.
    fn record(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String>;

    /// All records of the move that this judge makes, each with its stamp: the first is
    /// that of `record`, others may follow whose searches are beginnings of its own. One
    /// that cannot be made is missing, and is made when it is asked for by itself.
    fn records(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<(Stamp, MoveRecord)>>, String> {
        let stamp = self.stamp().clone();
        let record = self.record(game, played, stop)?;
        Ok(record.map(|record| vec![(stamp, record)]))
    }
}

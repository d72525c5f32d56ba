//! A judge to whom something happens.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use plumb::board::{Game, Move};
use plumb::fairplay::{Judge, MoveRecord, Stamp};

/// Looks as another judge does, but at the third look, counted over all instances
/// that share `looks`, something comes first; the flag is the run's.
pub struct AtThirdLook {
    pub inside: Box<dyn Judge>,
    pub looks: Arc<AtomicUsize>,
    pub event: fn(&AtomicBool) -> Result<(), String>,
}

impl Judge for AtThirdLook {
    fn stamp(&self) -> &Stamp {
        self.inside.stamp()
    }

    fn record(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        if self.looks.fetch_add(1, Ordering::Relaxed) == 2 {
            (self.event)(stop)?;
        }
        self.inside.record(game, played, stop)
    }

    fn records(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<(Stamp, MoveRecord)>>, String> {
        if self.looks.fetch_add(1, Ordering::Relaxed) == 2 {
            (self.event)(stop)?;
        }
        self.inside.records(game, played, stop)
    }
}

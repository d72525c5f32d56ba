//! Tables as a search asks them: who wins, and how far it is.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use shakmaty_syzygy::{MaybeRounded, SyzygyError};

use super::Tablebases;
use super::convert::without_castling;
use crate::board::Position;
use crate::search::{Dtz, EndgameTables, Wdl};

/// What was wrong with the first table that could not be read. A search may meet
/// the same damage a million times.
#[derive(Default)]
pub(super) struct FirstFailure {
    has_failed: AtomicBool,
    /// Until it is told.
    text: Mutex<Option<String>>,
}

impl FirstFailure {
    /// The answer, unless there is none. That there is no table of some men is no
    /// failure.
    fn note<T>(&self, answer: Result<T, SyzygyError>) -> Option<T> {
        match answer {
            Ok(answer) => Some(answer),
            Err(error @ SyzygyError::ProbeFailed { .. }) => {
                if !self.has_failed.swap(true, Ordering::Relaxed) {
                    *self.text.lock() = Some(format!("endgame tables: {error}"));
                }
                None
            }
            Err(_) => None,
        }
    }
}

impl EndgameTables for Tablebases {
    fn max_men(&self) -> u32 {
        self.max_men as u32
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        let probed = without_castling(position)?;
        let answer = self.tables.probe_wdl_after_zeroing(&probed);
        Some(match self.failure.note(answer)? {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    fn dtz(&self, position: &Position) -> Option<Dtz> {
        let probed = without_castling(position)?;
        let dtz = self.failure.note(self.tables.probe_dtz(&probed))?;
        Some(Dtz {
            plies: i32::from(dtz.ignore_rounding()),
            is_rounded: matches!(dtz, MaybeRounded::Rounded(_)),
        })
    }

    fn take_failure(&self) -> Option<String> {
        if !self.failure.has_failed.load(Ordering::Relaxed) {
            return None;
        }
        self.failure.text.lock().take()
    }
}

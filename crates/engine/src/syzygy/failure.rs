//! A table that cannot be read is told of once.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use plumb_support::wording::say;
use shakmaty_syzygy::SyzygyError;

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
    pub fn note<T>(&self, answer: Result<T, SyzygyError>) -> Option<T> {
        match answer {
            Ok(answer) => Some(answer),
            Err(error @ SyzygyError::ProbeFailed { .. }) => {
                if !self.has_failed.swap(true, Ordering::Relaxed) {
                    *self.text.lock() = Some(say!(endgame.probe, reason = error));
                }
                None
            }
            Err(_) => None,
        }
    }

    /// What was wrong; once.
    pub fn take(&self) -> Option<String> {
        if !self.has_failed.load(Ordering::Relaxed) {
            return None;
        }
        self.text.lock().take()
    }
}

//! The end of a session whose output nobody reads.
//!
//! Writing to a full pipe can wait for ever, and a session that waits hears neither `quit` nor the
//! end of its input. Another thread watches it from then on, and leaves it where it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, unbounded};

/// How long one line may wait for a reader after `quit` or the end of input.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the watching thread looks.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Writes begun and ended so far: an odd number during a write.
#[derive(Clone, Debug, Default)]
pub(super) struct WriteCount(Arc<AtomicU64>);

impl WriteCount {
    /// A write begins or ends.
    pub(super) fn step(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of the write under way; none between writes.
    fn under_way(&self) -> Option<u64> {
        let count = self.0.load(Ordering::Relaxed);
        (count % 2 == 1).then_some(count)
    }
}

/// What the watching thread hears of.
enum News {
    /// `quit` or the end of input was read.
    EndTold,
    /// The session is over.
    Over,
}

/// Tells the watching thread that a session is to end.
#[derive(Clone)]
pub(super) struct Teller(Sender<News>);

impl Teller {
    /// `quit` or the end of input was read.
    pub(super) fn end_told(&self) {
        let _ = self.0.send(News::EndTold);
    }
}

/// Tells the watching thread that the session is over, also after a panic.
pub(super) struct OverGuard(Sender<News>);

impl Drop for OverGuard {
    fn drop(&mut self) {
        let _ = self.0.send(News::Over);
    }
}

/// Waits for the end of a session.
pub(super) struct Watch {
    news: Receiver<News>,
    writes: WriteCount,
}

impl Watch {
    /// The watch over a session that counts its writes here, and who tells it of the end.
    pub(super) fn new(writes: WriteCount) -> (Watch, Teller, OverGuard) {
        let (sender, news) = unbounded();
        let watch = Watch { news, writes };
        (watch, Teller(sender.clone()), OverGuard(sender))
    }

    /// Waits until the session is over: true; or until it has been told to end and its output has
    /// taken nothing for a second: false.
    pub(super) fn wait(&self) -> bool {
        if !matches!(self.news.recv(), Ok(News::EndTold)) {
            return true;
        }
        let mut seen = (self.writes.under_way(), Instant::now());
        loop {
            match self.news.recv_timeout(LOOK_EVERY) {
                Ok(News::EndTold) | Err(RecvTimeoutError::Timeout) => {}
                Ok(News::Over) | Err(RecvTimeoutError::Disconnected) => return true,
            }
            let write = self.writes.under_way();
            if write != seen.0 {
                seen = (write, Instant::now());
            } else if write.is_some() && seen.1.elapsed() > PATIENCE {
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_write_that_nobody_takes_is_left_after_the_end_was_told() {
        let writes = WriteCount::default();
        let (watch, teller, _over) = Watch::new(writes.clone());
        writes.step();
        let begun = Instant::now();
        teller.end_told();
        assert!(!watch.wait());
        assert!(begun.elapsed() >= PATIENCE);
    }

    #[test]
    fn a_slow_reader_and_a_session_that_writes_nothing_are_waited_for() {
        let writes = WriteCount::default();
        let (watch, teller, over) = Watch::new(writes.clone());
        let session = thread::spawn(move || {
            let _over = over;
            teller.end_told();
            for _ in 0..4 {
                writes.step();
                thread::sleep(PATIENCE / 3);
                writes.step();
            }
            thread::sleep(PATIENCE * 3 / 2);
        });
        assert!(watch.wait());
        session.join().unwrap();
    }

    #[test]
    fn a_session_that_ends_by_itself_is_over() {
        let (watch, _teller, over) = Watch::new(WriteCount::default());
        drop(over);
        assert!(watch.wait());
    }
}

//! The end of what an engine writes to its standard error, for the message
//! that tells of its crash.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::launch::{Direction, Log};
use crate::protocol::clean_line;

/// How much is kept, in bytes.
const KEPT: usize = 8 * 1024;

#[derive(Default)]
struct State {
    bytes: VecDeque<u8>,
    is_closed: bool,
}

/// The last bytes of a stream, filled by a thread of its own.
#[derive(Clone, Default)]
pub(super) struct Tail {
    shared: Arc<(Mutex<State>, Condvar)>,
}

impl Tail {
    /// Reads the stream to its end in the background.
    pub(super) fn follow(mut stream: impl Read + Send + 'static, log: Option<Log>) -> Tail {
        let tail = Tail::default();
        let inner = tail.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                match stream.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(count) => inner.add(&buffer[..count], log.as_ref()),
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
            inner.shared.0.lock().is_closed = true;
            inner.shared.1.notify_all();
        });
        tail
    }

    fn add(&self, bytes: &[u8], log: Option<&Log>) {
        if let Some(log) = log {
            let now = Instant::now();
            for line in bytes.split(|&b| b == b'\n').filter(|line| !line.is_empty()) {
                log(Direction::StandardError, now, &clean_line(line));
            }
        }
        let mut state = self.shared.0.lock();
        state.bytes.extend(bytes);
        let excess = state.bytes.len().saturating_sub(KEPT);
        state.bytes.drain(..excess);
    }

    /// What there is now.
    pub(super) fn text(&self) -> String {
        let state = self.shared.0.lock();
        let (front, back) = state.bytes.as_slices();
        String::from_utf8_lossy(&[front, back].concat())
            .trim()
            .to_owned()
    }

    /// What there is once the stream has closed, or after `patience`: a helper
    /// of the engine may hold it open for ever.
    pub(super) fn final_text(&self, patience: Duration) -> String {
        let deadline = Instant::now() + patience;
        let mut state = self.shared.0.lock();
        while !state.is_closed {
            if self.shared.1.wait_until(&mut state, deadline).timed_out() {
                break;
            }
        }
        drop(state);
        self.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let mut text = "x".repeat(100_000);
        text.push_str("the end\n");
        let tail = Tail::follow(std::io::Cursor::new(text.into_bytes()), None);
        let kept = tail.final_text(Duration::from_secs(10));
        assert!(kept.ends_with("the end"));
        assert!(kept.len() <= KEPT);
    }
}

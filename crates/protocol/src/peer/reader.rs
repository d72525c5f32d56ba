//! The thread that reads an engine's standard output: bytes become lines with
//! the time they arrived, taken here so that a busy caller costs the engine
//! nothing.
//!
//! Most of what engines print is thinking that nobody has to see at once, and
//! waking a thread for each line would cost more than all else that is done
//! with it. So whoever waits says which lines can wait with him: they are
//! fetched together with the first that cannot.
//!
//! An engine may print without end or without line ends. What waits to be
//! fetched, what arrives per second and how long one line gets are all
//! limited; beyond a limit the stream is given up.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

use super::launch::{Direction, Log};
use crate::protocol::clean_line;

/// The longest line taken, in bytes. Real ones stay under 5,000.
pub(super) const LONGEST_LINE: usize = 64 * 1024;
/// The most that may wait to be fetched, in bytes, overhead included.
pub(super) const LARGEST_QUEUE: usize = 32 * 1024 * 1024;
/// What may arrive at once, in bytes, overhead included.
const BURST: f64 = 16.0 * 1024.0 * 1024.0;
/// What may arrive for ever, in bytes a second. Real engines stay under 100 kB
/// when they think, but thousands of short searches a second come to megabytes.
const PER_SECOND: f64 = 16.0 * 1024.0 * 1024.0;
/// What a line costs besides its text.
const OVERHEAD: usize = 100;

/// A line of the engine's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text, cleaned, without its line end.
    pub text: String,
    /// When it arrived.
    pub at: Instant,
}

/// Whether a line can wait to be fetched.
pub(super) type CanWait = fn(&str) -> bool;

/// What the thread has to tell.
pub(super) enum Output {
    /// A line.
    Line(Line),
    /// A line longer than any has to be, and its beginning. Nothing follows.
    LineTooLong(String),
    /// Too much of it. Nothing follows.
    Flood,
}

/// Why no output was returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoOutput {
    /// Nothing came by the deadline.
    TimedOut,
    /// The stream has ended, and all of it was fetched.
    Ended,
}

/// The fetching end.
pub(super) struct Lines {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    arrived: Condvar,
}

#[derive(Default)]
struct Queue {
    outputs: VecDeque<Output>,
    /// The lines in it, in bytes, overhead included.
    bytes: usize,
    is_closed: bool,
    /// Set while somebody waits: the lines that need not wake him.
    waiting: Option<CanWait>,
}

impl Lines {
    /// Reads the stream in the background.
    pub(super) fn follow(stream: impl Read + Send + 'static, log: Option<Log>) -> Lines {
        let shared = Arc::new(Shared::default());
        let mut reader = Reader {
            shared: Arc::clone(&shared),
            log,
            line: Vec::new(),
            allowance: BURST,
            refilled: Instant::now(),
        };
        std::thread::spawn(move || reader.run(stream));
        Lines { shared }
    }

    /// The next. If there is none, waits until `deadline` for one that cannot
    /// wait, and gives the first that came meanwhile.
    pub(super) fn next_until(
        &self,
        deadline: Instant,
        can_wait: CanWait,
    ) -> Result<Output, NoOutput> {
        let mut queue = self.shared.queue.lock();
        let mut has_waited = false;
        loop {
            if let Some(output) = queue.outputs.pop_front() {
                if let Output::Line(line) = &output {
                    queue.bytes -= cost(line.text.len());
                }
                return Ok(output);
            }
            if queue.is_closed {
                return Err(NoOutput::Ended);
            }
            if has_waited {
                return Err(NoOutput::TimedOut);
            }
            queue.waiting = Some(can_wait);
            // Whoever wakes us takes `waiting` away; nobody else may.
            while queue.waiting.is_some() && !has_waited {
                has_waited = self
                    .shared
                    .arrived
                    .wait_until(&mut queue, deadline)
                    .timed_out();
            }
            queue.waiting = None;
        }
    }
}

impl Shared {
    /// Adds something, and wakes whoever waits for it.
    fn push(&self, output: Output) -> usize {
        let mut queue = self.queue.lock();
        let mut wakes = true;
        if let Output::Line(line) = &output {
            queue.bytes += cost(line.text.len());
            wakes = !queue.waiting.is_some_and(|can_wait| can_wait(&line.text));
        }
        queue.outputs.push_back(output);
        let bytes = queue.bytes;
        if wakes {
            self.wake(queue);
        }
        bytes
    }

    fn close(&self) {
        let mut queue = self.queue.lock();
        queue.is_closed = true;
        self.wake(queue);
    }

    fn wake(&self, mut queue: parking_lot::MutexGuard<'_, Queue>) {
        let waits = queue.waiting.take().is_some();
        // He needs what we hold.
        drop(queue);
        if waits {
            self.arrived.notify_one();
        }
    }
}

fn cost(length: usize) -> usize {
    length + OVERHEAD
}

struct Reader {
    shared: Arc<Shared>,
    log: Option<Log>,
    /// The line that has begun.
    line: Vec<u8>,
    /// What may still arrive now.
    allowance: f64,
    refilled: Instant,
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.shared.close();
    }
}

impl Reader {
    fn run(&mut self, mut stream: impl Read) {
        let mut buffer = vec![0; 16 * 1024];
        loop {
            match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => {
                    if !self.take(&buffer[..count], Instant::now()) {
                        return;
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        // Some programs end without ending their last line.
        if !self.line.is_empty() {
            self.finish_line(Instant::now());
        }
    }

    /// False when the stream is given up.
    fn take(&mut self, bytes: &[u8], now: Instant) -> bool {
        let elapsed = now.duration_since(self.refilled).as_secs_f64();
        self.allowance = (self.allowance + elapsed * PER_SECOND).min(BURST);
        self.refilled = now;
        for piece in bytes.split_inclusive(|&b| b == b'\n') {
            self.line.extend_from_slice(piece);
            if self.line.len() > LONGEST_LINE {
                let start = clean_line(&self.line[..200]);
                self.shared.push(Output::LineTooLong(start));
                return false;
            }
            if piece.ends_with(b"\n") && !self.finish_line(now) {
                return false;
            }
        }
        true
    }

    fn finish_line(&mut self, at: Instant) -> bool {
        let text = clean_line(&self.line);
        self.line.clear();
        let cost = cost(text.len());
        self.allowance -= cost as f64;
        if self.allowance < 0.0 {
            self.shared.push(Output::Flood);
            return false;
        }
        if let Some(log) = &self.log {
            log(Direction::Received, at, &text);
        }
        let queued = self.shared.push(Output::Line(Line { text, at }));
        if queued > LARGEST_QUEUE {
            self.shared.push(Output::Flood);
            return false;
        }
        // Nobody is left to fetch anything.
        Arc::strong_count(&self.shared) > 1
    }
}

#[cfg(test)]
#[path = "reader_tests.rs"]
mod tests;

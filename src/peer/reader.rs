//! The thread that reads an engine's standard output: bytes become lines with
//! the time they arrived, taken here so that a busy caller costs the engine
//! nothing.
//!
//! An engine may print without end or without line ends. What waits to be
//! fetched, what arrives per second and how long one line gets are all
//! limited; beyond a limit the stream is given up.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crossbeam::channel::{Receiver, Sender, unbounded};

use super::launch::{Direction, Log};
use super::process::Line;
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

/// What the thread has to tell.
pub(super) enum Output {
    /// A line.
    Line(Line),
    /// A line longer than any has to be, and its beginning. Nothing follows.
    LineTooLong(String),
    /// Too much of it. Nothing follows.
    Flood,
}

/// The fetching end. The channel closes when the engine's output does.
pub(super) struct Lines {
    channel: Receiver<Output>,
    queued: Arc<AtomicUsize>,
}

impl Lines {
    /// Reads the stream in the background.
    pub(super) fn follow(stream: impl Read + Send + 'static, log: Option<Log>) -> Lines {
        let (sender, channel) = unbounded();
        let queued = Arc::new(AtomicUsize::new(0));
        let mut reader = Reader {
            sender,
            queued: Arc::clone(&queued),
            log,
            line: Vec::new(),
            allowance: BURST,
            refilled: Instant::now(),
        };
        std::thread::spawn(move || reader.run(stream));
        Lines { channel, queued }
    }

    /// The next, waiting until `deadline`.
    pub(super) fn next_until(
        &self,
        deadline: Instant,
    ) -> Result<Output, crossbeam::channel::RecvTimeoutError> {
        let output = self.channel.recv_deadline(deadline)?;
        if let Output::Line(line) = &output {
            self.queued
                .fetch_sub(cost(line.text.len()), Ordering::Relaxed);
        }
        Ok(output)
    }
}

fn cost(length: usize) -> usize {
    length + OVERHEAD
}

struct Reader {
    sender: Sender<Output>,
    queued: Arc<AtomicUsize>,
    log: Option<Log>,
    /// The line that has begun.
    line: Vec<u8>,
    /// What may still arrive now.
    allowance: f64,
    refilled: Instant,
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
                let _ = self.sender.send(Output::LineTooLong(start));
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
        let queued = self.queued.fetch_add(cost, Ordering::Relaxed) + cost;
        if self.allowance < 0.0 || queued > LARGEST_QUEUE {
            let _ = self.sender.send(Output::Flood);
            return false;
        }
        if let Some(log) = &self.log {
            log(Direction::Received, at, &text);
        }
        self.sender.send(Output::Line(Line { text, at })).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use std::time::Duration;

    fn all(bytes: Vec<u8>) -> (Vec<String>, Option<&'static str>) {
        let lines = Lines::follow(Cursor::new(bytes), None);
        let mut texts = Vec::new();
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            match lines.next_until(deadline) {
                Ok(Output::Line(line)) => texts.push(line.text),
                Ok(Output::LineTooLong(_)) => return (texts, Some("long")),
                Ok(Output::Flood) => return (texts, Some("flood")),
                Err(_) => return (texts, None),
            }
        }
    }

    #[test]
    fn lines_come_whole_and_the_last_one_too() {
        let (lines, end) = all(b"uciok\r\n\nready\xffok\nlast".to_vec());
        assert_eq!(lines, ["uciok", "", "ready\u{fffd}ok", "last"]);
        assert_eq!(end, None);
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        let mut bytes = b"first\n".to_vec();
        bytes.extend(vec![b'x'; 10 * LONGEST_LINE]);
        let (lines, end) = all(bytes);
        assert_eq!(
            (lines.as_slice(), end),
            (["first".to_owned()].as_slice(), Some("long"))
        );
    }

    #[test]
    fn a_flood_is_given_up_even_of_empty_lines() {
        let (lines, end) = all(vec![b'\n'; 1_000_000]);
        assert_eq!(end, Some("flood"));
        assert!(lines.len() * OVERHEAD <= LARGEST_QUEUE, "{}", lines.len());
    }
}

//! Sources that can be left while they keep their reader waiting.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How often a waiting reader looks whether it is to stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);
const PIECE: usize = 1 << 16;

fn stopped() -> io::Error {
    // Not `Interrupted`: readers try again after that.
    io::Error::other("stopped")
}

/// A source that ends in an error once `stop` is set; it looks before it reads.
pub(super) struct Stoppable<R> {
    source: R,
    stop: Arc<AtomicBool>,
}

impl<R> Stoppable<R> {
    pub(super) fn new(source: R, stop: &Arc<AtomicBool>) -> Stoppable<R> {
        let stop = Arc::clone(stop);
        Stoppable { source, stop }
    }
}

impl<R: Read> Read for Stoppable<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(stopped()),
            false => self.source.read(buffer),
        }
    }
}

/// A source that may have nothing for hours: a thread of its own waits for it, and is left
/// behind when `stop` is set.
pub(super) struct Waiting {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: io::Cursor<Vec<u8>>,
    stop: Arc<AtomicBool>,
}

impl Waiting {
    pub(super) fn new<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        stop: &Arc<AtomicBool>,
    ) -> io::Result<Waiting> {
        let (send, pieces) = sync_channel(2);
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || {
                let mut source = match open() {
                    Ok(source) => source,
                    Err(error) => return drop(send.send(Err(error))),
                };
                loop {
                    let mut piece = vec![0; PIECE];
                    let read = match source.read(&mut piece) {
                        Ok(0) => return,
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                        read => read,
                    };
                    let has_failed = read.is_err();
                    let piece = read.map(|count| {
                        piece.truncate(count);
                        piece
                    });
                    if send.send(piece).is_err() || has_failed {
                        return;
                    }
                }
            })?;
        Ok(Waiting {
            pieces,
            piece: io::Cursor::default(),
            stop: Arc::clone(stop),
        })
    }
}

impl Read for Waiting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.piece.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            match self.pieces.recv_timeout(LOOK_EVERY) {
                Ok(piece) => self.piece = io::Cursor::new(piece?),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Err(stopped());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::text_until;
    use super::*;

    /// Gives its text, then nothing for an hour.
    struct Idle(io::Cursor<&'static [u8]>);

    impl Read for Idle {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => thread::sleep(Duration::from_secs(3_600)),
                count => return Ok(count),
            }
            Ok(0)
        }
    }

    #[test]
    fn a_source_that_has_nothing_can_be_left() {
        for start in [
            &b""[..],
            b"[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O\n",
        ] {
            let stop = Arc::new(AtomicBool::new(false));
            let set = Arc::clone(&stop);
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(100));
                set.store(true, Ordering::Relaxed);
            });
            let begun = Instant::now();
            let source = text_until(Idle(io::Cursor::new(start)), &stop);
            let read = source.and_then(|mut text| text.read_to_end(&mut Vec::new()));
            assert_eq!(read.unwrap_err().to_string(), "stopped");
            assert!(begun.elapsed() < Duration::from_secs(5));
        }
    }

    #[test]
    fn what_a_thread_reads_is_what_is_there() {
        let all = b"[Event \"x\"]\n\n1. e4 *\n".repeat(20_000);
        let stop = Arc::new(AtomicBool::new(false));
        let mut found = Vec::new();
        let source = text_until(io::Cursor::new(all.clone()), &stop);
        source.unwrap().read_to_end(&mut found).unwrap();
        assert!(found == all);
    }
}

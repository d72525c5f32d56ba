//! Everything that can happen to a session, in one closed list.

use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::ending::Teller;
use super::tutor::Answer;
use plumb_engine::engine::SearchEvent;
use plumb_support::mailbox::Sender;

/// Something that the session reacts to.
#[derive(Debug)]
pub enum Event {
    /// A line of input, as it came, without its line end.
    Input(Vec<u8>),
    /// There is no more input.
    EndOfInput,
    /// The user pressed Ctrl-C.
    Interrupt,
    /// News from the search with this number.
    Search(u64, SearchEvent),
    /// A line of text from a task that runs beside the session.
    TaskLine(String),
    /// That task has ended; these are its last lines.
    TaskDone(Vec<String>),
    /// The tutor has come to the end of a lesson.
    Tutor(Answer),
    /// What the tutor has not said by now comes too late.
    TutorLate,
}

/// Whether the session goes on after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    Quit,
}

/// Reads lines on a thread of its own until the input or the session ends.
/// `quit_read` is set when a `quit` has been read, which may stand at the end of
/// a long queue; `teller` hears of that and of the end of input.
pub(super) fn read_input(
    input: impl Read + Send + 'static,
    events: Sender<Event>,
    quit_read: Arc<AtomicBool>,
    teller: Teller,
) -> std::io::Result<()> {
    let read = move || {
        let mut input = BufReader::with_capacity(1 << 16, input);
        while let Some(line) = next_line(&mut input) {
            if line.trim_ascii().eq_ignore_ascii_case(b"quit") {
                quit_read.store(true, Ordering::Relaxed);
                teller.end_told();
            }
            if events.send(Event::Input(line)).is_err() {
                return;
            }
        }
        let _ = events.send(Event::EndOfInput);
        teller.end_told();
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(read)
        .map(drop)
}

/// No command is nearly so long, in bytes; and what never ends a line must
/// not fill the memory.
const LONGEST_LINE: usize = 4 << 20;

/// The next line without its end; none at the end of input. Of a line that is
/// too long, only that is told: a part of it might mean something else.
fn next_line(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut length = 0;
    let mut ended = false;
    while !ended {
        let bytes = match input.fill_buf() {
            Ok([]) => break,
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        length += part.len();
        if length <= LONGEST_LINE {
            line.extend_from_slice(part);
        }
        ended = end.is_some();
        let used = part.len() + usize::from(ended);
        input.consume(used);
    }
    if length > LONGEST_LINE {
        line = format!("(a line of {length} bytes)").into_bytes();
    }
    (ended || length > 0).then_some(line)
}

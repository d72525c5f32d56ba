//! Everything that can happen to a session, in one closed list.

use std::io::{BufRead, BufReader, Read};
use std::thread;

use crossbeam::channel::Sender;

use crate::engine::SearchEvent;

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
    /// That task has ended.
    TaskDone,
}

/// Reads lines on a thread of its own until the input or the session ends.
pub(super) fn read_input(
    input: impl Read + Send + 'static,
    events: Sender<Event>,
) -> std::io::Result<()> {
    let read = move || {
        let mut input = BufReader::with_capacity(1 << 16, input);
        let mut line = Vec::new();
        loop {
            line.clear();
            match input.read_until(b'\n', &mut line) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => break,
            }
            if line.last() == Some(&b'\n') {
                line.pop();
            }
            if events.send(Event::Input(line.clone())).is_err() {
                return;
            }
        }
        let _ = events.send(Event::EndOfInput);
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(read)
        .map(drop)
}

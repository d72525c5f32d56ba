//! Where replies go: whole lines, written at once and flushed.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::ending::WriteCount;

/// The session's output, with an optional log of both directions.
pub(super) struct Output {
    writer: Box<dyn Write + Send>,
    log: Option<File>,
    closed: bool,
    /// How long writing has taken: readers may be slow.
    time_writing: Duration,
    writes: WriteCount,
}

impl Output {
    pub fn new(writer: Box<dyn Write + Send>) -> Output {
        Output {
            writer,
            log: None,
            closed: false,
            time_writing: Duration::ZERO,
            writes: WriteCount::default(),
        }
    }

    /// Writes one line. A reader that has gone away closes the session; it is
    /// no error.
    pub fn line(&mut self, line: impl Display) {
        let text = format!("{line}\n");
        self.log_line("<<", text.trim_end_matches('\n'));
        let begun = Instant::now();
        self.writes.step();
        let written = self
            .writer
            .write_all(text.as_bytes())
            .and_then(|()| self.writer.flush());
        self.writes.step();
        self.time_writing += begun.elapsed();
        self.closed |= written.is_err();
    }

    /// Writes several lines, whatever they contain.
    pub fn lines(&mut self, text: impl Display) {
        for line in text.to_string().lines() {
            self.line(line);
        }
    }

    /// How long writing has taken so far.
    pub fn time_writing(&self) -> Duration {
        self.time_writing
    }

    /// Counts the writes, for who watches whether the reader takes anything.
    pub fn writes(&self) -> WriteCount {
        self.writes.clone()
    }

    /// True once nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Appends both directions to this file from now on; none ends the log.
    pub fn set_log(&mut self, path: Option<&str>) -> io::Result<()> {
        self.log = match path {
            Some(path) => Some(OpenOptions::new().create(true).append(true).open(path)?),
            None => None,
        };
        Ok(())
    }

    /// Notes a line of input in the log.
    pub fn log_input(&mut self, line: &str) {
        self.log_line(">>", line);
    }

    fn log_line(&mut self, direction: &str, line: &str) {
        if let Some(log) = &mut self.log
            && writeln!(log, "{direction} {line}").is_err()
        {
            // A full disk must not end the game.
            self.log = None;
        }
    }
}

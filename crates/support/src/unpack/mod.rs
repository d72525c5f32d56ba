//! A file's text, whatever it is packed in (gzip, bzip2, xz, Zstandard) and written in
//! (UTF-8, Latin-1, UTF-16, UTF-32): known by its first bytes and not by its name.
//!
//! What comes out is bytes of UTF-8, or the bytes of a text in one byte a letter as they
//! are; its lines end with a line feed, or with one behind a carriage return. Start with
//! `open`; `open_until` can be stopped while it waits for more.

mod archive;
mod encoding;
mod line_ends;
mod name;
mod packed;
mod source;
mod stoppable;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::wording;
use archive::archive;
use encoding::decoded;
use line_ends::{LineFeeds, has_lone_returns};
pub use name::is_named;
use packed::{is_packed, unpacked};
use source::Source;
use stoppable::{Stoppable, Waiting};

const BUFFER: usize = 1 << 18;

/// What a text is known by stands in its first bytes.
const START: usize = 64;

/// Maximum bytes scanned for the end of the first line.
const LONGEST_FIRST_LINE: usize = 1 << 16;

/// Opens a file.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    text(File::open(path)?)
}

/// The text of a source, which is read once, from its beginning.
pub fn text(source: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let (start, source) = started(Box::new(BufReader::with_capacity(BUFFER, source)))?;
    let (start, source) = if is_packed(&start) {
        let unpacked = BufReader::with_capacity(BUFFER, unpacked(&start, source)?);
        started(Box::new(unpacked))?
    } else {
        (start, source)
    };
    if let Some(kind) = archive(&start) {
        let reason = wording::say!(packed.archive, kind);
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    if is_packed(&start) {
        let reason = wording::text!(packed.twice);
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    let source = match decoded(&start, source) {
        Ok(decoded) => Box::new(BufReader::with_capacity(BUFFER, decoded)),
        Err(plain) => plain,
    };
    let (first_line, source) = with_first_line(source)?;
    Ok(match has_lone_returns(&first_line) {
        true => Box::new(BufReader::with_capacity(BUFFER, LineFeeds::new(source))),
        false => source,
    })
}

/// The same for a file that may keep its reader waiting, such as a pipe with a name: once
/// `stop` is set, reading ends within a tenth of a second with an error.
pub fn open_until(path: &Path, stop: &Arc<AtomicBool>) -> io::Result<Box<dyn BufRead + Send>> {
    if std::fs::metadata(path)?.is_file() {
        return stoppable(File::open(path)?, stop);
    }
    // To open a pipe is to wait for its writer.
    let path = path.to_owned();
    let waiting = Waiting::new(move || File::open(path), stop)?;
    stoppable(waiting, stop)
}

/// The same for any source, standard input for one.
pub fn text_until(
    source: impl Read + Send + 'static,
    stop: &Arc<AtomicBool>,
) -> io::Result<Box<dyn BufRead + Send>> {
    let waiting = Waiting::new(move || Ok(source), stop)?;
    stoppable(waiting, stop)
}

/// Looks at `stop` also where much text is packed into a few bytes.
fn stoppable(source: impl Read + Send + 'static, stop: &Arc<AtomicBool>) -> io::Result<Source> {
    let source = text(Stoppable::new(source, stop))?;
    let source = Stoppable::new(source, stop);
    Ok(Box::new(BufReader::with_capacity(BUFFER, source)))
}

/// The first bytes of a source, and the whole of it: a pipe may give them one by one, and
/// an error behind them comes when they were read.
fn started(mut source: Source) -> io::Result<(Vec<u8>, Source)> {
    let mut start = Vec::with_capacity(START);
    let read = (&mut source).take(START as u64).read_to_end(&mut start);
    again(start, source, read.err())
}

/// The first line of a source with its end and, behind a carriage return, one byte more, and
/// the whole of it. No more is waited for: a pipe may give its lines one by one.
fn with_first_line(mut source: Source) -> io::Result<(Vec<u8>, Source)> {
    let mut start = Vec::new();
    let error = loop {
        let bytes = match source.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => break Some(error),
        };
        let count = match start.ends_with(b"\r") {
            true => bytes.len().min(1),
            false => {
                let end = bytes.iter().position(|byte| b"\r\n".contains(byte));
                end.map_or(bytes.len(), |end| end + 1)
            }
        };
        let is_last = count == 0 || start.ends_with(b"\r");
        start.extend_from_slice(&bytes[..count]);
        source.consume(count);
        if is_last || start.ends_with(b"\n") || start.len() > LONGEST_FIRST_LINE {
            break None;
        }
    };
    again(start, source, error)
}

/// Puts what was read of a source before the rest of it; an error comes behind that.
fn again(
    start: Vec<u8>,
    source: Source,
    error: Option<io::Error>,
) -> io::Result<(Vec<u8>, Source)> {
    let rest: Source = match error {
        None => source,
        Some(error) if start.is_empty() => return Err(error),
        Some(error) => Box::new(BufReader::new(Failing(Some(error)))),
    };
    let whole = io::Cursor::new(start.clone()).chain(rest);
    Ok((start, Box::new(whole)))
}

/// Fails once.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

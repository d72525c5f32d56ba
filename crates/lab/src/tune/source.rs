//! A file's text, unpacked on the way if it is packed.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sha2::{Digest, Sha256};

use super::error::DataError;
use plumb_support::unpack;

/// Opens a text file, unpacking it on the way if it is packed.
pub(super) fn open(path: &Path) -> Result<Box<dyn BufRead + Send>, DataError> {
    unpack::open(path).map_err(|error| DataError::unreadable(path, error))
}

/// The same for a file that may keep its reader waiting; see [`unpack::open_until`].
pub(super) fn open_until(
    path: &Path,
    stop: &Arc<AtomicBool>,
) -> Result<Box<dyn BufRead + Send>, DataError> {
    unpack::open_until(path, stop).map_err(|error| DataError::unreadable(path, error))
}

/// What a file's text is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// SHA-256 of the text, unpacked, in hexadecimal.
    pub sha256: String,
    /// Lines with something on them.
    pub rows: usize,
}

/// Reads a file to the end to tell its text's SHA-256 and its rows.
pub fn fingerprint(path: &Path) -> Result<Fingerprint, DataError> {
    fingerprint_of(path, open(path)?)
}

/// The same; once `stop` is set, it soon ends in an error.
pub fn fingerprint_until(path: &Path, stop: &Arc<AtomicBool>) -> Result<Fingerprint, DataError> {
    fingerprint_of(path, open_until(path, stop)?)
}

fn fingerprint_of(path: &Path, mut text: impl BufRead) -> Result<Fingerprint, DataError> {
    let mut hash = Sha256::new();
    let mut line = Vec::new();
    let mut rows = 0;
    loop {
        line.clear();
        let read = text
            .read_until(b'\n', &mut line)
            .map_err(|error| DataError::unreadable(path, error))?;
        if read == 0 {
            break;
        }
        hash.update(&line);
        rows += usize::from(!line.trim_ascii().is_empty());
    }
    Ok(Fingerprint {
        sha256: hex(&hash.finalize()),
        rows,
    })
}

/// SHA-256 of some bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

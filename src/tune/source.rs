//! A file's text, unpacked on the way if it is packed.

use std::io::BufRead;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::DataError;
use crate::unpack;

/// Opens a text file, unpacking it on the way if it is packed.
pub(super) fn open(path: &Path) -> Result<Box<dyn BufRead + Send>, DataError> {
    unpack::open(path).map_err(|error| DataError::unreadable(path, error))
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
    let mut text = open(path)?;
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

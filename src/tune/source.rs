//! A file's text, unpacked on the way if it is packed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::DataError;

const BUFFER: usize = 1 << 18;

/// Opens a text file; `.xz` and `.zst` files, known by their first bytes and
/// not by their names, are unpacked while they are read.
pub(super) fn open(path: &Path) -> Result<Box<dyn BufRead + Send>, DataError> {
    let unreadable = |error: io::Error| DataError::unreadable(path, error);
    let mut file = BufReader::with_capacity(BUFFER, File::open(path).map_err(unreadable)?);
    let start = file.fill_buf().map_err(unreadable)?;
    let unpacked: Box<dyn Read + Send> = if start.starts_with(b"\xfd7zXZ\0") {
        Box::new(lzma_rust2::XzReader::new(file, true))
    } else if start.starts_with(b"\x28\xb5\x2f\xfd") {
        Box::new(ZstdFrames::new(file).map_err(unreadable)?)
    } else {
        return Ok(Box::new(file));
    };
    Ok(Box::new(BufReader::with_capacity(BUFFER, unpacked)))
}

/// Several packed pieces one after the other, as `zstd` appends them.
struct ZstdFrames<R: BufRead> {
    frame: Option<ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>,
}

impl<R: BufRead> ZstdFrames<R> {
    fn new(source: R) -> io::Result<ZstdFrames<R>> {
        let frame = ruzstd::decoding::StreamingDecoder::new(source).map_err(io::Error::other)?;
        Ok(ZstdFrames { frame: Some(frame) })
    }
}

impl<R: BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(frame) = &mut self.frame {
            let count = frame.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let Some(ended) = self.frame.take() else {
                break;
            };
            let mut rest = ended.into_inner();
            if !rest.fill_buf()?.is_empty() {
                *self = ZstdFrames::new(rest)?;
            }
        }
        Ok(0)
    }
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

//! The files of a form (RFC 7578), as browsers upload them: each part becomes a file. Names in
//! it are not looked at.

use plumb_support::wording::text;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The longest line that is looked at in one piece, in bytes.
const PIECE_BYTES: u64 = 64 << 10;
/// The most bytes of the headers of a part, and the most parts.
const MOST_HEADER_BYTES: usize = 16 << 10;
const MOST_PARTS: usize = 100;
/// The longest boundary there is (RFC 2046, 5.1.1).
const MOST_BOUNDARY_BYTES: usize = 70;

/// The boundary of a form by its header `Content-Type`, if it is one.
pub(super) fn boundary(content_type: &str) -> Option<String> {
    let mut parts = content_type.split(';').map(str::trim);
    if !parts.next()?.eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let value = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        name.eq_ignore_ascii_case("boundary")
            .then(|| value.trim_matches('"'))
    })?;
    let is_right = (1..=MOST_BOUNDARY_BYTES).contains(&value.len()) && value.is_ascii();
    is_right.then(|| value.to_owned())
}

/// Why a form cannot be taken apart.
#[derive(Debug, thiserror::Error)]
pub(super) enum MultipartError {
    /// It is none: what was expected.
    #[error("{0}")]
    Malformed(&'static str),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
}

/// Writes every part of a form that has something in it to the path that `name` gives for its
/// number, from 1; the paths are returned.
pub(super) fn split_form(
    form: &Path,
    boundary: &str,
    name: impl Fn(usize) -> PathBuf,
) -> Result<Vec<PathBuf>, MultipartError> {
    let mut lines = Pieces::new(BufReader::new(File::open(form)?), boundary);
    let mut files = Vec::new();
    // What stands before the first part is not for programs.
    while !lines.next()? {}
    while !lines.is_last {
        read_headers(&mut lines)?;
        if files.len() == MOST_PARTS {
            return Err(MultipartError::Malformed(text!(form.parts)));
        }
        let path = name(files.len() + 1);
        let mut file = BufWriter::new(File::create(&path)?);
        let mut length = 0;
        while !lines.next()? {
            length += lines.content.len();
            file.write_all(&lines.content)?;
        }
        file.flush()?;
        match length {
            // A field for a file that was left empty.
            0 => std::fs::remove_file(&path)?,
            _ => files.push(path),
        }
    }
    Ok(files)
}

fn read_headers(lines: &mut Pieces<impl BufRead>) -> Result<(), MultipartError> {
    let mut length = 0;
    loop {
        if lines.next()? {
            return Err(MultipartError::Malformed(text!(form.empty_line)));
        }
        length += lines.content.len();
        // Of an empty line, only its end is there, which is held back.
        if lines
            .content
            .strip_prefix(b"\r\n")
            .is_some_and(<[u8]>::is_empty)
            || (lines.content.is_empty() && lines.held == b"\r\n")
        {
            lines.held.clear();
            return Ok(());
        }
        if length > MOST_HEADER_BYTES {
            return Err(MultipartError::Malformed(text!(form.headers)));
        }
    }
}

/// A form line by line. The end of a line is held back: before a boundary it belongs to that.
struct Pieces<R> {
    source: R,
    delimiter: Vec<u8>,
    /// What was read, without the end of its line, but with that of the line before.
    content: Vec<u8>,
    held: Vec<u8>,
    is_line_start: bool,
    /// The last boundary was the last one of all.
    is_last: bool,
}

impl<R: BufRead> Pieces<R> {
    fn new(source: R, boundary: &str) -> Pieces<R> {
        Pieces {
            source,
            delimiter: format!("--{boundary}").into_bytes(),
            content: Vec::new(),
            held: Vec::new(),
            is_line_start: true,
            is_last: false,
        }
    }

    /// Reads on: true at a boundary, otherwise there is content.
    fn next(&mut self) -> Result<bool, MultipartError> {
        let mut piece = Vec::new();
        let mut limited = (&mut self.source).take(PIECE_BYTES);
        limited.read_until(b'\n', &mut piece)?;
        if piece.is_empty() {
            return Err(MultipartError::Malformed(text!(form.boundary)));
        }
        let rest = piece.strip_prefix(self.delimiter.as_slice());
        if let Some(rest) = rest.filter(|_| self.is_line_start) {
            let is_blank = |rest: &[u8]| rest.trim_ascii().is_empty();
            let is_end = rest.strip_prefix(b"--").is_some_and(is_blank);
            if is_end || is_blank(rest) {
                self.is_last = is_end;
                self.held.clear();
                self.content.clear();
                return Ok(true);
            }
        }
        self.content = std::mem::take(&mut self.held);
        self.content.extend_from_slice(&piece);
        let end = [b"\r\n".as_slice(), b"\r"]
            .into_iter()
            .find(|end| self.content.ends_with(end))
            .unwrap_or_default();
        self.is_line_start = end == b"\r\n";
        self.held = end.to_vec();
        self.content.truncate(self.content.len() - end.len());
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(form: &[u8]) -> Result<Vec<Vec<u8>>, MultipartError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("form");
        std::fs::write(&path, form).unwrap();
        let name = |number: usize| folder.path().join(number.to_string());
        let read = |path: PathBuf| std::fs::read(path).unwrap();
        split_form(&path, "X-y", name).map(|files| files.into_iter().map(read).collect())
    }

    #[test]
    fn parts_become_files_to_the_byte() {
        let long = vec![b'x'; 200_000];
        let binary = b"\x1f\x8b\r\n\r\n--X-\r\n--X-yz\r\n\n--X-y\r";
        let mut form =
            b"preamble\r\n--X-y\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".to_vec();
        form.extend_from_slice(binary);
        form.extend_from_slice(b"\r\n--X-y\r\n\r\n");
        form.extend_from_slice(&long);
        form.extend_from_slice(b"\r\n--X-y \r\nA: b\r\nC: d\r\n\r\n\r\n--X-y--\r\nepilogue");
        let parts = split(&form).unwrap();
        assert_eq!(parts.len(), 2);
        assert!(parts[0] == binary && parts[1] == long, "{:?}", parts[0]);
    }

    #[test]
    fn what_is_no_form_is_refused() {
        for wrong in [
            b"".as_slice(),
            b"1. e4 e5",
            b"--X-y\r\n",
            b"--X-y\r\nA: b\r\n\r\nx",
            b"--X-y\r\nA: b\r\n--X-y--\r\n",
        ] {
            assert!(split(wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(split(b"--X-y--\r\n").unwrap().len(), 0);
    }

    #[test]
    fn the_boundary_stands_in_the_type() {
        let form = "multipart/form-data; boundary=\"a b\"";
        assert_eq!(boundary(form).as_deref(), Some("a b"));
        assert_eq!(
            boundary("Multipart/Form-Data;Boundary=ab").as_deref(),
            Some("ab")
        );
        for wrong in [
            "multipart/form-data",
            "multipart/mixed; boundary=a",
            "text/plain",
        ] {
            assert_eq!(boundary(wrong), None, "{wrong}");
        }
    }
}

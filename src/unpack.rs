//! A file's text, unpacked on the way if it is packed: gzip, bzip2, xz and
//! Zstandard, known by their first bytes and not by their names.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

const BUFFER: usize = 1 << 18;

/// Opens a file.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    text(File::open(path)?)
}

/// The text of a source, which is read once, from its beginning.
pub fn text(source: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut source = BufReader::with_capacity(BUFFER, source);
    let start = source.fill_buf()?;
    let unpacked: Box<dyn Read + Send> = if start.starts_with(b"\xfd7zXZ\0") {
        Box::new(lzma_rust2::XzReader::new(source, true))
    } else if start.starts_with(b"\x28\xb5\x2f\xfd") {
        Box::new(ZstdFrames::new(source)?)
    } else if start.starts_with(b"\x1f\x8b") {
        Box::new(flate2::bufread::MultiGzDecoder::new(source))
    } else if start.starts_with(b"BZh") {
        Box::new(bzip2::bufread::MultiBzDecoder::new(source))
    } else {
        return Ok(Box::new(source));
    };
    Ok(Box::new(BufReader::with_capacity(BUFFER, unpacked)))
}

/// Whether a file's name ends in `.extension`, in any case, the ending of a
/// packed file left aside: `games.pgn.gz` is named `pgn`.
pub fn is_named(path: &Path, extension: &str) -> bool {
    let ends_in = |path: &Path, wanted: &[&str]| {
        let ending = path.extension().unwrap_or_default();
        wanted
            .iter()
            .any(|wanted| ending.eq_ignore_ascii_case(wanted))
    };
    if !ends_in(path, &["gz", "bz2", "xz", "zst"]) {
        return ends_in(path, &[extension]);
    }
    ends_in(
        Path::new(path.file_stem().unwrap_or_default()),
        &[extension],
    )
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn packed_text_is_unpacked_in_all_its_pieces() {
        let gzip = |text: &str| {
            let mut packer = flate2::write::GzEncoder::new(Vec::new(), Default::default());
            packer.write_all(text.as_bytes()).unwrap();
            packer.finish().unwrap()
        };
        let bzip2 = |text: &str| {
            let mut packer = bzip2::write::BzEncoder::new(Vec::new(), Default::default());
            packer.write_all(text.as_bytes()).unwrap();
            packer.finish().unwrap()
        };
        let zstd = |text: &str| {
            ruzstd::encoding::compress_to_vec(
                text.as_bytes(),
                ruzstd::encoding::CompressionLevel::Fastest,
            )
        };
        let twice = |pack: &dyn Fn(&str) -> Vec<u8>| [pack("1. e4 "), pack("e5 *\n")].concat();
        for packed in [
            b"1. e4 e5 *\n".to_vec(),
            twice(&gzip),
            twice(&bzip2),
            twice(&zstd),
        ] {
            let mut found = String::new();
            text(io::Cursor::new(packed))
                .unwrap()
                .read_to_string(&mut found)
                .unwrap();
            assert_eq!(found, "1. e4 e5 *\n");
        }
        let mut nothing = String::new();
        text(io::empty())
            .unwrap()
            .read_to_string(&mut nothing)
            .unwrap();
        assert_eq!(nothing, "");
    }

    #[test]
    fn a_packed_file_is_named_as_what_is_in_it() {
        for (name, expected) in [
            ("a.pgn", true),
            ("b/a.PGN.gz", true),
            ("a.pgn.zst", true),
            ("a.pgn.txt", false),
            ("a.gz", false),
            ("pgn", false),
            ("", false),
        ] {
            assert_eq!(is_named(Path::new(name), "pgn"), expected, "{name}");
        }
    }
}

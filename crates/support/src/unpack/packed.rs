//! Packed files: gzip, bzip2, xz and Zstandard, in as many pieces as there are.
//!
//! Bytes behind the last piece that are no piece of their own are an error: a tool that
//! leaves them out loses games without a word. Zeros are not, with which disks and archives
//! fill up. Start with `unpacked`.

use std::io::{self, BufRead, Read};

use super::source::Source;
use crate::wording;

/// How each kind of packed file begins.
const GZIP: &[u8] = b"\x1f\x8b\x08";
const BZIP2: &[u8] = b"BZh";
const XZ: &[u8] = b"\xfd7zXZ\0";
const ZSTANDARD: &[u8] = b"\x28\xb5\x2f\xfd";

/// Whether a file that begins so is packed.
pub(super) fn is_packed(start: &[u8]) -> bool {
    let kinds = [GZIP, BZIP2, XZ, ZSTANDARD];
    kinds.iter().any(|kind| start.starts_with(kind))
}

/// What is packed in a source that begins so.
pub(super) fn unpacked(start: &[u8], source: Source) -> io::Result<Box<dyn Read + Send>> {
    Ok(if start.starts_with(GZIP) {
        Box::new(Pieces::<Gzip>::new(source)?)
    } else if start.starts_with(BZIP2) {
        Box::new(Pieces::<Bzip2>::new(source)?)
    } else if start.starts_with(XZ) {
        Box::new(Pieces::<Xz>::new(source)?)
    } else {
        Box::new(Pieces::<Zstandard>::new(source)?)
    })
}

type Gzip = flate2::bufread::GzDecoder<Source>;
type Bzip2 = bzip2::bufread::BzDecoder<Source>;
type Xz = lzma_rust2::XzReader<Source>;
type Zstandard = ruzstd::decoding::StreamingDecoder<Source, ruzstd::decoding::FrameDecoder>;

/// One piece of a packed file.
trait Piece: Read + Sized {
    /// How it begins.
    const START: &'static [u8];

    fn begin(source: Source) -> io::Result<Self>;

    /// What comes behind it.
    fn rest(self) -> Source;
}

impl Piece for Gzip {
    const START: &'static [u8] = GZIP;

    fn begin(source: Source) -> io::Result<Gzip> {
        Ok(flate2::bufread::GzDecoder::new(source))
    }

    fn rest(self) -> Source {
        self.into_inner()
    }
}

impl Piece for Bzip2 {
    const START: &'static [u8] = BZIP2;

    fn begin(source: Source) -> io::Result<Bzip2> {
        Ok(bzip2::bufread::BzDecoder::new(source))
    }

    fn rest(self) -> Source {
        self.into_inner()
    }
}

impl Piece for Xz {
    const START: &'static [u8] = XZ;

    fn begin(source: Source) -> io::Result<Xz> {
        Ok(lzma_rust2::XzReader::new(source, false))
    }

    fn rest(self) -> Source {
        self.into_inner()
    }
}

impl Piece for Zstandard {
    const START: &'static [u8] = ZSTANDARD;

    fn begin(source: Source) -> io::Result<Zstandard> {
        ruzstd::decoding::StreamingDecoder::new(source).map_err(io::Error::other)
    }

    fn rest(self) -> Source {
        self.into_inner()
    }
}

/// Several packed pieces one after the other, as `cat` puts them.
struct Pieces<P> {
    piece: Option<P>,
}

impl<P: Piece> Pieces<P> {
    fn new(source: Source) -> io::Result<Pieces<P>> {
        let piece = Some(P::begin(source)?);
        Ok(Pieces { piece })
    }

    /// The piece that begins here; none at the end.
    fn next(mut source: Source) -> io::Result<Option<P>> {
        let mut start = Vec::new();
        loop {
            let bytes = source.fill_buf()?;
            let Some(zeros) = bytes.iter().position(|&byte| byte != 0) else {
                let count = bytes.len();
                if count == 0 {
                    return Ok(None);
                }
                source.consume(count);
                continue;
            };
            source.consume(zeros);
            break;
        }
        let length = P::START.len() as u64;
        (&mut source).take(length).read_to_end(&mut start)?;
        if start != P::START {
            // What came before is whole; see `unpack::text`.
            let reason = wording::text!(packed.behind);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        P::begin(Box::new(io::Cursor::new(start).chain(source))).map(Some)
    }
}

impl<P: Piece> Read for Pieces<P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(piece) = &mut self.piece {
            let count = piece.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let ended = self.piece.take();
            let Some(ended) = ended else { break };
            self.piece = Pieces::next(ended.rest())?;
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use super::super::text;
    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), Default::default());
        packer.write_all(text).unwrap();
        packer.finish().unwrap()
    }

    fn bzip2(text: &[u8]) -> Vec<u8> {
        let mut packer = bzip2::write::BzEncoder::new(Vec::new(), Default::default());
        packer.write_all(text).unwrap();
        packer.finish().unwrap()
    }

    fn zstandard(text: &[u8]) -> Vec<u8> {
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        ruzstd::encoding::compress_to_vec(text, level)
    }

    /// `printf '1. e4 ' | xz` and `printf 'e5 *\\n' | xz`: the crate is built without a packer.
    #[rustfmt::skip]
    const XZ_ONE: &[u8] = &[
        0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04, 0xe6, 0xd6, 0xb4, 0x46, 0x02, 0x00, 0x21, 0x01,
        0x16, 0x00, 0x00, 0x00, 0x74, 0x2f, 0xe5, 0xa3, 0x01, 0x00, 0x05, 0x31, 0x2e, 0x20, 0x65, 0x34,
        0x20, 0x00, 0x00, 0x00, 0x2c, 0x8b, 0x32, 0x98, 0x52, 0x2e, 0xac, 0x4b, 0x00, 0x01, 0x1e, 0x06,
        0xc1, 0x2f, 0xa4, 0x1d, 0x1f, 0xb6, 0xf3, 0x7d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5a,
    ];
    #[rustfmt::skip]
    const XZ_TWO: &[u8] = &[
        0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04, 0xe6, 0xd6, 0xb4, 0x46, 0x02, 0x00, 0x21, 0x01,
        0x16, 0x00, 0x00, 0x00, 0x74, 0x2f, 0xe5, 0xa3, 0x01, 0x00, 0x04, 0x65, 0x35, 0x20, 0x2a, 0x0a,
        0x00, 0x00, 0x00, 0x00, 0x56, 0xe8, 0x45, 0x83, 0xda, 0xfd, 0x91, 0xc4, 0x00, 0x01, 0x1d, 0x05,
        0xb8, 0x2d, 0x80, 0xaf, 0x1f, 0xb6, 0xf3, 0x7d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5a,
    ];

    fn read(packed: &[u8]) -> (String, Option<io::Error>) {
        let mut found = Vec::new();
        let error = match text(Cursor::new(packed.to_vec())) {
            Ok(mut text) => text.read_to_end(&mut found).err(),
            Err(error) => Some(error),
        };
        (String::from_utf8(found).unwrap(), error)
    }

    type Packer = fn(&[u8]) -> Vec<u8>;

    fn packers() -> [Packer; 3] {
        [gzip, bzip2, zstandard]
    }

    #[test]
    fn packed_text_is_unpacked_in_all_its_pieces() {
        let plain = b"1. e4 e5 *\n".to_vec();
        let mut all = vec![plain];
        for pack in packers() {
            all.push([pack(b"1. e4 "), pack(b"e5 *\n")].concat());
            // As tapes fill up.
            all.push([pack(b"1. e4 "), vec![0; 700], pack(b"e5 *\n"), vec![0; 512]].concat());
        }
        all.push([XZ_ONE, XZ_TWO].concat());
        all.push([XZ_ONE, &[0; 8], XZ_TWO, &[0; 512]].concat());
        for packed in all {
            let (found, error) = read(&packed);
            assert!(error.is_none(), "{error:?}");
            assert_eq!(found, "1. e4 e5 *\n");
        }
        assert_eq!(read(b"").0, "");
    }

    #[test]
    fn bytes_that_belong_to_nothing_are_an_error_after_the_text() {
        let text = b"1. e4 e5 *\n";
        let packed = packers().map(|pack| pack(text)).into_iter();
        for packed in packed.chain([[XZ_ONE, XZ_TWO].concat()]) {
            for rest in [
                &b"[Event \"x\"]\n\n1. d4 *\n"[..],
                b"x",
                b"\0\0x",
                b"\x1f\x8b",
            ] {
                let (found, error) = read(&[&packed, rest].concat());
                assert_eq!(found.as_bytes(), text);
                assert_eq!(error.unwrap().kind(), io::ErrorKind::InvalidInput);
            }
        }
    }

    #[test]
    fn what_is_packed_twice_is_named() {
        for pack in packers() {
            for again in packers() {
                let (_, error) = read(&again(&pack(b"1. e4 *\n")));
                assert!(error.unwrap().to_string().contains("packed twice"));
            }
        }
    }

    #[test]
    fn half_a_packed_file_is_an_error() {
        for pack in packers() {
            let packed = pack(&b"[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n".repeat(100));
            let (_, error) = read(&packed[..packed.len() / 2]);
            assert!(error.is_some());
        }
    }
}

//! Packed files: gzip, bzip2, xz and Zstandard, of one member or of many (Zstandard calls them
//! frames, bzip2 and xz streams).
//!
//! Bytes behind the last member that are not a member of their own are an error: a tool that
//! leaves them out loses games without a word. Zeros are not, with which disks and archives
//! fill up. Start with `unpacked`.

use std::io::{self, BufRead, Read};

use super::source::Source;
use crate::wording::{self, counted_noun, say};

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
        Box::new(Members::<Gzip>::new(source)?)
    } else if start.starts_with(BZIP2) {
        Box::new(Members::<Bzip2>::new(source)?)
    } else if start.starts_with(XZ) {
        Box::new(Members::<Xz>::new(source)?)
    } else {
        Box::new(Members::<Zstandard>::new(source)?)
    })
}

/// The most members of a packed file, each of which costs time even if it is empty. Files of
/// 64 KiB blocks (bgzip) reach it at 64 GiB of text.
const MOST_MEMBERS: u64 = 1_000_000;

type Gzip = flate2::bufread::GzDecoder<Restarted>;
type Bzip2 = bzip2::bufread::BzDecoder<Restarted>;
type Xz = lzma_rust2::XzReader<Restarted>;
type Zstandard = ruzstd::decoding::StreamingDecoder<Restarted, ruzstd::decoding::FrameDecoder>;

/// A source to which the start of a member was given back. It is one layer however many members
/// follow each other: a layer for each would make long files quadratic and overflow the stack.
struct Restarted {
    start: &'static [u8],
    source: Source,
}

impl Read for Restarted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.start.is_empty() {
            true => self.source.read(buffer),
            false => self.start.read(buffer),
        }
    }
}

impl BufRead for Restarted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.start.is_empty() {
            true => self.source.fill_buf(),
            false => Ok(self.start),
        }
    }

    fn consume(&mut self, count: usize) {
        match self.start.is_empty() {
            true => self.source.consume(count),
            false => self.start.consume(count),
        }
    }
}

/// One member of a packed file.
trait Member: Read + Sized {
    /// Its first bytes.
    const START: &'static [u8];

    fn begin(source: Restarted) -> io::Result<Self>;

    /// The bytes behind it.
    fn rest(self) -> Restarted;
}

impl Member for Gzip {
    const START: &'static [u8] = GZIP;

    fn begin(source: Restarted) -> io::Result<Gzip> {
        Ok(flate2::bufread::GzDecoder::new(source))
    }

    fn rest(self) -> Restarted {
        self.into_inner()
    }
}

impl Member for Bzip2 {
    const START: &'static [u8] = BZIP2;

    fn begin(source: Restarted) -> io::Result<Bzip2> {
        Ok(bzip2::bufread::BzDecoder::new(source))
    }

    fn rest(self) -> Restarted {
        self.into_inner()
    }
}

impl Member for Xz {
    const START: &'static [u8] = XZ;

    fn begin(source: Restarted) -> io::Result<Xz> {
        Ok(lzma_rust2::XzReader::new(source, false))
    }

    fn rest(self) -> Restarted {
        self.into_inner()
    }
}

impl Member for Zstandard {
    const START: &'static [u8] = ZSTANDARD;

    fn begin(source: Restarted) -> io::Result<Zstandard> {
        ruzstd::decoding::StreamingDecoder::new(source).map_err(io::Error::other)
    }

    fn rest(self) -> Restarted {
        self.into_inner()
    }
}

/// Packed members one after the other, as `cat` joins them.
struct Members<M> {
    member: Option<M>,
    /// Members begun so far, and how many there may be.
    count: u64,
    most: u64,
}

impl<M: Member> Members<M> {
    fn new(source: Source) -> io::Result<Members<M>> {
        Members::up_to(MOST_MEMBERS, source)
    }

    fn up_to(most: u64, source: Source) -> io::Result<Members<M>> {
        let start = Restarted { start: &[], source };
        Ok(Members {
            member: Some(M::begin(start)?),
            count: 1,
            most,
        })
    }

    /// The member that begins here; none at the end.
    fn next(&mut self, mut source: Restarted) -> io::Result<Option<M>> {
        loop {
            let bytes = source.fill_buf()?;
            let count = bytes.len();
            if count == 0 {
                return Ok(None);
            }
            let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
            source.consume(zeros);
            if zeros < count {
                break;
            }
        }
        let mut start = Vec::with_capacity(M::START.len());
        let length = M::START.len() as u64;
        (&mut source).take(length).read_to_end(&mut start)?;
        // What came before is whole; see `unpack::text`.
        let invalid = |reason| io::Error::new(io::ErrorKind::InvalidInput, reason);
        if start != M::START {
            return Err(invalid(wording::text!(packed.behind).to_owned()));
        }
        if self.count == self.most {
            let most = counted_noun(self.most, wording::text!(noun.packed_member));
            return Err(invalid(say!(packed.many_members, most)));
        }
        self.count += 1;
        source.start = M::START;
        M::begin(source).map(Some)
    }
}

impl<M: Member> Read for Members<M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let ended = self.member.take();
            let Some(ended) = ended else { break };
            self.member = self.next(ended.rest())?;
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
    fn packed_text_is_unpacked_in_all_its_members() {
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

    /// Reads a file that repeats a member on a stack that has no room for a level for each.
    fn read_on_a_small_stack(member: &[u8], count: usize) -> String {
        let packed = member.repeat(count);
        let thread = std::thread::Builder::new().stack_size(256 << 10);
        let read = thread.spawn(move || read(&packed)).unwrap();
        let (found, error) = read.join().unwrap();
        assert!(error.is_none(), "{error:?}");
        found
    }

    /// 80,000 gzip members took 178 s, and a level of the stack each.
    #[test]
    fn members_are_read_flat_and_in_linear_time() {
        for (member, line, count) in [
            (gzip(b"1. e4 *\n"), "1. e4 *\n", 80_000),
            (gzip(b""), "", 80_000),
            (bzip2(b"1. e4 *\n"), "1. e4 *\n", 2_000),
            (zstandard(b"1. e4 *\n"), "1. e4 *\n", 10_000),
            ([XZ_ONE, XZ_TWO].concat(), "1. e4 e5 *\n", 2_000),
        ] {
            let found = read_on_a_small_stack(&member, count);
            assert!(found == line.repeat(count));
        }
    }

    #[test]
    fn members_beyond_the_limit_are_an_error_that_names_it() {
        fn three<M: Member>(packed: Vec<u8>, line: &str) {
            let mut text = String::new();
            let source = |count: usize| Box::new(Cursor::new(packed.repeat(count)));
            let mut members = Members::<M>::up_to(3, source(3)).unwrap();
            members.read_to_string(&mut text).unwrap();
            assert_eq!(text, line.repeat(3));
            let mut members = Members::<M>::up_to(3, source(4)).unwrap();
            let mut text = Vec::new();
            let error = members.read_to_end(&mut text).unwrap_err();
            assert_eq!(text, line.repeat(3).into_bytes());
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
            let expected = "the packed file has too many members: expected at most 3 members";
            assert_eq!(error.to_string(), expected);
        }
        three::<Gzip>(gzip(b"e4\n"), "e4\n");
        three::<Bzip2>(bzip2(b"e4\n"), "e4\n");
        three::<Xz>(XZ_TWO.to_vec(), "e5 *\n");
        three::<Zstandard>(zstandard(b"e4\n"), "e4\n");
    }
}

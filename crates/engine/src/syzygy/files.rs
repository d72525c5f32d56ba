//! How the probing library reads tables: small ones from memory, since every probe
//! in a search would otherwise cost several calls of the system.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

/// Tables up to this length are read as a whole when they are first asked, in bytes:
/// all of up to four men, and all of these together are a few megabytes.
const SMALL_BYTES: u64 = 1 << 20;

/// The system's files, small ones kept in memory.
pub(super) struct Files {
    system: OsFilesystem,
    small_bytes: u64,
}

impl Files {
    pub fn new() -> Files {
        Files {
            system: OsFilesystem::new(),
            small_bytes: SMALL_BYTES,
        }
    }
}

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let mut bytes = Vec::new();
        File::open(path)?
            .take(self.small_bytes + 1)
            .read_to_end(&mut bytes)?;
        if bytes.len() as u64 > self.small_bytes {
            return self.system.open(path);
        }
        Ok(Box::new(InMemory(bytes)))
    }
}

/// A whole file.
struct InMemory(Vec<u8>);

impl RandomAccessFile for InMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let begin = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = self.0.get(begin..).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_files_read_the_same() {
        let folder = plumb_testing::scratch::Scratch::new("files");
        let content: Vec<u8> = (0..200).collect();
        let path = folder.file("table", &content);
        for small_bytes in [0, 199, 200, 10_000] {
            let files = Files {
                small_bytes,
                ..Files::new()
            };
            let file = files.open(path.as_ref()).unwrap();
            let mut buffer = [0; 20];
            for (offset, expected) in [(0, 20), (150, 20), (190, 10), (200, 0), (u64::MAX / 4, 0)] {
                let read = file.read_at(&mut buffer, offset, ReadHint::Data).unwrap();
                assert_eq!(read, expected, "{small_bytes} {offset}");
                let begin = content.len().min(offset as usize);
                assert_eq!(buffer[..read], content[begin..begin + read]);
            }
            let beyond = file.read_exact_at(&mut buffer, 190, ReadHint::Data);
            assert_eq!(beyond.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        }
        std::fs::remove_file(&path).unwrap();
        assert!(Files::new().open(path.as_ref()).is_err());
    }
}

//! Where a report goes: a file that is there only when it is whole, or a stream.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that takes its place when it is whole, or a stream.
pub(crate) enum OutputFile {
    File {
        file: BufWriter<File>,
        path: PathBuf,
    },
    Stream(Box<dyn Write>),
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            OutputFile::File { file, .. } => file.write(bytes),
            OutputFile::Stream(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputFile::File { file, .. } => file.flush(),
            OutputFile::Stream(out) => out.flush(),
        }
    }
}

/// The name under which a file is written until it is whole.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

/// The error with the file's name in front.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}

impl OutputFile {
    /// Begins a file; an error names it.
    pub(crate) fn create(path: PathBuf) -> io::Result<OutputFile> {
        let part = unfinished(&path);
        let file = File::create(&part).map_err(|error| named(&part, &error))?;
        Ok(OutputFile::File {
            file: BufWriter::new(file),
            path,
        })
    }

    /// Puts a file in its place.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        if let OutputFile::File { file, path } = self {
            drop(file);
            std::fs::rename(unfinished(&path), &path).map_err(|error| named(&path, &error))?;
        }
        Ok(())
    }
}

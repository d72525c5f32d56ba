//! Where a report goes: a file that is there only when it is whole, or standard
//! output.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::cli::Failure;

/// A file that takes its place when it is whole, or standard output.
pub(super) enum Sink {
    File {
        file: BufWriter<File>,
        path: PathBuf,
    },
    Standard(io::Stdout),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::File { file, .. } => file.write(bytes),
            Sink::Standard(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::File { file, .. } => file.flush(),
            Sink::Standard(out) => out.flush(),
        }
    }
}

fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

impl Sink {
    pub(super) fn standard() -> Sink {
        Sink::Standard(io::stdout())
    }

    pub(super) fn file(path: PathBuf) -> Result<Sink, Failure> {
        let part = unfinished(&path);
        let file =
            File::create(&part).map_err(|error| Failure(format!("{}: {error}", part.display())))?;
        Ok(Sink::File {
            file: BufWriter::new(file),
            path,
        })
    }

    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        if let Sink::File { file, path } = self {
            drop(file);
            std::fs::rename(unfinished(&path), &path)
                .map_err(|error| Failure(format!("{}: {error}", path.display())))?;
        }
        Ok(())
    }
}

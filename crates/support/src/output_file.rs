//! Where a report goes: a file that is there only when it is whole, or a stream.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

/// A file that takes its place when it is whole, or a stream.
pub enum OutputFile {
    /// A file that is put in place when it is whole.
    File(UnfinishedFile),
    /// Something with a name that is no file: a device, or a pipe. It is written to as it is.
    Device(BufWriter<File>, PathBuf),
    /// What is not a regular file, written to as it is.
    Stream(Box<dyn Write>),
}

/// A file under a name of this process, which is taken away if it is never finished.
pub struct UnfinishedFile {
    file: BufWriter<File>,
    /// Where it is written.
    part: TempPath,
    /// Where it belongs.
    path: PathBuf,
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            OutputFile::File(out) => {
                let written = out.file.write(bytes);
                written.map_err(|error| named(&out.path, &error))
            }
            OutputFile::Device(out, path) => out.write(bytes).map_err(|error| named(path, &error)),
            OutputFile::Stream(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputFile::File(out) => {
                let flushed = out.file.flush();
                flushed.map_err(|error| named(&out.path, &error))
            }
            OutputFile::Device(out, path) => out.flush().map_err(|error| named(path, &error)),
            OutputFile::Stream(out) => out.flush(),
        }
    }
}

/// How names end under which files are written until they are whole.
const PART: &str = ".part";

/// The name under which this process writes a file until it is whole.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}{PART}", std::process::id()));
    path.with_file_name(name)
}

/// The error with the file's name in front.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Takes away what runs left behind that were killed while they wrote this file.
fn remove_leftovers(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return;
    };
    let name = name.to_string_lossy();
    let is_leftover = |other: &str| {
        let middle = other
            .strip_prefix(&*name)
            .and_then(|rest| rest.strip_suffix(PART));
        let number = middle.map(|middle| middle.strip_prefix('.').unwrap_or(middle));
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(is_leftover) {
            // What cannot be removed harms nobody.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// The file that a symbolic link names, which need not be there yet; any other path as it is.
fn behind_links(mut path: PathBuf) -> PathBuf {
    // As many as Linux follows; links may go in a circle.
    for _ in 0..40 {
        let Ok(target) = std::fs::read_link(&path) else {
            break;
        };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

impl OutputFile {
    /// Begins a file in a folder that only this process writes to; an error names it. A symbolic
    /// link stays, and the file that it names is written; so does a device or a pipe.
    pub fn create(path: PathBuf) -> io::Result<OutputFile> {
        if std::fs::metadata(&path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            let opened = File::options().write(true).open(&path);
            let device = BufWriter::new(opened.map_err(|error| named(&path, &error))?);
            return Ok(OutputFile::Device(device, path));
        }
        let path = behind_links(path);
        remove_leftovers(&path);
        let failed = |error| named(&path, &error);
        let part = TempPath::try_from_path(unfinished(&path)).map_err(failed)?;
        let file = BufWriter::new(File::create(&part).map_err(failed)?);
        Ok(OutputFile::File(UnfinishedFile { file, part, path }))
    }

    /// Puts a file in its place.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        if let OutputFile::File(UnfinishedFile { part, path, .. }) = self {
            let put = part.persist(&path);
            put.map_err(|failed| named(&path, &failed.error))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_there_when_it_is_whole_and_nothing_else_ever_stays() {
        let scratch = tempdir().unwrap();
        let folder = scratch.path();
        for leftover in ["report.jsonl.part", "report.jsonl.123.part"] {
            std::fs::write(folder.join(leftover), "half").unwrap();
        }
        for other in ["report.jsonl.old.part", "other.jsonl.part"] {
            std::fs::write(folder.join(other), "mine").unwrap();
        }
        let path = folder.join("report.jsonl");
        let mut out = OutputFile::create(path.clone()).unwrap();
        writeln!(out, "half a report").unwrap();
        drop(out);
        assert_eq!(names(folder), ["other.jsonl.part", "report.jsonl.old.part"]);
        let mut out = OutputFile::create(path.clone()).unwrap();
        writeln!(out, "a report").unwrap();
        out.finish().unwrap();
        let all = ["other.jsonl.part", "report.jsonl", "report.jsonl.old.part"];
        assert_eq!(names(folder), all);
        assert_eq!(std::fs::read_to_string(path).unwrap(), "a report\n");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_written_to_and_stays() {
        let scratch = tempdir().unwrap();
        let folder = scratch.path();
        let (link, target) = (folder.join("link"), folder.join("target"));
        std::fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let mut out = OutputFile::create(link.clone()).unwrap();
        write!(out, "new").unwrap();
        out.finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "new");
        std::fs::remove_file(&target).unwrap();
        std::fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink("target", &link).unwrap();
        let mut out = OutputFile::create(link.clone()).unwrap();
        write!(out, "made").unwrap();
        out.finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "made");
        let pipe = folder.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap())
        };
        let mut out = OutputFile::create(pipe.clone()).unwrap();
        write!(out, "through").unwrap();
        out.finish().unwrap();
        assert_eq!(reader.join().unwrap(), "through");
        assert_eq!(names(folder), ["link", "pipe", "target"]);
    }

    /// `/dev/full` is a disk without room.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told_with_the_file() {
        let scratch = tempdir().unwrap();
        let folder = scratch.path();
        let path = folder.join("moves.csv");
        let part = unfinished(&path);
        std::os::unix::fs::symlink("/dev/full", &part).unwrap();
        let file = BufWriter::new(File::options().write(true).open(&part).unwrap());
        let mut out = OutputFile::File(UnfinishedFile {
            file,
            part: TempPath::try_from_path(part).unwrap(),
            path: path.clone(),
        });
        let written = out.write_all(&[b'x'; 100_000]).and_then(|()| out.finish());
        let error = written.unwrap_err().to_string();
        let named = format!("{}: No space left on device", path.display());
        assert!(error.starts_with(&named), "{error}");
        assert!(names(folder).is_empty());
    }
}

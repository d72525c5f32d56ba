//! One process at a time: a folder or a file that is written to is held by a
//! lock, so that a second run says who is there instead of writing between the
//! first one's lines.
//!
//! It is an advisory lock of the operating system on a small file, which says
//! who holds it. The system lets go of it when the process ends, however it
//! ends: a file that was left behind by a kill holds nobody up. Where files are
//! removed while they are open (Unix), it is removed when the lock is let go.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::calendar::UtcTime;
use crate::wording::{say, text};

/// A held lock; dropping it lets go.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

/// Why a lock cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LockError {
    /// Another run holds it.
    #[error("{}", held(.target, .holder.as_deref()))]
    Held {
        /// The folder or file.
        target: PathBuf,
        /// Who, as that run wrote it: `process 123 since 2024-02-29 23:59:58 UTC`;
        /// none where it cannot be read.
        holder: Option<String>,
    },
    /// The lock's file cannot be made, or the file system knows no locks.
    #[error("{}", say!(lock.file, path = .0.display(), reason = .1))]
    File(PathBuf, String),
}

/// Who holds the lock, and of what.
fn held(target: &Path, holder: Option<&str>) -> String {
    let holder = holder.unwrap_or_else(|| text!(lock.another));
    let target = target.display().to_string();
    say!(lock.held, target, holder)
}

impl Lock {
    /// Locks a folder that exists, with a file `.lock` in it. Does not wait.
    pub fn folder(folder: &Path) -> Result<Lock, LockError> {
        Lock::hold(folder.join(".lock"), folder)
    }

    /// Locks a file, which need not exist, with a file beside it whose name
    /// ends in `.lock`. Does not wait.
    pub fn file(file: &Path) -> Result<Lock, LockError> {
        let mut name = file.file_name().map_or_else(OsString::new, OsString::from);
        name.push(".lock");
        Lock::hold(file.with_file_name(name), file)
    }

    fn hold(path: PathBuf, target: &Path) -> Result<Lock, LockError> {
        let failed = |error: std::io::Error| LockError::File(path.clone(), error.to_string());
        loop {
            let mut file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .map_err(failed)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(LockError::Held {
                        target: target.to_owned(),
                        holder: read_holder(&mut file),
                    });
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
            // The one before may have removed the file between our opening it
            // and our locking it; then this lock is on nothing.
            if !still_there(&file, &path) {
                continue;
            }
            let holder = format!("process {} since {}", std::process::id(), UtcTime::now());
            // On a full disk the lock holds all the same, only nameless.
            let _ = file
                .set_len(0)
                .and_then(|()| file.write_all(holder.as_bytes()));
            return Ok(Lock { file, path });
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While the lock is still held, so that nobody else's is removed.
        if cfg!(unix) {
            let _ = std::fs::remove_file(&self.path);
        }
        let _ = self.file.unlock();
    }
}

/// What the holder wrote, which it does just after locking.
fn read_holder(file: &mut File) -> Option<String> {
    for _ in 0..20 {
        let mut text = String::new();
        let read = file
            .seek(SeekFrom::Start(0))
            .and_then(|_| file.read_to_string(&mut text));
        if read.is_ok() && text.starts_with("process ") {
            return Some(text);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

#[cfg(unix)]
fn still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn still_there(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    #[test]
    fn a_second_holder_is_told_of_the_first() {
        let scratch = tempdir().unwrap();
        let folder = scratch.path();
        let first = Lock::folder(folder).unwrap();
        let message = Lock::folder(folder).unwrap_err().to_string();
        let process = format!("is being written by process {} since 2", std::process::id());
        assert!(message.contains(&process), "{message}");
        assert!(
            message.starts_with(&folder.display().to_string()),
            "{message}"
        );
        // Files have locks of their own.
        let file = Lock::file(&folder.join("games.db")).unwrap();
        assert!(Lock::file(&folder.join("games.db")).is_err());
        drop((first, file));
        assert!(Lock::folder(folder).is_ok());
        if cfg!(unix) {
            assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
        }
    }

    #[test]
    fn what_a_kill_left_behind_holds_nobody_up() {
        let scratch = tempdir().unwrap();
        let folder = scratch.path();
        std::fs::write(folder.join(".lock"), "process 1 since long ago and more").unwrap();
        let lock = Lock::folder(folder).unwrap();
        let text = std::fs::read_to_string(folder.join(".lock")).unwrap();
        assert!(text.ends_with(" UTC"), "{text}");
        drop(lock);
    }

    #[test]
    fn a_place_that_cannot_be_locked_is_named() {
        let scratch = tempdir().unwrap();
        let folder = scratch.path();
        let message = Lock::folder(&folder.join("no")).unwrap_err().to_string();
        assert!(message.contains(".lock cannot be locked: "), "{message}");
    }

    /// Many at once: whenever one has it, nobody else does.
    #[test]
    fn only_one_of_many_holds_it() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let scratch = tempdir().unwrap();
        let folder = scratch.path();
        let (inside, had) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while had.load(Ordering::SeqCst) < 200 {
                        let Ok(_lock) = Lock::folder(folder) else {
                            continue;
                        };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        had.fetch_add(1, Ordering::SeqCst);
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
    }
}

//! The file of an index while games are added to it: held by one process at a time.

use std::path::{Path, PathBuf};

use super::error::BookError;
use super::index::Index;
use plumb_support::lock::Lock;

/// An index's file, which nobody else adds to meanwhile. When it is let go and an index that
/// was begun here never got a game, it is taken away again.
pub struct IndexFile {
    path: PathBuf,
    /// It was there before.
    was_there: bool,
    _lock: Lock,
}

impl IndexFile {
    /// Takes the file, which need not be there; another process that has it is an error
    /// that names it.
    pub fn take(path: &Path) -> Result<IndexFile, BookError> {
        let lock = Lock::file(path)?;
        Ok(IndexFile {
            path: path.to_owned(),
            was_there: path.exists(),
            _lock: lock,
        })
    }
}

impl Drop for IndexFile {
    fn drop(&mut self) {
        let has_games = || {
            let contents = Index::open_read_only(&self.path).and_then(|index| index.contents());
            contents.is_ok_and(|contents| contents.games > 0)
        };
        if !self.was_there && self.path.exists() && !has_games() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

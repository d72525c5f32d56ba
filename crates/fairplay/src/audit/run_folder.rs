//! The folder that a run is kept in, held by one process at a time.
//!
//! Start with `RunFolder::open`.

use std::path::{Path, PathBuf};

use super::error::AuditError;
use super::run_notes::is_read;
use crate::records::Store;
use plumb_support::output_folder::OutputFolder;

/// The folder of a run. When it is let go and the run never got a game, everything that was
/// made for it is taken away again: a command that failed leaves nothing behind.
pub struct RunFolder {
    folder: OutputFolder,
    /// There was a run before.
    had_run: bool,
}

impl RunFolder {
    /// Takes a folder, which is made if it is not there; another process that has it is an
    /// error that names it.
    pub fn open(folder: &Path) -> Result<RunFolder, AuditError> {
        let mut run = RunFolder {
            folder: OutputFolder::open(folder)?,
            had_run: true,
        };
        run.had_run = run.file().exists();
        Ok(run)
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("run.sqlite")
    }

    /// Whether there was a run in it before.
    pub fn had_run(&self) -> bool {
        self.had_run
    }

    /// The run's file.
    pub fn store(&self) -> Result<Store, AuditError> {
        Ok(Store::open(&self.file())?)
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        // A share may have no games.
        let is_read = || {
            let store = Store::open_unchecked(&self.file());
            store.is_ok_and(|store| is_read(&store).unwrap_or(false))
        };
        if !self.had_run && self.file().exists() && !is_read() {
            for ending in ["", "-wal", "-shm", "-journal"] {
                let _ =
                    std::fs::remove_file(self.folder.path().join(format!("run.sqlite{ending}")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> PathBuf {
        let place = std::env::temp_dir().join(format!("plumb-run-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&place);
        place
    }

    #[test]
    fn a_run_that_never_got_a_game_leaves_nothing() {
        let place = place("nothing");
        let inner = place.join("a/b");
        for has_store in [false, true] {
            let run = RunFolder::open(&inner).unwrap();
            let store = has_store.then(|| run.store().unwrap());
            let error = RunFolder::open(&inner).err().unwrap().to_string();
            assert!(error.contains("is being written by process"), "{error}");
            drop(store);
            drop(run);
            assert!(!place.exists());
        }
        // What somebody else has there stays.
        std::fs::create_dir_all(&place).unwrap();
        std::fs::write(place.join("mine"), "").unwrap();
        let run = RunFolder::open(&inner).unwrap();
        drop(run.store().unwrap());
        drop(run);
        assert_eq!(std::fs::read_dir(&place).unwrap().count(), 1);
        std::fs::remove_dir_all(place).unwrap();
    }

    #[test]
    fn a_run_with_games_and_one_that_was_there_stay() {
        let place = place("games");
        let run = RunFolder::open(&place).unwrap();
        let mut store = run.store().unwrap();
        let text = "[White \"A\"]\n\n1. e4 *\n";
        let games = crate::games::games("f", text.as_bytes());
        let never = std::sync::atomic::AtomicBool::new(false);
        store.replace_games(games, &never, |_| ()).unwrap();
        drop((store, run));
        let run = RunFolder::open(&place).unwrap();
        assert!(run.had_run());
        assert_eq!(run.store().unwrap().game_count().unwrap(), 1);
        drop(run);
        assert!(place.join("run.sqlite").exists());
        std::fs::remove_dir_all(place).unwrap();
    }
}

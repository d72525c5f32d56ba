//! A folder to write into, held by one process at a time.

use std::path::{Path, PathBuf};

use crate::lock::{Lock, LockError};

/// A folder that this process holds. When it is let go, whatever was made for it is taken
/// away again unless something lies in it: a command that failed leaves nothing behind.
pub struct OutputFolder {
    folder: PathBuf,
    /// Folders that were made for it, the outermost first.
    made: Vec<PathBuf>,
    lock: Option<Lock>,
}

/// Why a folder cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum OutputFolderError {
    /// It cannot be made.
    #[error("{path}: {reason}")]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Another process holds it, or it cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
}

impl OutputFolder {
    /// Takes a folder, which is made if it is not there; another process that has it is an
    /// error that names it.
    pub fn open(folder: &Path) -> Result<OutputFolder, OutputFolderError> {
        let missing = folder
            .ancestors()
            .take_while(|path| !path.as_os_str().is_empty() && !path.exists());
        let mut made: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        made.reverse();
        let created = std::fs::create_dir_all(folder);
        let mut output = OutputFolder {
            folder: folder.to_owned(),
            made,
            lock: None,
        };
        created.map_err(|error| OutputFolderError::Folder {
            path: folder.to_owned(),
            reason: match folder.is_file() {
                true => "this is a file, where a folder is expected".to_owned(),
                false => error.to_string(),
            },
        })?;
        output.lock = Some(Lock::folder(folder)?);
        Ok(output)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        // It leaves nothing in the folder.
        self.lock = None;
        for folder in self.made.iter().rev() {
            // Not if something lies there.
            let _ = std::fs::remove_dir(folder);
        }
    }
}

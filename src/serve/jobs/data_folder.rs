//! Where jobs live: a folder that this process alone holds.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::job_id::JobId;
use crate::output_folder::{OutputFolder, OutputFolderError};

/// A folder of jobs, held until it is dropped.
pub(in crate::serve) struct DataFolder {
    /// Let go before a private folder goes away.
    held: Option<OutputFolder>,
    path: PathBuf,
    is_private: bool,
}

impl DataFolder {
    /// The named folder, which is made if it is not there and stays; without one a private one
    /// among the system's temporary files, which goes away with the service.
    pub(in crate::serve) fn open(named: Option<&Path>) -> Result<DataFolder, OutputFolderError> {
        let Some(path) = named else {
            return DataFolder::private();
        };
        Ok(DataFolder {
            held: Some(OutputFolder::open(path)?),
            path: path.to_owned(),
            is_private: false,
        })
    }

    fn private() -> Result<DataFolder, OutputFolderError> {
        let temporary = std::env::temp_dir();
        let failed = |path: &Path, error: io::Error| OutputFolderError::Folder {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        let name = JobId::random().map_err(|error| failed(&temporary, error))?;
        let path = temporary.join(format!("plumb-serve-{name}"));
        create_private(&path).map_err(|error| failed(&path, error))?;
        Ok(DataFolder {
            held: Some(OutputFolder::open(&path)?),
            path,
            is_private: true,
        })
    }

    /// Where the jobs' folders are.
    pub(super) fn jobs(&self) -> PathBuf {
        self.path.join("jobs")
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        self.held = None;
        if self.is_private {
            // What cannot be removed is the system's to clean up.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Makes a folder that other users cannot look into, where the system knows users.
pub(super) fn create_private(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}

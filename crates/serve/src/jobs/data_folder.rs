//! Where jobs live: a folder that this process alone holds.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::job_id::JobId;
use plumb_support::output_folder::{OutputFolder, OutputFolderError};

/// What the names of private folders begin with.
const PRIVATE: &str = "plumb-serve-";

/// A folder that nobody holds and that is younger than this may belong to a service that is just
/// about to lock it.
const YOUNG: Duration = Duration::from_secs(60);

/// A folder of jobs, held until it is dropped.
pub(crate) struct DataFolder {
    /// Let go before a private folder goes away.
    held: Option<OutputFolder>,
    path: PathBuf,
    is_private: bool,
}

impl DataFolder {
    /// The named folder, which is made if it is not there and stays; without one a private one
    /// among the system's temporary files, which goes away with the service. Those of services
    /// that were killed go away here: they have uploads in them.
    pub(crate) fn open(named: Option<&Path>) -> Result<DataFolder, OutputFolderError> {
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
        // Removing many takes seconds, which nobody has to wait for.
        let place = temporary.clone();
        let removal = thread::Builder::new().spawn(move || remove_abandoned(&place));
        drop(removal);
        let failed = |path: &Path, error: io::Error| OutputFolderError::Folder {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        let name = JobId::random().map_err(|error| failed(&temporary, error))?;
        let path = temporary.join(format!("{PRIVATE}{name}"));
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

/// Removes the private folders in this one that no service holds any more. What cannot be removed
/// stays: it is the next service's, or the system's, to clean up.
fn remove_abandoned(temporary: &Path) {
    let Ok(entries) = fs::read_dir(temporary) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        // Not a folder that somebody named so for --data.
        let id = name.to_str().and_then(|name| name.strip_prefix(PRIVATE));
        if id.is_some_and(|id| id.parse::<JobId>().is_ok())
            && let Some(_held) = abandoned(&entry.path())
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A private folder that this user made and that a service held and did not remove, now held
/// here; none if it is another folder, or still held.
fn abandoned(path: &Path) -> Option<OutputFolder> {
    // Not through a link, which anybody may have put here.
    let metadata = fs::symlink_metadata(path).ok()?;
    let is_old = (metadata.modified().ok()).and_then(|time| time.elapsed().ok()) > Some(YOUNG);
    let lock_file = fs::symlink_metadata(path.join(".lock"));
    let was_held = lock_file.is_ok_and(|file| file.is_file());
    if !(metadata.is_dir() && is_own(&metadata) && is_old && was_held) {
        return None;
    }
    OutputFolder::open(path).ok()
}

/// Whether this user made it, where the system knows users.
#[cfg(unix)]
fn is_own(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_: &fs::Metadata) -> bool {
    true
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

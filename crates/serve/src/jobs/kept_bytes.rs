//! How much room the files of jobs that are over take.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::job_id::JobId;

/// The bytes of the files of each job that is over: they do not change any more, so each is
/// looked at once.
#[derive(Default)]
pub(super) struct KeptBytes(BTreeMap<JobId, u64>);

impl KeptBytes {
    /// Of a job that is over, in this folder.
    pub(super) fn of(&mut self, id: JobId, folder: &Path) -> u64 {
        *self.0.entry(id).or_insert_with(|| folder_bytes(folder))
    }

    /// Its files are gone.
    pub(super) fn forget(&mut self, id: JobId) {
        self.0.remove(&id);
    }
}

/// Of all files below a folder; what cannot be read counts nothing.
pub(super) fn folder_bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => folder_bytes(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    });
    bytes.sum()
}

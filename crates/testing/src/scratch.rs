//! A folder for one test, which goes with it.

use std::fs;
use std::path::PathBuf;

/// A folder for files, taken away in the end.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new one; `name` is that of the test.
    pub fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("plumb-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

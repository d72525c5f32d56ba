//! A folder for one test, which goes with it.

use std::ffi::OsStr;
use std::fs;
use std::ops::Deref;
use std::path::Path;

use tempfile::TempDir;

/// A new folder for temporary files, removed when dropped. It is used as a [`Path`].
pub struct Scratch(TempDir);

impl Scratch {
    /// Creates the folder; `name` is the test's and appears in the folder's name.
    pub fn new(name: &str) -> Scratch {
        let prefix = format!("plumb-{name}-");
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir();
        Scratch(folder.expect("a temporary folder"))
    }

    /// The path of a file in the folder, which need not exist.
    pub fn path(&self, name: &str) -> String {
        self.join(name).to_str().expect("text").to_owned()
    }

    /// Writes a file, with the folders above it, and gives its path.
    pub fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, contents).expect("written");
        self.path(name)
    }
}

impl Deref for Scratch {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

impl AsRef<Path> for Scratch {
    fn as_ref(&self) -> &Path {
        self
    }
}

impl AsRef<OsStr> for Scratch {
    fn as_ref(&self) -> &OsStr {
        self.as_os_str()
    }
}

/// One temporary file, removed when dropped.
pub struct ScratchFile {
    path: String,
    _folder: Scratch,
}

impl ScratchFile {
    /// Writes the file, in a folder of its own.
    pub fn new(name: &str, contents: impl AsRef<[u8]>) -> ScratchFile {
        let folder = Scratch::new("file");
        let path = folder.file(name, contents);
        ScratchFile {
            path,
            _folder: folder,
        }
    }

    /// Its path.
    pub fn path(&self) -> &str {
        &self.path
    }
}

//! The files of games in a folder and all folders in it, always in the same order.
//!
//! Start with `folder_files`.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::AuditError;
use plumb_support::unpack::is_named;

/// Folders within folders: more are a mistake.
const MOST_LEVELS: usize = 64;

/// The files of games in a folder and all folders in it (`.pgn`, also packed), each with
/// its path from the folder, parts separated by `/`, as reports name it. Sorted by these
/// names, so that reports are the same everywhere; what begins with a dot is left out, and
/// so are links to folders, which may lead in circles. None is an error.
pub fn folder_files(folder: &Path) -> Result<Vec<(PathBuf, String)>, AuditError> {
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((at, prefix, level)) = folders.pop() {
        let failed = |error: std::io::Error| AuditError::File {
            path: at.clone(),
            reason: error.to_string(),
        };
        for entry in fs::read_dir(&at).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let bare = entry.file_name();
            if bare.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let name = format!("{prefix}{}", bare.to_string_lossy());
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() && level < MOST_LEVELS {
                folders.push((entry.path(), format!("{name}/"), level + 1));
            } else if !kind.is_dir() && is_named(&entry.path(), "pgn") && entry.path().is_file() {
                found.push((entry.path(), name));
            }
        }
    }
    if found.is_empty() {
        let folder = folder.display();
        return Err(AuditError::Unsuitable(format!(
            "{folder}: no file in this folder ends in .pgn, .pgn.gz, .pgn.bz2, .pgn.xz or .pgn.zst"
        )));
    }
    found.sort_by(|(_, one), (_, other)| one.cmp(other));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_testing::scratch::Scratch;

    #[test]
    fn files_of_games_are_found_in_a_fixed_order() {
        let folder = Scratch::new("folder");
        for name in [
            "b/2.PGN",
            "b/1.pgn.gz",
            "a.pgn",
            "c.pgn.zst",
            "b.pgn",
            "c/d/e.pgn.xz",
        ] {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let others = [
            ".hidden.pgn",
            "README.md",
            "x.pgn.zip",
            "pgn",
            "c/games.txt",
        ];
        for name in others {
            fs::write(folder.join(name), "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(&folder, folder.join("circle")).unwrap();
        let found = folder_files(&folder).unwrap();
        let names: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
        let expected = [
            "a.pgn",
            "b.pgn",
            "b/1.pgn.gz",
            "b/2.PGN",
            "c.pgn.zst",
            "c/d/e.pgn.xz",
        ];
        assert_eq!(names, expected);
        for (path, name) in &found {
            assert!(path.ends_with(name));
        }
        fs::create_dir(folder.join("empty")).unwrap();
        let error = folder_files(&folder.join("empty")).unwrap_err().to_string();
        assert!(
            error.contains("no file in this folder ends in .pgn"),
            "{error}"
        );
    }
}

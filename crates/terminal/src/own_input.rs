//! Output that would take the place of what it is made of.

use std::path::{Path, PathBuf};

use crate::command::Failure;

/// A report that took the place of the games that it is of would be the end of them.
pub fn refuse_own_input(games: &[PathBuf], folder: &Path, outputs: &[&str]) -> Result<(), Failure> {
    let real = |path: &Path| path.canonicalize().ok();
    for name in outputs {
        let output = real(&folder.join(name));
        let input = games
            .iter()
            .find(|path| output.is_some() && real(path) == output);
        if let Some(input) = input {
            return Err(Failure(format!(
                "{} would be written over: name another folder",
                input.display()
            )));
        }
    }
    Ok(())
}

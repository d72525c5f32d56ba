//! The games of the command line.

use std::path::PathBuf;

use plumb::fairplay::GameInput;

use crate::cli::command::Failure;
use crate::cli::fairplay_index::standard_input_once;

/// All texts that are named, opened before anything is read; `-` is standard input.
pub(super) fn open(paths: &[PathBuf]) -> Result<Vec<GameInput>, Failure> {
    standard_input_once(paths)?;
    let open = |path: &PathBuf| match path.to_str() {
        Some("-") => GameInput::standard(),
        _ => GameInput::open(path),
    };
    Ok(paths.iter().map(open).collect::<Result<_, _>>()?)
}

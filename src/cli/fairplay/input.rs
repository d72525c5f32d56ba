//! The games of the command line.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb::fairplay::GameInput;

use crate::cli::command::Failure;
use crate::cli::fairplay_index::standard_input_once;

/// All texts that are named, those of folders among them, opened before anything is read;
/// `-` is standard input. They are left once `stop` is set.
pub(in crate::cli) fn open(
    paths: &[PathBuf],
    stop: &Arc<AtomicBool>,
) -> Result<Vec<GameInput>, Failure> {
    standard_input_once(paths)?;
    let mut inputs = Vec::with_capacity(paths.len());
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(GameInput::standard(stop)?);
        } else if path.is_dir() {
            inputs.extend(GameInput::open_folder(path, stop)?);
        } else {
            inputs.push(GameInput::open(path, stop)?);
        }
    }
    Ok(inputs)
}

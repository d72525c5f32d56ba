//! The games of the command line.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb::fairplay::{GameInput, InputFormat};

use crate::cli::command::Failure;
use crate::cli::fairplay_index::standard_input_once;

/// All texts that are named, those of folders among them, opened before anything is read;
/// `-` is standard input. They are left once `stop` is set.
pub(in crate::cli) fn open(
    paths: &[PathBuf],
    stop: &Arc<AtomicBool>,
) -> Result<Vec<GameInput>, Failure> {
    open_as(InputFormat::Pgn, paths, stop)
}

/// The same of texts in which games stand so.
pub(super) fn open_as(
    format: InputFormat,
    paths: &[PathBuf],
    stop: &Arc<AtomicBool>,
) -> Result<Vec<GameInput>, Failure> {
    standard_input_once(paths)?;
    let mut inputs = Vec::with_capacity(paths.len());
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(GameInput::standard(stop)?);
        } else if path.is_dir() && format == InputFormat::Jsonl {
            return Err(Failure(format!(
                "{}: it is a folder; --input jsonl reads files that are named",
                path.display()
            )));
        } else if path.is_dir() {
            inputs.extend(GameInput::open_folder(path, stop)?);
        } else {
            inputs.push(GameInput::open(path, stop)?);
        }
    }
    let inputs = inputs.into_iter();
    Ok(inputs.map(|input| input.in_format(format)).collect())
}

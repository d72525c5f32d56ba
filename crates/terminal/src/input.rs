//! The games of the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_fairplay::{GameInput, InputFormat};

use crate::command::Failure;

/// All texts that are named, those of folders among them, opened before anything is read;
/// `-` is standard input. They are left once `stop` is set.
pub fn open_games(paths: &[PathBuf], stop: &Arc<AtomicBool>) -> Result<Vec<GameInput>, Failure> {
    open_games_as(InputFormat::Pgn, paths, stop)
}

/// Opens the named texts as [`open_games`] does, with games in this format.
pub fn open_games_as(
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

/// Whether a path stands for standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// It can be read once, and who names it twice expects something else.
pub fn standard_input_once(paths: &[PathBuf]) -> Result<(), Failure> {
    match paths.iter().filter(|path| is_standard_input(path)).count() {
        0 | 1 => Ok(()),
        _ => Err(Failure("- (standard input) is named twice".to_owned())),
    }
}

//! The games to rate players by.

use std::path::PathBuf;

use plumb::statistics::{Pool, game_summaries};
use plumb::unpack;

use super::super::Failure;
use crate::cli::command::warn;

/// What became of the games of all files.
#[derive(Default)]
pub(super) struct GameCounts {
    pub(super) games: u64,
    pub(super) unfinished: u64,
    pub(super) abandoned: u64,
    pub(super) skipped: u64,
}

/// Reads the games of all files. Those that cannot be read are named and
/// left out; those that an engine's crash ended are left out unless they count.
pub(super) fn read_games(
    files: &[PathBuf],
    count_crashes: bool,
) -> Result<(Pool, GameCounts), Failure> {
    let mut pool = Pool::new();
    let mut read = GameCounts::default();
    for path in files {
        let name = path.display();
        let text = unpack::open(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        let mut is_empty = true;
        for game in game_summaries(text) {
            is_empty = false;
            match game {
                Ok(game) if game.is_abandoned && !count_crashes => read.abandoned += 1,
                Ok(game) if pool.add(&game) => read.games += 1,
                Ok(_) => read.unfinished += 1,
                Err(problem) if problem.ends_file => {
                    return Err(Failure(format!("{name}: {problem}")));
                }
                Err(problem) => {
                    read.skipped += 1;
                    warn(format!("{name}, {problem}; skipped"));
                }
            }
        }
        if is_empty && files.len() > 1 {
            warn(format!("{name}: there is no game in it"));
        }
    }
    if read.games == 0 {
        let names: Vec<String> = files
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let abandoned = match read.abandoned {
            0 => String::new(),
            count => format!(" ({count} abandoned after a crash: --count-crashes counts them)"),
        };
        return Err(Failure(format!(
            "no finished game with two named players in {}{abandoned}",
            names.join(", ")
        )));
    }
    Ok((pool, read))
}

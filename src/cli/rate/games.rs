//! The games to rate players by.

use std::fs::File;
use std::path::PathBuf;

use plumb::gauntlet::Pool;
use plumb::notation::pgn::Summaries;

use super::super::Failure;

/// What became of the games of all files.
#[derive(Default)]
pub(super) struct GameCounts {
    pub(super) games: u64,
    pub(super) unfinished: u64,
    pub(super) skipped: u64,
}

/// Reads the games of all files. Those that cannot be read are named and
/// left out.
pub(super) fn read_games(files: &[PathBuf]) -> Result<(Pool, GameCounts), Failure> {
    let mut pool = Pool::new();
    let mut read = GameCounts::default();
    for path in files {
        let unreadable = |error| format!("cannot read {}: {error}", path.display());
        let file = File::open(path).map_err(unreadable)?;
        for game in Summaries::new(file) {
            match game.map_err(unreadable)? {
                Ok(game) if pool.add(&game) => read.games += 1,
                Ok(_) => read.unfinished += 1,
                Err(error) => {
                    read.skipped += 1;
                    eprintln!("plumb: {}: {error}; skipped", path.display());
                }
            }
        }
    }
    if read.games == 0 {
        let names: Vec<String> = files
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        return Err(Failure(format!(
            "no finished game with two named players in {}",
            names.join(", ")
        )));
    }
    Ok((pool, read))
}

//! The games to rate players by.

use std::collections::HashSet;
use std::path::PathBuf;

use plumb::statistics::{GameSummary, Pool, game_summaries};
use plumb::unpack;

use plumb_terminal::{Failure, warn};

/// What became of the games of all files.
#[derive(Default)]
pub(super) struct GameCounts {
    pub(super) games: u64,
    pub(super) unfinished: u64,
    pub(super) abandoned: u64,
    pub(super) repeats: u64,
    pub(super) skipped: u64,
}

/// Which games count that are left out as a rule.
#[derive(Clone, Copy)]
pub(super) struct Counting {
    /// Those that an engine's crash ended.
    pub(super) crashes: bool,
    /// Those that repeat another one.
    pub(super) repeats: bool,
}

/// The finished games so far: the same players, colours, beginning and moves say nothing new.
#[derive(Default)]
struct SeenGames(HashSet<(String, String, u64)>);

impl SeenGames {
    /// Whether the game is one of those before.
    fn is_repeat(&mut self, game: &GameSummary) -> bool {
        let Some(course) = game.course.filter(|_| game.result.is_some()) else {
            return false;
        };
        !(self.0).insert((game.white.clone(), game.black.clone(), course))
    }
}

/// Reads the games of all files. Those that cannot be read are named and left out; those that
/// an engine's crash ended, or that repeat another one, are left out unless they count.
pub(super) fn read_games(
    files: &[PathBuf],
    counting: Counting,
) -> Result<(Pool, GameCounts), Failure> {
    let mut pool = Pool::new();
    let mut seen = SeenGames::default();
    let mut read = GameCounts::default();
    for path in files {
        let name = path.display();
        let text = unpack::open(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        let mut is_empty = true;
        for game in game_summaries(text) {
            is_empty = false;
            match game {
                Ok(game) if game.is_abandoned && !counting.crashes => read.abandoned += 1,
                Ok(game) if !counting.repeats && seen.is_repeat(&game) => read.repeats += 1,
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

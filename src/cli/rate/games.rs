//! The games to rate players by.

use std::collections::BTreeMap;
use std::path::PathBuf;

use plumb::statistics::{CountedGames, Counting, Fate, GameEnd, GameSummary, Pool, game_summaries};
use plumb::unpack;

use plumb_terminal::{Failure, warn};

/// What became of the games of all files.
#[derive(Clone, Copy, Default)]
pub(super) struct GameCounts {
    pub(super) games: u64,
    pub(super) unfinished: u64,
    pub(super) failures: u64,
    pub(super) repeats: u64,
    pub(super) skipped: u64,
}

/// Players, colours, beginning and moves of a game.
type Course = (String, String, u64);

/// The games of one kind of chess.
struct VariantGames {
    pool: Pool,
    counts: GameCounts,
    counted: CountedGames<Course>,
}

impl VariantGames {
    fn add(&mut self, game: &GameSummary) {
        let course = game.course.filter(|_| game.result.is_some());
        let course = course.map(|course| (game.white.clone(), game.black.clone(), course));
        let end = GameEnd {
            termination: &game.termination,
            time_control: &game.time_control,
            plies: game.plies,
            course,
        };
        let count = match self.counted.fate(end) {
            Fate::Failure => &mut self.counts.failures,
            Fate::Repeat => &mut self.counts.repeats,
            Fate::Counts if self.pool.add(game) => &mut self.counts.games,
            Fate::Counts => &mut self.counts.unfinished,
        };
        *count += 1;
    }
}

/// Reads the games of all files. Those that cannot be read are named and left out; those that
/// an engine's failure ended, or that repeat another one, are left out unless they count. Games
/// of two kinds of chess are never in one rating: `variant` says which kind is meant.
pub(super) fn read_games(
    files: &[PathBuf],
    counting: Counting,
    variant: Option<&str>,
) -> Result<(Pool, GameCounts), Failure> {
    let mut variants: BTreeMap<String, VariantGames> = BTreeMap::new();
    let mut skipped = 0;
    for path in files {
        let name = path.display();
        let text = unpack::open(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        let mut is_empty = true;
        for game in game_summaries(text) {
            is_empty = false;
            match game {
                Ok(game) => {
                    let games = variants.entry(game.variant.clone());
                    let games = games.or_insert_with(|| VariantGames {
                        pool: Pool::new(),
                        counts: GameCounts::default(),
                        counted: CountedGames::new(counting),
                    });
                    games.add(&game);
                }
                Err(problem) if problem.ends_file => {
                    return Err(Failure(format!("{name}: {problem}")));
                }
                Err(problem) => {
                    skipped += 1;
                    warn(format!("{name}, {problem}; skipped"));
                }
            }
        }
        if is_empty && files.len() > 1 {
            warn(format!("{name}: there is no game in it"));
        }
    }
    let (pool, mut counts) = chosen(variants, variant)?;
    counts.skipped = skipped;
    if counts.games == 0 {
        let names: Vec<String> = files
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let failures = match counts.failures {
            0 => String::new(),
            count => {
                format!(" ({count} ended by an engine's failure: --count-failures counts them)")
            }
        };
        return Err(Failure(format!(
            "no finished game with two named players in {}{failures}",
            names.join(", ")
        )));
    }
    Ok((pool, counts))
}

/// The games of the kind that is meant, or of the only one there is.
fn chosen(
    mut variants: BTreeMap<String, VariantGames>,
    wanted: Option<&str>,
) -> Result<(Pool, GameCounts), Failure> {
    let found: Vec<String> = (variants.iter())
        .map(|(name, games)| {
            let GameCounts {
                games,
                unfinished,
                failures,
                repeats,
                ..
            } = games.counts;
            format!("{name} {}", games + unfinished + failures + repeats)
        })
        .collect();
    let games = match wanted {
        Some(name) => variants.remove(&name.to_lowercase()),
        None if variants.len() > 1 => {
            return Err(Failure(format!(
                "games of different variants ({}) have no common rating: expected --variant with one of them",
                found.join(", ")
            )));
        }
        None => variants.pop_first().map(|(_, games)| games),
    };
    match (games, wanted) {
        (Some(games), _) => Ok((games.pool, games.counts)),
        (None, Some(name)) if !found.is_empty() => Err(Failure(format!(
            "--variant {name}: expected one of those in the files ({})",
            found.join(", ")
        ))),
        (None, _) => Ok((Pool::new(), GameCounts::default())),
    }
}

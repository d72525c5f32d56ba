//! Games played by several threads into one file.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_engine::eval::Weights;
use plumb_engine::search::OutOfMemory;

use super::file::{FileError, SampleFile};
use super::game::{GameSamples, Player, Settings};
use super::team::in_order;

/// Why games cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SelfplayError {
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error(transparent)]
    File(#[from] FileError),
}

/// Cuts off what may be half a game. Gives the number of the first game to be
/// played and how many positions there are from the games before it.
/// Where more than `games` games are in the file, nothing is cut off: that many are whole.
pub fn resume(file: &mut SampleFile, games: u64) -> Result<(u64, u64), FileError> {
    let (mut last, mut lines_before) = (0, 0);
    let positions = file.keep(|number, line| {
        let game: u64 = line
            .rsplit(';')
            .next()
            .and_then(|field| field.parse().ok())
            .filter(|_| line.matches(';').count() == 4)
            .ok_or("expected FEN;result;score;depth;game")?;
        if game < last {
            return Err(format!("game {game} after game {last}"));
        }
        if game > last {
            (last, lines_before) = (game, number - 1);
        }
        if last >= games {
            return Ok(number);
        }
        Ok(lines_before)
    })?;
    Ok((last, positions))
}

/// Plays the games with these numbers and adds them to the file, in order.
/// `each` sees every game once it is written and says whether to go on.
/// `interrupt` ends it soon; whole games are kept.
pub fn play_games(
    settings: &Settings,
    weights: &Arc<Weights>,
    threads: usize,
    games: std::ops::Range<u64>,
    file: &mut SampleFile,
    interrupt: &AtomicBool,
    mut each: impl FnMut(&GameSamples) -> bool,
) -> Result<(), SelfplayError> {
    let players = (0..threads.max(1))
        .map(|_| Player::new(weights, settings.hash_mb))
        .collect::<Result<Vec<_>, _>>()?;
    let mut trouble = None;
    in_order(
        players,
        games,
        interrupt,
        |player, number| player.play(settings, number, interrupt),
        |game| match file.add(&game.text) {
            Ok(()) => each(&game),
            Err(error) => {
                trouble = Some(error);
                false
            }
        },
    );
    if let Some(error) = trouble {
        return Err(error.into());
    }
    Ok(file.sync()?)
}

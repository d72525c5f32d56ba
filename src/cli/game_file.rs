//! The position of a request, taken from a game of a PGN file.

use std::path::PathBuf;

use plumb::notation::pgn::read_games;
use plumb::request::{Ply, PositionRequest, RecordedGame, RequestError};
use plumb::unpack;

use plumb_terminal::{Failure, warn};

#[derive(clap::Args)]
pub(super) struct GameFile {
    /// Take the position from a game of this file
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,

    /// Which game of the file
    #[arg(long, value_name = "N", requires = "pgn", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,

    /// The position after so many plies of the game; its next move counts as
    /// played [default: the last move of the game]
    #[arg(long, value_name = "N", requires = "pgn")]
    ply: Option<Ply>,
}

impl GameFile {
    /// Reads the game, if there is a file, into a request.
    pub(super) fn read_into(&self, request: &mut PositionRequest) -> Result<(), Failure> {
        let Some(path) = &self.pgn else {
            return Ok(());
        };
        let (name, number) = (path.display(), self.game);
        let text = unpack::open(path).map_err(|error| Failure(format!("{name}: {error}")))?;
        let mut games = read_games(text, RecordedGame::OPTIONS);
        let game = match games.nth((number as usize).saturating_sub(1)) {
            Some(Ok(entry)) => {
                for note in &entry.notes {
                    warn(format!("{name}, {}", entry.named(note)));
                }
                entry.game
            }
            Some(Err(problem)) => return Err(Failure(format!("{name}, {problem}"))),
            None => return Err(Failure(format!("{name}: there is no game {number}"))),
        };
        request.pgn = Some(RecordedGame(game));
        request.ply = self.ply;
        Ok(())
    }

    /// Names the game, where an error is about it.
    pub(super) fn named(&self, error: RequestError) -> Failure {
        match (&self.pgn, error.member) {
            (Some(path), "pgn" | "ply") => {
                let (name, game, detail) = (path.display(), self.game, error.detail);
                Failure(format!("{name}: game {game}: {detail}"))
            }
            _ => Failure(error.to_string()),
        }
    }
}

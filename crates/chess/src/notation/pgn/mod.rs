//! Games in PGN files.
//!
//! There is one reader for everybody: `read_games` gives games with legal moves,
//! `read_unchecked` what is written, quicker. Files are streamed, never held
//! whole, and a game that cannot be used is named and left behind without losing
//! the rest. A file is cut into games (`split`), odd spellings of moves are
//! written another way (`token`), the grammar is read (`unchecked`), and moves
//! are looked up on a board (`check`). Writing is `PgnGame::to_pgn`.

mod alphabet;
mod check;
mod date;
mod game;
mod game_point;
mod options;
mod reader;
mod result;
mod separator;
mod split;
mod tag_line;
mod token;
mod unchecked;
mod write;

pub use date::known_date;
pub use game::{PgnGame, PgnMove, PgnVariation, parse_rating};
pub use game_point::{GamePoint, PlyError};
pub use options::PgnOptions;
pub use reader::{
    PgnEntry, PgnPlace, PgnProblem, read_games, read_games_at, read_texts, read_unchecked,
};
pub use result::GameResult;
pub use unchecked::{UncheckedGame, UncheckedPly};

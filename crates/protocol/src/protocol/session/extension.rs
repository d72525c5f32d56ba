//! Commands that a session does not know itself: whoever starts it hands them
//! in, so that the protocols need no layer above them.

use std::sync::atomic::AtomicBool;

use plumb_chess::board::Game;
use plumb_chess::notation::CastlingStyle;

/// A command that the session passes on to whoever started it: it works in
/// every protocol, on a thread of its own, and is told to stop by `stop`, `?`
/// and the end of input.
pub struct Extension {
    /// Its first word.
    pub name: &'static str,
    /// What `help` says of it, as `  words   what it does`.
    pub help: &'static str,
    /// Reads the rest of the line and says what to do, or what is wrong.
    pub prepare: Prepare,
}

/// From the board and the rest of the line to a job.
pub type Prepare = Box<dyn Fn(&Board, &str) -> Result<Job, String> + Send>;

/// Work that says lines until it is done or the flag is set. The lines that it gives back are
/// written as it ends, so that whoever has read the last can give the next command.
pub type Job = Box<dyn FnOnce(&dyn Fn(String), &AtomicBool) -> Vec<String> + Send>;

/// What a session shows to an extension.
pub struct Board {
    /// The game so far; its last position is on the board.
    pub game: Game,
    /// How castling is written in coordinates.
    pub castling: CastlingStyle,
}

//! What somebody wants to know of the games of a file.

/// What is read of each game. What is not wanted costs no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnOptions {
    /// The only tags that are read; all if none is named.
    pub tags: &'static [&'static str],
    /// How many plies of each game, from the first; those after them are not
    /// looked at, whatever they say.
    pub plies: usize,
    /// Whether comments are kept.
    pub comments: bool,
    /// Whether null moves (`--`, `Z0`), which only annotators make, are taken; if
    /// not, they cost their game.
    pub null_moves: bool,
}

impl PgnOptions {
    /// All moves, as they were played, and nothing else.
    pub const MOVES: PgnOptions = PgnOptions {
        tags: &[],
        plies: usize::MAX,
        comments: false,
        null_moves: false,
    };
}

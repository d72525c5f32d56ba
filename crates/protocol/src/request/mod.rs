//! What requests have in common, whoever asks: arguments of the command line, words of a
//! session, and JSON become the same values here. Start at [`Request`]; a request itself is a
//! struct of the layer that answers it.

mod bounded;
mod eval_diff;
mod position_request;
mod refused;
mod session_words;

pub use bounded::{
    Beta, Centipawns, ChainCount, Count, Elo, GameCount, GameNumber, HashMegabytes, LevelCount,
    LineCount, LossLines, LossPlies, Milliseconds, Nodes, OutOfBounds, Plies, Ply, PlyNumber,
    RecordLines, RecordNodes, RecordPlies, Rho, SampleCount, Seed, Steps, Threshold, WindowElo,
    WindowPlies,
};
pub use eval_diff::EvalDiffRequest;
pub use position_request::{
    Fen, Moves, NullMoves, PositionRequest, RecordedGame, only_one_of, played_move,
};
pub use refused::{RefusedValue, RequestError};
pub use session_words::parse_words;

/// A request that is read from arguments, from words of a session or from JSON.
pub trait Request: serde::de::DeserializeOwned + schemars::JsonSchema {
    /// JSON members of which a request may have one.
    const EXCLUSIVE: &'static [&'static [&'static str]];
}

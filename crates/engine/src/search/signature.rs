//! The signature of how this version plays.

/// The nodes that the bench counts (`engine::bench`). A change meant to change play
/// changes this number, and its commit message ends with it; whatever was found by
/// searches of another number was found by another engine.
pub const SIGNATURE: u64 = 943_831;

//! What players like these might have played here instead: a window of a game beside lines
//! that a model of people draws.
//!
//! Gong et al. (2026) compare a stretch of a game with samples of a Markov chain; this layer
//! does what they do, and the exact tests beside it. It measures one window; it is no verdict
//! on anybody. Nothing is read or printed here: who asks brings a game, ratings and a policy.

mod policy;

pub use policy::{
    EmpiricalError, EmpiricalPolicy, History, ModelPolicy, PROGRAM_PATIENCE, Policy, PolicyError,
    PolicyQuestion, ProgramPolicy, ReganPolicy, SharedPolicy, UciPolicy, shares_of_legal_moves,
};

//! What a position asked of its player and why a move is good or bad: analyses ([`analysis`]),
//! explanations ([`explain`]), reviews of games ([`review`]), the tutor ([`tutor`]), and the parts
//! that all pages are made of ([`web`]).
//!
//! Each is plain data first; text, JSON and pages are written from that data alone. No fair play
//! here. Start with [`analysis::assess`].
//!
//! ```
//! use plumb_coach::analysis::winning_chance;
//! use plumb_chess::board::Position;
//! use plumb_engine::{eval::WdlModel, search::Score};
//!
//! // The mover's winning chance, 0 to 1, a pawn ahead.
//! let chance = winning_chance(Score::cp(100), &Position::start(), &WdlModel::embedded());
//! assert!(0.5 < chance && chance < 1.0);
//! ```

pub mod analysis;
pub mod explain;
pub mod review;
pub mod tutor;
pub mod web;

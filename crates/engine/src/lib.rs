//! The engine: [`eval`] turns a position into a score with an account of its reasons, [`search`]
//! looks ahead, [`engine`] puts both on threads with options and a game.
//!
//! [`tables`] holds the numbers that were learned, [`choice`] how people of some strength choose,
//! [`glance`] a shallow search of all moves, [`syzygy`] endgame tables. No command line, no protocol
//! and no printing. Start with [`search::SearchTask`] for one search, [`engine::Engine`] for a game.
//!
//! ```
//! use std::sync::Arc;
//! use plumb_chess::{board::Game, notation};
//! use plumb_engine::{eval::Weights, search};
//!
//! let weights = Arc::new(Weights::embedded());
//! let shared = search::Shared::new(Arc::clone(&weights), 1, 1)?;
//! let mut worker = search::Worker::new(0, weights)?;
//! let limits = search::Limits::depth(3);
//! let timer = search::Timer::start(&limits);
//! let game = Game::new(notation::parse_fen("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")?);
//! let mut observer = ();
//! let task = search::SearchTask::new(&shared, &game, &limits, &timer, &mut observer);
//! let outcome = task.run(&mut worker);
//! let best = outcome.best.expect("there is a legal move");
//! assert_eq!(notation::to_san(game.position(), best), "Re8#");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod choice;
pub mod engine;
pub mod eval;
pub mod glance;
pub mod search;
pub mod syzygy;
pub mod tables;

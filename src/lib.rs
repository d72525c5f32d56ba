//! Plumb: a chess engine that shows its working.
//!
//! This library is a facade: it re-exports the crates under `crates/`, each layer under its own
//! name, for tests, benchmarks and programs that want all of Plumb. Nothing is defined here.
//! ARCHITECTURE.md shows which crate builds on which; start reading at `plumb_chess`.
//!
//! ```
//! use std::sync::Arc;
//! use plumb::{board::Game, eval::Weights, notation, search};
//!
//! let position = notation::parse_fen("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")?;
//! let weights = Arc::new(Weights::embedded());
//! let shared = search::Shared::new(Arc::clone(&weights), 1, 1)?;
//! let mut worker = search::Worker::new(0, weights)?;
//! let limits = search::Limits::depth(3);
//! let timer = search::Timer::start(&limits);
//! let game = Game::new(position.clone());
//! let outcome = search::SearchTask::new(&shared, &game, &limits, &timer, &mut ()).run(&mut worker);
//! let best = outcome.best.expect("there is a legal move");
//! assert_eq!(notation::to_san(&position, best), "Re8#");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use plumb_chess::{board, notation};
pub use plumb_coach::{analysis, explain, review, tutor, web};
pub use plumb_counterfactual as counterfactual;
pub use plumb_engine::{choice, engine, eval, glance, search, syzygy, tables};
pub use plumb_fairplay as fairplay;
pub use plumb_gauntlet as gauntlet;
pub use plumb_maia as maia;
pub use plumb_protocol::{peer, protocol, request};
pub use plumb_serve as serve;
pub use plumb_stats::{models, statistics};
pub use plumb_support::{
    calendar, fallible, lock, output_file, output_folder, partition, random, spread, unpack,
    wording,
};

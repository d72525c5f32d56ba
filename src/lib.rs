//! Plumb: a chess engine that shows its working.
//!
//! The library is layered; a folder is a layer, and imports point one way:
//! `board` (the rules) knows nothing of the rest, `notation` reads and writes
//! positions and moves, `eval` turns a position into a score with an account of
//! its reasons, `search` looks ahead, `engine` puts both on threads with options
//! and a game, `protocol` speaks UCI and XBoard protocol with a session on top.
//! `peer` drives other engines; `gauntlet` plays matches between them, `statistics` says
//! what these prove about strength; `measure` says how well they judge positions.
//! `selfplay` makes labelled positions from Plumb's own games, `label` has other
//! engines judge positions, `calibration` fits scores to chances.
//! `tune` fits the evaluation to labelled positions, `trials` the search to games. `choice` says how likely a person
//! of some strength picks which move, `glance` what moves look like to him, `analysis` what a position asked of its player,
//! `explain` why a move is good or bad, `review` which moves of a game were,
//! `tutor` tells it to who is playing, `counterfactual` what others might have played,
//! `fairplay` makes records of whole games of it, and of those figures and reports.
//! `syzygy` reads endgame tables. `tables` holds the numbers that were learned, `unpack` opens packed files, `random` draws numbers, `lock` keeps two
//! runs from writing in one place, `calendar` knows the date. Nothing is global: what a search
//! needs is passed to it. `partition` divides games into parts that share no player and no event,
//! `models` learns from examples, `classifiers` are what it is compared with, `training`
//! makes tables of recorded games with both,
//! `spread` hands work out to threads, `output_file` puts files in place when they are whole, `output_folder` holds a folder to write into, `web` has the parts of pages,
//! `serve` answers over HTTP, `wording` holds what readers are told, `fallible` asks for memory that may be missing.
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
//! let outcome = search::run(&shared, &mut worker, &game, &limits, &timer, &mut ());
//! let best = outcome.best.expect("there is a legal move");
//! assert_eq!(notation::to_san(&position, best), "Re8#");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod calendar;
pub mod calibration;
pub mod counterfactual;
pub mod engine;
pub mod explain;
pub mod fairplay;
pub mod gauntlet;
pub mod label;
pub mod lock;
pub mod measure;
mod output_file;
pub mod output_folder;
pub mod partition;
pub mod peer;
pub mod protocol;
pub mod review;
pub mod selfplay;
pub mod serve;
mod spread;
pub mod training;
pub mod trials;
pub mod tutor;
mod web;

pub use plumb_classifiers::classifiers;
pub use plumb_core::{
    board, choice, eval, fallible, glance, models, notation, random, search, statistics, tables,
    tune, unpack, wording,
};
pub use plumb_syzygy::syzygy;

//! Engines that are not us, matches between them, and ratings.

#[path = "../common/mod.rs"]
mod common;
mod gauntlet;
mod peer;
mod peer_plumb;
mod ratings_ordo;
mod ratings_simulated;
mod real_engines;
mod tournament;

/// Is the engine that misbehaves when this program is started again as one.
#[test]
fn pretend_engine() {
    common::pretend::run_if_asked();
}

//! Engines that are not us, matches between them, and ratings.

mod gauntlet;
mod peer_plumb;
mod real_engines;

/// Is the engine that misbehaves when this program is started again as one.
#[test]
fn pretend_engine() {
    plumb_testing::pretend::run_if_asked();
}

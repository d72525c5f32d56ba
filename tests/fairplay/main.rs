//! Games become records, and records become figures and reports.

mod book;
mod computers;
mod damage;
mod input;
mod judge;
mod jury;
mod losses;
mod passes;
mod run;
mod schema;
mod shards;
mod symmetry;
mod verify;
mod zigzag;

/// Is the engine that misbehaves when this program is started again as one.
#[test]
fn pretend_engine() {
    plumb_testing::pretend::run_if_asked();
}

/// The same for the engine whose every line is written down.
#[test]
fn scripted_engine() {
    plumb_testing::scripted::run_if_asked();
}

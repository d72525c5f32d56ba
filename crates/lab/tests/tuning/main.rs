//! Labelled positions are made, judged and learned from; the search is tuned by games.

mod label;
mod search;
mod selfplay;
mod tune;
mod wdl;

/// Is the engine that misbehaves when this program is started again as one.
#[test]
fn pretend_engine() {
    plumb_testing::pretend::run_if_asked();
}

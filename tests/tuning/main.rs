//! Labelled positions are made, judged and learned from; the search is tuned by games.

#[path = "../common/mod.rs"]
mod common;
mod label;
mod search;
mod selfplay;
mod tune;
mod wdl;

/// Is the engine that misbehaves when this program is started again as one.
#[test]
fn pretend_engine() {
    common::pretend::run_if_asked();
}

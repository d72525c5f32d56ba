//! The bench's node count is what this version plays like. A change meant to
//! change play changes this number, and its commit message ends with it.

use std::sync::Arc;

use plumb_chess::notation::parse_fen;
use plumb_engine::engine::{BENCH_DEPTH, BENCH_HASH_MB, bench, bench_positions};
use plumb_engine::eval::Weights;
use plumb_engine::search::SIGNATURE;

#[test]
fn the_signature_is_the_one_in_the_last_commit_that_changed_play() {
    let positions: Vec<_> = bench_positions()
        .map(|fen| parse_fen(fen).unwrap())
        .collect();
    let weights = Arc::new(Weights::embedded());
    let result = bench(&weights, &positions, BENCH_DEPTH, BENCH_HASH_MB, |_, _| {
        true
    })
    .unwrap();
    assert_eq!(result.nodes.len(), 40);
    assert_eq!(result.total(), SIGNATURE);
}

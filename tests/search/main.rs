//! The search, and the node count that says what this version plays like.

mod bench_signature;
#[path = "../common/mod.rs"]
mod common;
mod search;
mod tables;

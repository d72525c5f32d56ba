//! The search, and the node count that says what this version plays like.

mod bench_signature;
mod search;
mod tables;

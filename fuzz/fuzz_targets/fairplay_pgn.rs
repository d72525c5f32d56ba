//! Its check is shared with the tests, which feed it damaged seeds.

#![no_main]

#[path = "../../tests/hostile/fairplay_pgn.rs"]
mod fairplay_pgn;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fairplay_pgn::check(bytes));

//! Its check is shared with the tests, which feed it damaged seeds.

#![no_main]

#[path = "../../tests/hostile/fen.rs"]
mod fen;

libfuzzer_sys::fuzz_target!(|text: &str| fen::check(text));

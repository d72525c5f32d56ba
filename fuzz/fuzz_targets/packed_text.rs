//! Its check is shared with the tests, which feed it damaged seeds.

#![no_main]

#[path = "../../tests/hostile/packed_text.rs"]
mod packed_text;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| packed_text::check(bytes));

//! Its check is shared with the tests, which feed it damaged seeds.

#![no_main]

#[path = "../../tests/hostile/record.rs"]
mod record;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| record::check(bytes));

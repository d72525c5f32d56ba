//! Its check is shared with the tests, which feed it damaged seeds.

#![no_main]

#[path = "../../tests/hostile/tables.rs"]
mod tables;

libfuzzer_sys::fuzz_target!(|text: &str| tables::check(text));

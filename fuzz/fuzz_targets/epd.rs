//! Its check is shared with the tests, which feed it damaged seeds.

#![no_main]

#[path = "../../tests/hostile/epd.rs"]
mod epd;

libfuzzer_sys::fuzz_target!(|text: &str| epd::check(text));

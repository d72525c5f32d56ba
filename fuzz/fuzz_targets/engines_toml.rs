//! Its check is shared with the tests, which feed it damaged seeds.

#![no_main]

#[path = "../../tests/hostile/engines_toml.rs"]
mod engines_toml;

libfuzzer_sys::fuzz_target!(|text: &str| engines_toml::check(text));

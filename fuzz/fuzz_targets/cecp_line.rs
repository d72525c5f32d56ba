//! Its check is shared with the tests, which feed it damaged seeds.

#![no_main]

#[path = "../../tests/hostile/cecp_line.rs"]
mod cecp_line;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cecp_line::check(bytes));

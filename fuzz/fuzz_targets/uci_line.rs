//! Its check is shared with the tests, which feed it damaged seeds.

#![no_main]

#[path = "../../tests/hostile/uci_line.rs"]
mod uci_line;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| uci_line::check(bytes));

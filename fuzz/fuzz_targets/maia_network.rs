//! Its check is shared with the tests, which feed it damaged seeds.

#![no_main]

#[path = "../../tests/hostile/maia_network.rs"]
mod maia_network;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| maia_network::check(bytes));

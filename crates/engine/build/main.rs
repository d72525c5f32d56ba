//! Writes the search's parameters and the numbers of tables that every start needs as Rust.

mod search_parameters;
mod table_numbers;

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=build");
    search_parameters::write_search_parameters();
    table_numbers::write_table_numbers();
}

/// The text of a file of `tables`.
fn table_text(file_name: &str) -> String {
    let path = format!("tables/{file_name}");
    println!("cargo::rerun-if-changed={path}");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Puts a file where the library includes it from.
fn write_source(file_name: &str, source: &str) {
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join(file_name), source).expect("OUT_DIR is writable");
}

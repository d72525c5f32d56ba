//! Writes the slider attack tables, which are easier to make than to type.

mod sliders;

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=build");
    sliders::write_sliders();
}

/// Puts a file where the library includes it from.
fn write_source(file_name: &str, source: &str) {
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join(file_name), source).expect("OUT_DIR is writable");
}

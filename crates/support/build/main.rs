//! Writes the texts as Rust, so that a wrong key or slot does not compile.

mod texts;

fn main() {
    texts::write_texts("src/wording/english.toml");
}

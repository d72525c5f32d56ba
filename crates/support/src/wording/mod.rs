//! What readers are told: the texts of the pages, what a page, a comment in PGN and the
//! terminal say alike, why a game, a FEN or a table cannot be read, a request is refused or an
//! engine fails; and numbers with their nouns.
//!
//! The texts stand in `english.toml`, in sections, each under a key. A translation is a file
//! with the same sections and keys. A text may have slots, `{like_this}`, which [`say!`] fills.
//! Start with [`text!`].

mod count;
mod excerpt;
mod texts;

pub use count::{Noun, counted, counted_noun};
pub use excerpt::excerpt;
pub use texts::{LANGUAGE, by_key, say, sections, text, text_in};

/// The file as Rust, for [`text!`] and [`say!`]: a module for each section.
#[doc(hidden)]
pub mod english {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

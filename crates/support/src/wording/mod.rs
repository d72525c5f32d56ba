//! What readers are told: the texts of the pages, what a page, a comment in PGN and the
//! terminal say alike, why a game, a FEN or a table cannot be read, a request is refused or an
//! engine fails; and numbers with their nouns.
//!
//! The texts stand in `english.toml`, in sections, each under a key. A translation is a file
//! with the same sections and keys. A text may have slots, `{like_this}`, which [`say`] fills.
//! Start with [`text`].

mod count;
mod texts;

pub use count::{counted, counted_noun, noun};
pub use texts::{LANGUAGE, say, say_in, sections, text, text_in};

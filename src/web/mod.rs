//! What every page that Plumb writes is made of: the shell around the data, the style, and
//! scripts that know nothing of what they show.
//!
//! A page is one file that needs no network and no other file: JSON in which no markup can
//! begin, and scripts that draw it. Whoever makes a page takes the parts it needs, in the
//! order in which they are listed here, adds its own, and ends with [`ROUTER`]. Start with
//! [`page`].

mod shell;

pub use shell::HtmlError;
pub(crate) use shell::page;

/// Elements, numbers, tables: what everything else is written with.
pub(crate) const BASE: &str = include_str!("base.js");
/// Moves and scores in words.
pub(crate) const WORDS: &str = include_str!("words.js");
/// Axes, lines, dots and keys.
pub(crate) const PLOTS: &str = include_str!("plots.js");
/// The board.
pub(crate) const BOARD: &str = include_str!("board.js");
/// Lines of moves that are played through on a board; after [`BOARD`].
pub(crate) const LINES: &str = include_str!("lines.js");
/// What the evaluation says where two lines end, as bars side by side.
pub(crate) const FEATURE_BARS: &str = include_str!("feature_bars.js");
/// Which page of a file is shown; the last script.
pub(crate) const ROUTER: &str = include_str!("router.js");

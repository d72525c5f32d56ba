//! What every page that Plumb writes is made of: the shell around the data, the style, and
//! parts that know nothing of what they show.
//!
//! A page is one file that needs no network and no other file: JSON in which no markup can
//! begin, and scripts that draw it. Whoever makes a page takes the parts it needs, in the
//! order in which they are listed here, adds its own, and ends with [`ROUTER`]. What readers
//! see is written in `wording/english.toml` of `plumb_support`; scripts have it as `TEXT.section.key`. Start
//! with [`page`].

mod columns;
mod details;
#[cfg(test)]
mod examples;
mod json_list;
mod page_data;
mod page_line;
mod part;
mod shell;

pub use columns::columns;
pub use details::Detail;
pub use json_list::JsonList;
pub use page_data::PageData;
pub use page_line::{line_view, move_word, move_words, placement};
pub use part::Part;
pub use shell::HtmlError;
pub use shell::{ServedPage, page, served_page, write_page};

/// Elements, numbers, texts with slots, tables: what everything else is written with.
pub const BASE: Part = Part::script(include_str!("base.js"));
/// Details that are opened when they are looked at.
pub const DETAILS: Part = Part::script(include_str!("details.js"));
/// Moves and scores in words.
pub const WORDS: Part = Part::script(include_str!("words.js"));
/// Names that are explained where they stand.
pub const TIP: Part = Part::styled(include_str!("tip.js"), include_str!("tip.css"));
/// Tables that sort, filter, page and let columns be chosen.
pub const TABLE: Part = Part::styled(include_str!("table.js"), include_str!("table.css"));
/// Values with their intervals on a common scale.
pub const TRACK: Part = Part::styled(include_str!("track.js"), include_str!("track.css"));
/// An evaluation over a game at a glance.
pub const SPARK: Part = Part::styled(include_str!("spark.js"), include_str!("spark.css"));
/// Axes, lines, dots and keys.
pub const PLOTS: Part = Part::styled(include_str!("plots.js"), include_str!("plots.css"));
/// A board: positions and moves, the drawing, the evaluation beside it, what turns it; and
/// men that are moved on it; after [`PLOTS`].
pub const BOARD: Part = Part::styled(
    concat!(
        include_str!("position.js"),
        include_str!("board.js"),
        include_str!("chances.js"),
        include_str!("evaluation_bar.js"),
        include_str!("board_view.js"),
        include_str!("board_moves.js"),
    ),
    concat!(include_str!("board.css"), include_str!("board_view.css")),
);
/// Lines of moves that are played through on a board; after [`BOARD`].
pub const LINES: Part = Part::styled(include_str!("lines.js"), include_str!("lines.css"));
/// Sentences that show on a board what they speak of; after [`BOARD`].
pub const REASONS: Part = Part::styled(include_str!("reasons.js"), include_str!("reasons.css"));
/// A game at a glance and move by move: its graph and the list of its moves; after [`PLOTS`]
/// and [`BOARD`].
pub const GAME: Part = Part::styled(
    concat!(
        include_str!("evaluation_graph.js"),
        include_str!("move_list.js")
    ),
    concat!(
        include_str!("evaluation_graph.css"),
        include_str!("move_list.css")
    ),
);
/// What the evaluation says where two lines end, as bars side by side.
pub const FEATURE_BARS: Part = Part::styled(
    include_str!("feature_bars.js"),
    include_str!("feature_bars.css"),
);
/// Which page of a file is shown; the last script.
pub const ROUTER: Part = Part::script(include_str!("router.js"));

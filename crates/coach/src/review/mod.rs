//! A game looked through for a player who wants to know why: which moves lose winning
//! chances, what is wrong with them, and what would have been right.
//!
//! Scores are from the side said beside each, chances from 0 to 1: what people make of a score (`winning_share`). What is
//! said of a move comes from `explain`, and is checked there. Start with [`GameReview`],
//! which `reviewer` makes of a game; `severity` has the limits, `hints` leads to the right
//! move, and there is a file for each form that a review is written in.

mod game_review;
mod hints;
mod request;
mod review_html;
mod review_json;
mod review_pgn;
mod review_progress;
mod review_text;
mod review_writer;
mod reviewer;
mod severity;
mod winning_share;
mod written_review;

pub use game_review::{Answer, Fault, GameReview, PlyReview, SideSummary};
pub use hints::Hints;
pub use request::ReviewRequest;
pub use review_html::ReviewPage;
pub use review_progress::{PROGRESS_FILE, ReviewProgress, review_key};
pub use review_writer::{REVIEW_FILES, ReviewFormat, ReviewWriter};
pub use reviewer::{REVIEW_NODES, ReviewSettings};
pub use severity::{DropLimits, Severity, USUAL_RATING};
pub use written_review::WrittenReview;

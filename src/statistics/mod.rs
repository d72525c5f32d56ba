//! What results say about strength: numbers in, numbers out, the same on every
//! machine and for any number of threads.
//!
//! `stats` judges a match of two, `sprt` tells when it may stop, `rating` rates
//! any number of players from their games (`game_summary` reads them, `pairing`
//! numbers the players) and `table_rating` one player from a table of results.
//! `docs/ratings.md` says what is assumed and why.

mod binomial;
mod game_summary;
mod normal;
mod pairing;
mod rating;
mod sprt;
mod stats;
mod table_rating;

pub use binomial::clopper_pearson;
pub use game_summary::{GameSummary, game_summaries};
pub use normal::{ELO_PER_LOG_ODDS, Z95, expected_score, normal_cdf};
pub use pairing::{Pool, RatedGame, Unit};
pub use rating::{Interval, Likelihood, PlayerRating, RatingError, RatingSettings, Ratings, rate};
pub use sprt::{EloModel, Sprt, SprtError, Verdict};
pub use stats::{Estimate, GameCounts, Outcome, PairCounts, Statistics};
pub use table_rating::{Curve, TableError, TableRating, TableResult, parse_table, rate_table};

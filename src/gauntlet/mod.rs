//! Matches between engines, and what they say about strength.
//!
//! `stats` judges a match of two, `sprt` tells when it may stop, `rating` rates
//! any number of players from their games and `table_rating` one player from a
//! table of results. These are pure: numbers in, numbers out, the same on every
//! machine and for any number of threads. `docs/ratings.md` says what is
//! assumed and why.

mod normal;
mod pairing;
mod random;
mod rating;
mod sprt;
mod stats;
mod table_rating;

pub use normal::{ELO_PER_LOG_ODDS, Z95, expected_score, normal_cdf};
pub use pairing::{Pool, RatedGame, Unit};
pub use random::Random;
pub use rating::{Interval, Likelihood, PlayerRating, RatingError, RatingSettings, Ratings, rate};
pub use sprt::{EloModel, Sprt, SprtError, Verdict};
pub use stats::{Estimate, GameCounts, Outcome, PairCounts, Statistics};
pub use table_rating::{Curve, TableError, TableRating, TableResult, parse_table, rate_table};

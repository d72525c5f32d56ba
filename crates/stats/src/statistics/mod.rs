//! What results say about strength, and samples about chance: numbers in, numbers out, the
//! same on every machine and for any number of threads.
//!
//! `stats` judges a match of two, `sprt` tells when it may stop, `rating` rates
//! any number of players from their games (`game_summary` reads them, `pairing`
//! numbers the players) and `table_rating` one player from a table of results.
//! `docs/ratings.md` says what is assumed and why.
//!
//! `bayesian_bootstrap` draws games, or whatever moves depend on, again.
//!
//! `convergence`, `effective_size` and `pace` (on the cells of `medoid`) judge a sampler's
//! chains; `p_value`, `chi_squared` and `kolmogorov_smirnov` say how unlikely an observation is.

mod bayesian_bootstrap;
mod binomial;
mod chi_squared;
mod convergence;
mod counted;
mod effective_size;
mod game_summary;
mod kolmogorov_smirnov;
mod medoid;
mod normal;
mod p_value;
mod pace;
mod pairing;
mod rating;
mod sprt;
mod stats;
mod table_rating;
#[cfg(test)]
mod test_chains;

pub use bayesian_bootstrap::{
    REPLICATES, add_weighted, bootstrap_weights, middle_95, ratios, subtract,
};
pub use binomial::clopper_pearson;
pub use chi_squared::chi_squared_tail;
pub use convergence::{NoRhat, rank_rhat, split_rhat};
pub use counted::{CountedGames, Counting, Fate, GameEnd, REPEAT_PLIES, is_failure, plays_alike};
pub use effective_size::{bulk_ess, plain_ess};
pub use game_summary::{GameSummary, game_summaries};
pub use kolmogorov_smirnov::kolmogorov_smirnov;
pub use medoid::{exact_cells, medoid_cells};
pub use normal::{ELO_PER_LOG_ODDS, Z95, expected_score, normal_cdf};
pub use p_value::{fisher, randomised_p, rank_p, sidak};
pub use pace::{PaceFloor, pace_delta, pace_floor};
pub use pairing::{Pool, RatedGame, Unit};
pub use rating::{Interval, Likelihood, PlayerRating, RatingError, RatingSettings, Ratings, rate};
pub use sprt::{EloModel, Sprt, SprtError, Verdict};
pub use stats::{Estimate, GameCounts, Outcome, PairCounts, Statistics};
pub use table_rating::{Curve, TableError, TableRating, TableResult, parse_table, rate_table};

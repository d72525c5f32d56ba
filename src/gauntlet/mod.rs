//! Matches between engines, and what they say about strength.
//!
//! `stats` judges a match of two, `sprt` tells when it may stop, `rating` rates
//! any number of players from their games and `table_rating` one player from a
//! table of results. These are pure: numbers in, numbers out, the same on every
//! machine and for any number of threads. A match itself is a `schedule`,
//! a `referee` for each game, a `runner` for all of them, and a `record` on disk
//! from which it can be resumed. `docs/ratings.md` says what is
//! assumed and why.

mod adjudicate;
mod chess960;
mod config;
mod game_summary;
mod normal;
mod openings;
mod pairing;
mod random;
mod rating;
mod record;
mod referee;
mod report;
mod runner;
mod schedule;
mod sprt;
mod standings;
mod stats;
mod table_rating;
mod time_control;

pub use adjudicate::{Adjudication, Adjudicator, Decision, DrawRule, ResignRule};
pub use chess960::chess960_openings;
pub use config::{ConfigError, Defaults, EngineConfig, EnginesFile, OptionSetting, Protocol};
pub use openings::{DEFAULT_OPENING_PLIES, Opening, OpeningsError, read_openings};
pub use record::{GameRecord, MatchSettings, Record, RecordError};
pub use referee::{GameRules, PlayedGame, PlayedMove, Seat, Termination, play_game};
pub use report::{fit_screen, game_pgn, table};
pub use runner::{Entrant, FinishedGame, Match, Next};
pub use schedule::{Format, Order, ScheduledGame, schedule};
pub use standings::{PairingScore, Standings};
pub use time_control::{MatchClock, TimeControl, TimeControlError};

pub use game_summary::{GameSummary, game_summaries};
pub use normal::{ELO_PER_LOG_ODDS, Z95, expected_score, normal_cdf};
pub use pairing::{Pool, RatedGame, Unit};
pub use random::Random;
pub use rating::{Interval, Likelihood, PlayerRating, RatingError, RatingSettings, Ratings, rate};
pub use sprt::{EloModel, Sprt, SprtError, Verdict};
pub use stats::{Estimate, GameCounts, Outcome, PairCounts, Statistics};
pub use table_rating::{Curve, TableError, TableRating, TableResult, parse_table, rate_table};

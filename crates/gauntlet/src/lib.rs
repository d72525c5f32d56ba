//! Matches between engines: schedule, referee, record on disk.
//!
//! A match is a `schedule`, a `referee` for each game, a `runner` for all of them,
//! and a `record` on disk from which it can be resumed. What its results prove,
//! `plumb_stats` says. Start with [`Match`].
//!
//! ```
//! use plumb_gauntlet::TimeControl;
//!
//! // Five seconds for the game and a twentieth of a second for each move.
//! assert!("5+0.05".parse::<TimeControl>().is_ok());
//! assert!("soon".parse::<TimeControl>().is_err());
//! ```

mod adjudicate;
mod chess960;
mod config;
mod engine_list;
mod openings;
mod record;
mod referee;
mod report;
mod runner;
mod schedule;
mod standings;
mod time_control;

pub use adjudicate::{Adjudication, DrawRule, ResignRule};
pub use chess960::chess960_openings;
pub use config::{EngineConfig, EnginesFile, OptionSetting};
pub use engine_list::EngineList;
pub use openings::{DEFAULT_OPENING_PLIES, Opening, read_openings};
pub use record::{GameRecord, MatchSettings, Record};
pub use referee::{GameRules, Termination};
pub use report::{fit_screen, game_pgn, table};
pub use runner::{CannotPlay, Entrant, FinishedGame, Match, Next};
pub use schedule::{Format, Order, schedule};
pub use standings::Standings;
pub use time_control::TimeControl;

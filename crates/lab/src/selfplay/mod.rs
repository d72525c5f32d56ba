//! Labelled positions from Plumb's own games.
//!
//! A [`Player`] plays whole games against itself at a fixed number of nodes and
//! keeps their quiet positions, each with its score and the result of its game.
//! A game depends on the settings and its number alone, so games can be shared
//! out among threads ([`in_order`]), a file can be gone on with after any
//! accident ([`SampleFile`]), and the bytes are the same. [`Sample`] is the line
//! format, which everything that learns from positions reads.
//!
//! Nothing here learns anything, and nothing is printed. Start reading with
//! `game.rs`.

mod adjudicate;
mod file;
mod game;
mod run;
mod sample;
mod starts;
mod team;

pub use adjudicate::EndRules;
pub use file::{FileError, SampleFile, SettingsList};
pub use game::{GameSamples, Player, Settings};
pub use run::{SelfplayError, play_games, resume};
pub use sample::{Sample, SampleError, from_white, result_text};
pub use starts::{Start, Starts, needs_chess960};
pub use team::in_order;

//! Rating histories of many players: whose ratings move as few people's do.
//!
//! It needs tags only, no moves and no engine, and says whom to look at first. Nothing here
//! is evidence against anybody: a new account, a child that learns fast and a rating that was
//! wrong look the same. The procedure is that of Gong et al. (2026), and what is made of it by
//! default is said in docs/screening.md.
//!
//! Games go into a [`GameTable`]; a [`Screening`] makes a `RatingHistory` of every player,
//! `HistoryFigures` of that, `Thresholds` of all, and an order; `write_screening` writes it.
//! Start with [`Screening`].

mod best_stretch;
mod duplicate_games;
mod game_reasons;
mod game_table;
mod games_csv;
mod history_figures;
mod integer_moments;
mod list_summary;
mod ordinary_games;
mod player_names;
mod players_csv;
mod quantile;
mod rating_history;
mod screened_player;
mod screening;
mod screening_counts;
mod screening_files;
mod screening_settings;
mod screening_text;
mod summary_json;
mod thresholds;
mod top_gains;

pub use game_table::GameTable;
pub use screening::Screening;
pub use screening_files::{SCREENING_FILES, write_screening};
pub use screening_settings::{OrdinaryGames, ScreeningSettings};
pub use screening_text::screening_text;

//! Rating histories of many players: whose ratings move as few people's do.
//!
//! It needs tags only, no moves and no engine, and says whom to look at first. Nothing here
//! is evidence against anybody: a new account, a child that learns fast and a rating that was
//! wrong look the same. The procedure is that of Gong et al. (2026), and what is made of it by
//! default is said in docs/rating_histories.md.
//!
//! Games go into a [`GameTable`]; a [`HistoryRanking`] makes a `RatingHistory` of every player,
//! `HistoryFigures` of that, `Thresholds` of all, and an order; `write_ratings` writes it.
//! Start with [`HistoryRanking`].

mod best_stretch;
mod duplicate_games;
mod game_reasons;
mod game_table;
mod games_csv;
mod history_figures;
mod history_ranking;
mod integer_moments;
mod list_summary;
mod ordinary_games;
mod player_names;
mod players_csv;
mod quantile;
mod ranked_player;
mod rating_history;
mod ratings_counts;
mod ratings_files;
mod ratings_settings;
mod ratings_text;
mod summary_json;
mod thresholds;
mod top_gains;

pub use game_table::GameTable;
pub use history_ranking::HistoryRanking;
pub use ratings_files::{RATINGS_FILES, write_ratings};
pub use ratings_settings::{OrdinaryGames, RatingsSettings};
pub use ratings_text::ratings_text;

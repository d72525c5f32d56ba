//! What is asked of a review.

use schemars::JsonSchema;
use serde::Deserialize;

use super::reviewer::{REVIEW_NODES, ReviewSettings};
use plumb_protocol::request::{Elo, GameNumber, Nodes, Request};

/// A request for a review of games.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// Only this game of each file.
    #[arg(long, value_name = "N")]
    pub game: Option<GameNumber>,

    /// Judge both sides as players of this rating [default: the file's ratings, or 1800].
    #[arg(long, value_name = "ELO")]
    pub elo: Option<Elo>,

    /// Nodes for each move; more where a move needs explaining [default: 100000].
    #[arg(long, value_name = "N")]
    pub nodes: Option<Nodes>,
}

impl Request for ReviewRequest {
    const EXCLUSIVE: &'static [&'static [&'static str]] = &[];
}

impl ReviewRequest {
    /// Whether a game of a file, by its number from 1, is asked for.
    pub fn has_game(&self, number: usize) -> bool {
        self.game.is_none_or(|game| game.get() == number as u64)
    }

    /// How to review, on `jobs` threads; `most_nodes` bounds the default.
    pub fn settings(&self, jobs: usize, most_nodes: u64) -> ReviewSettings {
        let usual = REVIEW_NODES.min(most_nodes);
        ReviewSettings {
            nodes: self.nodes.map_or(usual, Nodes::get),
            elo: self.elo.map(|elo| elo.get() as u16),
            jobs,
        }
    }
}

//! A game's review in the forms that a folder holds, ready to be written.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::game_review::GameReview;
use super::review_html::game_view;

/// What a game adds to each file of a folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WrittenReview {
    /// Who played, and when.
    pub title: String,
    /// Its line of `review.jsonl`, without the end of the line.
    pub(super) json: String,
    /// Its game of `review.pgn`.
    pub(super) pgn: String,
    /// Its data on the page.
    pub(super) page: Value,
}

impl WrittenReview {
    /// Of a review.
    pub fn of(review: &GameReview) -> serde_json::Result<WrittenReview> {
        Ok(WrittenReview {
            title: review.title(),
            json: review.to_json()?,
            pgn: review.to_pgn(),
            page: game_view(review),
        })
    }
}

//! What was read, and what became of it.

use serde::Serialize;

/// Games and rows; a game has two rows, one for each side's player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RatingsCounts {
    /// Games that could be read.
    pub games: u64,
    /// Games, and files, that could not be read.
    pub problems: u64,
    /// Of the games: without a result.
    pub games_without_result: u64,
    /// Of the games: other rules or another start, which has ratings of its own.
    pub games_of_variants: u64,
    /// Of the games: there twice.
    pub games_there_twice: u64,
    /// Of the games: the same player on both sides. They do not count.
    pub games_against_oneself: u64,
    /// Of the sides of the games that count, which are all others: the player is not known.
    pub sides_without_player: u64,
    /// Of those sides: a known player who is a computer that plays openly.
    #[serde(skip_serializing_if = "is_zero")]
    pub sides_of_computers: u64,
    /// Of those sides: a known player without a rating, who is no computer.
    pub sides_without_rating: u64,
    /// All others: a player with a rating.
    pub rows: u64,
    /// Of the rows: the file does not say how the rating changed.
    pub rows_without_change: u64,
    /// Of these: the change follows from the next game's rating.
    pub rows_with_inferred_change: u64,
    /// Of the rows: left out, for the rating was not settled.
    pub rows_not_settled: u64,
    /// Of the rows: left out, for too few games remained of their history.
    pub rows_of_short_histories: u64,
    /// Players who have rows.
    pub players: u64,
    /// Histories with figures: of a player, or of a player at one speed.
    pub histories: u64,
}

/// The counts of other inputs stay as they were.
fn is_zero(count: &u64) -> bool {
    *count == 0
}

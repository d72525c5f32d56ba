//! A player's games in order: ratings, changes and scores.
//!
//! Start with `RatingHistories::of`, which puts the games of a table in order once;
//! `history` then reads one history at a time, so that memory holds numbers of rows and no
//! copies of them.

use super::duplicate_games::mark_duplicates;
use super::game_table::{GameTable, NOBODY, TableGame, UNSAID};
use super::ratings_settings::{RatingsSettings, SETTLED_CHANGE, SETTLING_GAMES};
use crate::games::RatingList;
use plumb_chess::board::Color;

/// A game as one of its players has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryRow {
    /// Which game of the table.
    pub game: u32,
    /// The player's side.
    pub side: Color,
    /// The rating before the game.
    pub rating: u16,
    /// By how much the game changed the rating, in rating points; none where it is not known.
    pub change: Option<i16>,
    /// The change follows from the next game's rating.
    pub is_inferred: bool,
    /// The opponent's number; none where the file does not know.
    pub opponent: Option<u32>,
    /// The opponent's rating before the game.
    pub opponent_rating: Option<u16>,
    /// The score: 0, 1 or 2.
    pub half_points: u8,
    /// Plies of the game.
    pub plies: u16,
}

/// The games of a player, or by default of a player at one speed, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RatingHistory {
    /// The games that count.
    pub rows: Vec<HistoryRow>,
    /// Games before these, in which the rating was not settled.
    pub not_settled: usize,
    /// Of all games, those for which the file says no change.
    pub without_change: usize,
    /// Of those, the ones whose change follows from the next game's rating.
    pub inferred_changes: usize,
}

/// Whose history it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HistoryKey {
    /// The player's number.
    pub player: u32,
    /// At which speed; none for all together.
    pub list: Option<RatingList>,
}

/// The rows of all histories: a number of 32 bits for each, which is that of the game and
/// the side.
pub struct RatingHistories {
    rows: Vec<u32>,
    /// Where each history's rows begin, by player and speed; one more at the end.
    starts: Vec<u32>,
    is_faithful: bool,
}

/// How many histories a player can have.
fn lists(is_faithful: bool) -> usize {
    if is_faithful {
        1
    } else {
        RatingList::ALL.len()
    }
}

impl RatingHistories {
    /// Puts the games of a table in order, and marks those that are there twice.
    pub fn of(table: &mut GameTable, settings: RatingsSettings) -> RatingHistories {
        let mut histories = RatingHistories::gathered(table, settings.is_faithful);
        for at in 0..histories.starts.len() - 1 {
            let rows = &mut histories.rows
                [histories.starts[at] as usize..histories.starts[at + 1] as usize];
            let moment = |row: &u32| {
                let game = &table.games[(row >> 1) as usize];
                (game.day, game.time)
            };
            if !rows.is_sorted_by_key(moment) {
                rows.sort_by_key(moment);
            }
            mark_duplicates(table, rows);
        }
        histories
    }

    /// The rows of each history in the order of reading.
    fn gathered(table: &GameTable, is_faithful: bool) -> RatingHistories {
        let place = |game: &TableGame, side_index: usize| {
            let side = &game.sides[side_index];
            let is_row =
                side.player != NOBODY && side.rating > 0 && !game.outcome.computers()[side_index];
            let list = game.list.filter(|_| is_row)? as usize;
            let list = if is_faithful { 0 } else { list };
            Some(side.player as usize * lists(is_faithful) + list)
        };
        let mut starts = vec![0; table.names.len() * lists(is_faithful) + 1];
        for game in &table.games {
            for side_index in 0..game.sides.len() {
                if let Some(place) = place(game, side_index) {
                    starts[place + 1] += 1;
                }
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut rows = vec![0; starts.last().map_or(0, |&end| end as usize)];
        for (index, game) in table.games.iter().enumerate() {
            for side_index in 0..game.sides.len() {
                if let Some(place) = place(game, side_index) {
                    rows[next[place] as usize] = (index << 1 | side_index) as u32;
                    next[place] += 1;
                }
            }
        }
        RatingHistories {
            rows,
            starts,
            is_faithful,
        }
    }

    /// Whose histories there are, by the names of players and then by speed.
    pub fn keys(&self, table: &GameTable) -> Vec<HistoryKey> {
        let mut keys = Vec::new();
        for player in table.names.sorted() {
            for index in 0..lists(self.is_faithful) {
                let at = player as usize * lists(self.is_faithful) + index;
                let list = (!self.is_faithful).then_some(RatingList::ALL[index]);
                if self.starts[at] < self.starts[at + 1] {
                    keys.push(HistoryKey { player, list });
                }
            }
        }
        keys
    }

    /// A history as it counts, games that are there twice left out: by default missing changes
    /// are inferred, and games before the rating was settled are left out.
    pub fn history(&self, table: &GameTable, key: HistoryKey) -> RatingHistory {
        let list = key.list.map_or(0, |list| list as usize);
        let at = key.player as usize * lists(self.is_faithful) + list;
        let rows = &self.rows[self.starts[at] as usize..self.starts[at + 1] as usize];
        let rows: Vec<HistoryRow> = rows.iter().filter_map(|&row| row_of(table, row)).collect();
        let without_change = rows.iter().filter(|row| row.change.is_none()).count();
        let history = RatingHistory {
            rows,
            without_change,
            ..RatingHistory::default()
        };
        match self.is_faithful {
            true => history,
            false => settled(with_inferred_changes(history)),
        }
    }
}

fn row_of(table: &GameTable, row: u32) -> Option<HistoryRow> {
    let game = &table.games[(row >> 1) as usize];
    // A duplicate game has no list.
    game.list?;
    let is_black = row & 1 == 1;
    let (own, other) = (
        game.sides[usize::from(is_black)],
        game.sides[usize::from(!is_black)],
    );
    Some(HistoryRow {
        game: row >> 1,
        side: if is_black { Color::Black } else { Color::White },
        rating: own.rating,
        change: (own.change != UNSAID).then_some(own.change),
        is_inferred: false,
        opponent: (other.player != NOBODY).then_some(other.player),
        opponent_rating: (other.rating > 0).then_some(other.rating),
        half_points: if is_black {
            2 - game.outcome.white_half_points()
        } else {
            game.outcome.white_half_points()
        },
        plies: game.plies,
    })
}

/// Where nobody says what a game did to a rating, the next game's rating does.
fn with_inferred_changes(mut history: RatingHistory) -> RatingHistory {
    let rows = &mut history.rows;
    for at in 1..rows.len() {
        let next = i32::from(rows[at].rating);
        let row = &mut rows[at - 1];
        if row.change.is_none() {
            // Ratings are u16, so the difference may not fit; then it stays unknown.
            row.change = i16::try_from(next - i32::from(row.rating)).ok();
            row.is_inferred = row.change.is_some();
        }
    }
    history.inferred_changes = rows.iter().filter(|row| row.is_inferred).count();
    history
}

/// Leaves out what comes before the rating was settled: the games up to the end of the first
/// row of small changes.
fn settled(mut history: RatingHistory) -> RatingHistory {
    let mut small = 0;
    let end = history.rows.iter().position(|row| {
        let is_small = row
            .change
            .is_some_and(|change| change.abs() <= SETTLED_CHANGE);
        small = if is_small { small + 1 } else { 0 };
        small == SETTLING_GAMES
    });
    history.not_settled = end.map_or(history.rows.len(), |end| end + 1);
    history.rows.drain(..history.not_settled);
    history
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(rating: u16, change: Option<i16>) -> HistoryRow {
        HistoryRow {
            game: 0,
            side: Color::White,
            rating,
            change,
            is_inferred: false,
            opponent: None,
            opponent_rating: None,
            half_points: 1,
            plies: 0,
        }
    }

    #[test]
    fn a_rating_is_settled_after_five_small_changes_in_a_row() {
        let history = |changes: &[i16]| {
            let rows = changes.iter().map(|&change| row(1500, Some(change)));
            settled(RatingHistory {
                rows: rows.collect(),
                ..RatingHistory::default()
            })
        };
        let found = history(&[300, 30, -30, 0, 5, 31, 1, 2, 3, 4, -30, 700, 8]);
        assert_eq!((found.not_settled, found.rows.len()), (11, 2));
        assert_eq!(found.rows[0].change, Some(700));
        let found = history(&[1, 2, 3, 4]);
        assert_eq!((found.not_settled, found.rows.len()), (4, 0));
        assert_eq!(history(&[]).not_settled, 0);
    }

    #[test]
    fn a_missing_change_is_inferred_from_the_next_rating() {
        let rows = [row(1500, None), row(1512, Some(-3)), row(1509, None)];
        let history = RatingHistory {
            rows: rows.to_vec(),
            ..RatingHistory::default()
        };
        let history = with_inferred_changes(history);
        assert_eq!(history.inferred_changes, 1);
        let changes: Vec<_> = history
            .rows
            .iter()
            .map(|row| (row.change, row.is_inferred))
            .collect();
        assert_eq!(
            changes,
            [(Some(12), true), (Some(-3), false), (None, false)]
        );
    }
}

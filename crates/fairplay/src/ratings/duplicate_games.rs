//! Games that are there twice, as when a file is given twice: only the first one counts.
//!
//! A game is there twice where players, day, ratings, changes, result, event, site, round and
//! moves are the same, and either the time of day is, too, or it stands in another file. Without
//! a time two such games of one file are taken for two games: who played the same moves again
//! on the same day did so in the same file.

use super::game_table::{GameTable, TableGame};

/// Marks those among the rows of a history, which are in the order of time. A row's number is
/// twice that of its game, and one more for Black.
pub fn mark_duplicates(table: &mut GameTable, rows: &[u32]) {
    let moment = |table: &GameTable, row: u32| {
        let game = &table.games[(row >> 1) as usize];
        (game.day, game.time)
    };
    let mut first = 0;
    while first < rows.len() {
        let now = moment(table, rows[first]);
        let same = rows[first..]
            .iter()
            .take_while(|&&row| moment(table, row) == now);
        let end = first + same.count();
        if end - first > 1 {
            mark_among(table, &rows[first..end]);
        }
        first = end;
    }
}

/// The same for games of one moment.
fn mark_among(table: &mut GameTable, rows: &[u32]) {
    let key = |game: &TableGame| (game.sides, game.identity, game.plies, game.outcome);
    let mut games: Vec<u32> = rows.iter().map(|row| row >> 1).collect();
    games.sort_by_key(|&game| (key(&table.games[game as usize]), game));
    let mut first = games[0];
    for &game in &games[1..] {
        let (one, other) = (&table.games[first as usize], &table.games[game as usize]);
        if key(one) != key(other) {
            first = game;
            continue;
        }
        let is_other_file = table.file_index(first) != table.file_index(game);
        if (one.time > 0 || is_other_file) && other.list.is_some() {
            table.games[game as usize].list = None;
            table.counts.games_there_twice += 1;
        }
    }
}

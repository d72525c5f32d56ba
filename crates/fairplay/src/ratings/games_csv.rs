//! `games.csv`: the games that are kept, with why; the players in the order of `players.csv`,
//! each one's games the oldest first.

use super::game_reasons::{GameReasons, reasons};
use super::game_table::day_of;
use super::history_ranking::HistoryRanking;
use super::list_summary::list_name;
use super::players_csv::day_text;
use super::ranked_player::RankedPlayer;
use super::rating_history::HistoryRow;
use crate::report::harmless;
use plumb_chess::board::Color;

/// The names of the columns.
pub const GAMES_HEADER: [&str; 17] = [
    "player",
    "time_class",
    "reasons",
    "gain_rank",
    "file",
    "number",
    "date",
    "time",
    "side",
    "opponent",
    "rating",
    "opponent_rating",
    "change",
    "is_inferred",
    "score",
    "plies",
    "place",
];

/// The rows of a player's games that are kept.
pub fn game_rows(ranking: &HistoryRanking, player: &RankedPlayer) -> Vec<Vec<String>> {
    let rows = ranking.history(player.key).rows;
    let reasons = reasons(ranking, player, &rows);
    let all = rows.iter().zip(reasons).zip(1..);
    let is_kept = |reasons: &GameReasons| *reasons != GameReasons::default();
    all.filter(|((_, reasons), _)| is_kept(reasons))
        .map(|((row, reasons), place)| cells(ranking, player, row, reasons, place))
        .collect()
}

fn cells(
    ranking: &HistoryRanking,
    player: &RankedPlayer,
    row: &HistoryRow,
    reasons: GameReasons,
    place: usize,
) -> Vec<String> {
    fn text<T: ToString>(value: Option<T>) -> String {
        value.map_or(String::new(), |value| value.to_string())
    }
    let table = &ranking.table;
    let game = &table.games[row.game as usize];
    let opponent = row.opponent.map_or("", |number| table.names.name(number));
    let score = ["0", "0.5", "1"][usize::from(row.half_points.min(2))];
    vec![
        harmless(ranking.name(player)),
        list_name(player.key.list).to_owned(),
        reasons.text(),
        text(reasons.gain_rank),
        harmless(table.file(row.game)),
        game.number.to_string(),
        day_text(day_of(game.day)),
        time_text(game.time),
        if row.side == Color::White {
            "white"
        } else {
            "black"
        }
        .to_owned(),
        harmless(opponent),
        row.rating.to_string(),
        text(row.opponent_rating),
        text(row.change),
        if row.is_inferred { "1" } else { "0" }.to_owned(),
        score.to_owned(),
        row.plies.to_string(),
        place.to_string(),
    ]
}

/// The time of day as the table has it: one second more than from midnight, or 0.
fn time_text(time: u32) -> String {
    let text = |seconds: u32| {
        format!(
            "{:02}:{:02}:{:02}",
            seconds / 3_600,
            seconds / 60 % 60,
            seconds % 60
        )
    };
    time.checked_sub(1).map_or(String::new(), text)
}

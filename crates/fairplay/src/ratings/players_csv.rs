//! `players.csv`: a row for each history, whom to look at first on top.

use super::game_table::day_of;
use super::history_ranking::HistoryRanking;
use super::list_summary::list_name;
use super::ranked_player::RankedPlayer;
use crate::games::Date;
use crate::report::harmless;

/// The names of the columns.
pub const PLAYERS_HEADER: [&str; 39] = [
    "player",
    "time_class",
    "games",
    "rating_mean",
    "rating_median",
    "rating_min",
    "rating_max",
    "rating_range",
    "rating_sd",
    "changes",
    "changes_inferred",
    "change_mean",
    "change_mean_size",
    "change_sd",
    "change_sum",
    "change_min",
    "change_max",
    "points",
    "score_mean",
    "opponents",
    "opponent_rating_mean",
    "plies",
    "plies_mean",
    "games_not_settled",
    "flags",
    "flag_rating_sd",
    "flag_rating_range",
    "flag_change_sd",
    "flag_largest_gain",
    "composite",
    "best_stretch_z",
    "best_stretch_points",
    "best_stretch_expected",
    "best_stretch_first",
    "best_stretch_last",
    "best_stretch_from",
    "best_stretch_to",
    "best_stretch_file",
    "best_stretch_number",
];

/// A figure with six decimals; empty where it is missing.
fn decimal(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| format!("{value:.6}"))
}

fn whole(value: Option<i32>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// A day as far as it is known; empty where no year is.
pub fn day_text(date: Date) -> String {
    date.year.map_or(String::new(), |_| date.to_string())
}

/// The row of a history.
pub fn player_row(ranking: &HistoryRanking, player: &RankedPlayer) -> Vec<String> {
    let figures = &player.figures;
    let (rating, change) = (&figures.rating, &figures.change);
    let games = rating.count as f64;
    let flag = |is: bool| if is { "1" } else { "0" }.to_owned();
    let mut cells = vec![
        harmless(ranking.name(player)),
        list_name(player.key.list).to_owned(),
        rating.count.to_string(),
        decimal(rating.mean()),
        format!("{:.1}", figures.rating_median),
        whole(rating.extremes.map(|(least, _)| least)),
        whole(rating.extremes.map(|(_, greatest)| greatest)),
        whole(rating.range()),
        decimal(rating.sd()),
        change.count.to_string(),
        figures.inferred.to_string(),
        decimal(change.mean()),
        decimal(figures.mean_change_size()),
        decimal(change.sd()),
        change.sum.to_string(),
        whole(change.extremes.map(|(least, _)| least)),
        whole(figures.largest_gain()),
        format!("{:.1}", figures.points),
        decimal(Some(figures.points / games)),
        figures.opponents.to_string(),
        decimal(figures.opponent_rating.mean()),
        figures.plies.to_string(),
        decimal(Some(figures.plies as f64 / games)),
        figures.not_settled.to_string(),
        player.flags.count().to_string(),
        flag(player.flags.rating_sd),
        flag(player.flags.rating_range),
        flag(player.flags.change_sd),
        flag(player.flags.largest_gain),
        player
            .composite
            .map_or(String::new(), |sum| format!("{sum:.1}")),
    ];
    cells.extend(stretch_cells(ranking, player));
    cells.resize(PLAYERS_HEADER.len(), String::new());
    cells
}

/// The best stretch: how good, which games of the history, when, and where the first stands.
fn stretch_cells(ranking: &HistoryRanking, player: &RankedPlayer) -> Vec<String> {
    let Some(stretch) = &player.figures.best_stretch else {
        return Vec::new();
    };
    let table = &ranking.table;
    let day = |game: u32| day_text(day_of(table.games[game as usize].day));
    let [first, last] = stretch.games;
    vec![
        format!("{:.6}", stretch.z),
        format!("{:.1}", stretch.points),
        format!("{:.6}", stretch.expected),
        (stretch.first + 1).to_string(),
        (stretch.last + 1).to_string(),
        day(first),
        day(last),
        harmless(table.file(first)),
        table.games[first as usize].number.to_string(),
    ]
}

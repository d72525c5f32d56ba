//! Printed summary of a ranking of rating histories.

use super::history_ranking::HistoryRanking;
use super::list_summary::list_name;
use super::ranked_player::RankedPlayer;
use super::summary_json::cautions;
use plumb_support::wording::counted;

/// Players that are printed; the tables have all.
const PRINTED_PLAYERS: usize = 10;

/// The lines for a person at a terminal.
pub fn ratings_text(ranking: &HistoryRanking) -> Vec<String> {
    let counts = &ranking.counts;
    let mut lines = vec![
        format!(
            "{}, {} of {}; {} without a change, {} of these inferred.",
            counted(counts.games, "game"),
            counted(counts.rows, "row"),
            counted(counts.players, "player"),
            counts.rows_without_change,
            counts.rows_with_inferred_change,
        ),
        left_out(ranking),
    ];
    lines.push(String::new());
    lines.push("99th percentiles, from which on a figure has a flag:".to_owned());
    lines.push(format!(
        "{:<15} {:>9} {:>10} {:>10} {:>10} {:>8}",
        "time class", "histories", "rating sd", "range", "change sd", "gain"
    ));
    for list in &ranking.lists {
        let thresholds = &list.thresholds;
        lines.push(format!(
            "{:<15} {:>9} {:>10} {:>10} {:>10} {:>8}",
            list.name(),
            list.histories,
            rounded(thresholds.rating_sd),
            rounded(thresholds.rating_range),
            rounded(thresholds.change_sd),
            rounded(thresholds.gain),
        ));
    }
    if ranking.lists.is_empty() {
        lines.push("nobody has enough games".to_owned());
    }
    lines.push(String::new());
    let flagged = |player: &&RankedPlayer| player.flags.count() > 0;
    let first = ranking.players.iter().take_while(flagged);
    let flags = first.clone().count();
    lines.push(format!(
        "{} with a flag{}",
        if flags == 1 {
            "1 history".to_owned()
        } else {
            format!("{flags} histories")
        },
        if flags > 0 {
            ", the first of them:"
        } else {
            "."
        }
    ));
    for player in first.take(PRINTED_PLAYERS) {
        lines.push(player_line(ranking, player));
    }
    lines.push(String::new());
    lines.extend(cautions(ranking).into_iter().map(str::to_owned));
    lines
}

/// What does not count, as far as there is any.
fn left_out(ranking: &HistoryRanking) -> String {
    let counts = &ranking.counts;
    let kinds = [
        (counts.problems, "problem", ""),
        (counts.games_without_result, "game", " without a result"),
        (counts.games_of_variants, "game", " by other rules"),
        (counts.games_there_twice, "game", " there twice"),
        (counts.games_against_oneself, "game", " against oneself"),
        (counts.sides_without_player, "side", " without a player"),
        (counts.sides_of_computers, "side", " of computers"),
        (counts.sides_without_rating, "side", " without a rating"),
        (
            counts.rows_not_settled,
            "row",
            " before a rating was settled",
        ),
        (
            counts.rows_of_short_histories,
            "row",
            " of too short histories",
        ),
    ];
    let kinds = kinds.iter().filter(|(count, ..)| *count > 0);
    let kinds: Vec<String> = kinds
        .map(|(count, noun, which)| format!("{}{which}", counted(count, noun)))
        .collect();
    match kinds.is_empty() {
        true => "Nothing is left out.".to_owned(),
        false => format!("Left out: {}.", kinds.join(", ")),
    }
}

fn player_line(ranking: &HistoryRanking, player: &RankedPlayer) -> String {
    let figures = &player.figures;
    format!(
        "  {} ({}): {}, {}, largest gain {}, change sd {}, range {}, rating sd {}",
        ranking.name(player),
        list_name(player.key.list),
        counted(figures.rating.count, "game"),
        counted(player.flags.count(), "flag"),
        rounded(figures.largest_gain().map(f64::from)),
        rounded(figures.change.sd()),
        rounded(figures.rating.range().map(f64::from)),
        rounded(figures.rating.sd()),
    )
}

fn rounded(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.2}"))
}

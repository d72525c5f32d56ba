//! Ratings as a table for people and as JSON for programs.

use serde_json::{Value, json};

use plumb::statistics::{Interval, Pool, Ratings};
use plumb::wording::counted;

use super::games::GameCounts;
use plumb_terminal::say;

fn margin(interval: &Interval) -> String {
    match interval.margin() {
        Some(margin) => format!("± {margin:.0}"),
        None => String::new(),
    }
}

pub(super) fn summary(ratings: &Ratings, read: &GameCounts) {
    let mut line = format!(
        "{}, {}",
        counted(ratings.players.len(), "player"),
        counted(read.games, "game"),
    );
    if ratings.pairs > 0 {
        let pairs = counted(ratings.pairs, "pair");
        line += &format!(" ({pairs}, {} single)", ratings.units - ratings.pairs);
    }
    for (count, what) in [
        (read.unfinished, "unfinished"),
        (
            read.failures,
            "ended by an engine's failure (--count-failures counts them)",
        ),
        (
            read.repeats,
            "left out that repeat another one move for move (--count-repeats counts them)",
        ),
        (read.skipped, "skipped"),
    ] {
        if count > 0 {
            line += &format!(", {count} {what}");
        }
    }
    say(line);
    let mut line = format!(
        "White's advantage {:.0} {}",
        whole(ratings.first_move.value),
        margin(&ratings.first_move)
    );
    line.truncate(line.trim_end().len());
    if let Some(rate) = ratings.draw_rate {
        line += &format!(", draws between equals {:.0} %", 100.0 * rate);
    }
    say(line);
    if ratings.groups > 1 {
        say(format!(
            "The players fall into {} groups that no chain of games links: ratings of different groups cannot be compared.",
            ratings.groups
        ));
    }
    say("");
}

pub(super) fn table(pool: &Pool, ratings: &Ratings) {
    let width = (pool.names().iter().map(|name| name.chars().count()))
        .chain([4])
        .max()
        .unwrap_or(4);
    say(format!(
        "rank  {:<width$}  rating   95 %  games  score  draws",
        "name"
    ));
    let (mut group, mut rank) = (0, 0);
    for number in ratings.ranking() {
        let player = &ratings.players[number];
        if player.group != group {
            group = player.group;
            rank = 0;
            say(format!("-- group {}", group + 1));
        }
        rank += 1;
        let error = match player.anchored {
            true => "known".to_owned(),
            false => margin(&player.rating),
        };
        let percent = |count: f64| 100.0 * count / player.games.max(1) as f64;
        say(format!(
            "{rank:>4}  {:<width$}  {:>6.0}  {error:>5}  {:>5}  {:>4.1}%  {:>4.1}%",
            pool.names()[number],
            whole(player.rating.value),
            player.games,
            percent(player.half_points as f64 / 2.0),
            percent(player.draws as f64),
        ));
    }
}

pub(super) fn los_matrix(pool: &Pool, ratings: &Ratings) {
    let order = ratings.ranking();
    say("");
    say("Chance, in %, that the player of the row is stronger than that of the column:");
    let numbers: Vec<String> = (1..=order.len()).map(|n| format!("{n:>6}")).collect();
    say(format!("     {}", numbers.concat()));
    for (index, &row) in order.iter().enumerate() {
        let cells: Vec<String> = (order.iter())
            .map(|&column| match ratings.los(row, column) {
                Some(los) if row != column => format!("{:>6.1}", 100.0 * los),
                _ => format!("{:>6}", "-"),
            })
            .collect();
        say(format!(
            "{:>4} {}  {}",
            index + 1,
            cells.concat(),
            pool.names()[row]
        ));
    }
}

/// To a hundredth, without a minus before a zero.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0 + 0.0
}

/// To a whole number, without a minus before a zero.
fn whole(number: f64) -> f64 {
    number.round() + 0.0
}

pub(super) fn as_json(pool: &Pool, ratings: &Ratings, read: &GameCounts, los: bool) -> Value {
    let interval = |found: &Interval| match found.bounds {
        Some((low, high)) => json!([rounded(low), rounded(high)]),
        None => Value::Null,
    };
    let order = ratings.ranking();
    let players: Vec<Value> = (order.iter())
        .map(|&number| {
            let player = &ratings.players[number];
            json!({
                "name": pool.names()[number],
                "rating": rounded(player.rating.value),
                "interval_95": interval(&player.rating),
                "anchored": player.anchored,
                "games": player.games,
                "score": player.half_points as f64 / 2.0,
                "draws": player.draws,
                "group": player.group + 1,
            })
        })
        .collect();
    let mut value = json!({
        "games": read.games,
        "pairs": ratings.pairs,
        "unfinished": read.unfinished,
        "failures": read.failures,
        "repeats": read.repeats,
        "skipped": read.skipped,
        "groups": ratings.groups,
        "white_advantage": rounded(ratings.first_move.value),
        "white_advantage_interval_95": interval(&ratings.first_move),
        "draw_rate_between_equals": ratings.draw_rate.map(|rate| (rate * 1e4).round() / 1e4),
        "players": players,
    });
    if los {
        let rows: Vec<Vec<Value>> = (order.iter())
            .map(|&row| {
                (order.iter())
                    .map(|&column| match ratings.los(row, column) {
                        Some(los) if row != column => json!((los * 1e4).round() / 1e4),
                        _ => Value::Null,
                    })
                    .collect()
            })
            .collect();
        value["los"] = json!(rows);
    }
    value
}

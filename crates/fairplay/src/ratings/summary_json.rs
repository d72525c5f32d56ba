//! `summary.json`: settings, counts and thresholds.

use serde_json::{Value, json};

use super::history_ranking::HistoryRanking;
use super::list_summary::ListSummary;
use super::ratings_settings::{
    MIN_GAMES, ORDINARY_BELOW, OrdinaryGames, PERCENTILE, SETTLED_CHANGE, SETTLING_GAMES,
    STRETCH_GAMES, TOP_GAINS,
};
use plumb_support::wording::text;

/// What nobody should forget who reads the tables.
const CAUTIONS: [&str; 3] = [
    text!(ratings_caution.order),
    text!(ratings_caution.largest),
    text!(ratings_caution.alike),
];

/// Caution of `--faithful` alone.
const FAITHFUL_CAUTION: &str = text!(ratings_caution.faithful);

/// Everything that nobody should forget.
pub fn cautions(ranking: &HistoryRanking) -> Vec<&'static str> {
    let faithful = ranking.settings.is_faithful.then_some(FAITHFUL_CAUTION);
    CAUTIONS.into_iter().chain(faithful).collect()
}

/// The layout of the file.
const FORMAT: &str = "plumb fairplay ratings 1";

/// The object that `summary.json` is.
pub fn summary(ranking: &HistoryRanking) -> Value {
    json!({
        "kind": "ratings",
        "format": FORMAT,
        "plumb": env!("CARGO_PKG_VERSION"),
        "cautions": cautions(ranking),
        "settings": settings(ranking),
        "counts": ranking.counts,
        "flagged": flagged(ranking),
        "time_classes": ranking.lists.iter().map(list).collect::<Vec<_>>(),
        "ordinary_games": ranking.ordinary_games(),
    })
}

fn settings(ranking: &HistoryRanking) -> Value {
    let settings = ranking.settings;
    let only_by_default = |value: usize| (!settings.is_faithful).then_some(value);
    json!({
        "faithful": settings.is_faithful,
        "percentile": PERCENTILE,
        "quantile": "linear between the values beside place q (n - 1), from 0 (numpy's default)",
        "min_games": if settings.is_faithful { 1 } else { MIN_GAMES },
        "settling_games": only_by_default(SETTLING_GAMES),
        "settled_change": only_by_default(SETTLED_CHANGE as usize),
        "stretch_games": only_by_default(STRETCH_GAMES),
        "top_gains": TOP_GAINS,
        "ordinary_below": ORDINARY_BELOW,
        "ordinary_kept": match settings.ordinary {
            OrdinaryGames::All => Value::from("all"),
            OrdinaryGames::Drawn(count) => Value::from(count),
        },
    })
}

/// How many histories have so many flags, from none to four.
fn flagged(ranking: &HistoryRanking) -> [u64; 5] {
    let mut counts = [0; 5];
    for player in &ranking.players {
        counts[usize::from(player.flags.count())] += 1;
    }
    counts
}

fn list(summary: &ListSummary) -> Value {
    let thresholds = &summary.thresholds;
    json!({
        "time_class": summary.name(),
        "histories": summary.histories,
        "rows": summary.rows,
        "thresholds": {
            "rating_sd": thresholds.rating_sd,
            "rating_range": thresholds.rating_range,
            "change_sd": thresholds.change_sd,
            "gain": thresholds.gain,
        },
    })
}

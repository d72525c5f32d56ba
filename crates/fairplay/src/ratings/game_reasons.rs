//! Why a game is kept.

use super::history_figures::HistoryFigures;
use super::history_ranking::HistoryRanking;
use super::ordinary_games::is_ordinary;
use super::ranked_player::RankedPlayer;
use super::rating_history::HistoryRow;
use super::thresholds::reaches;

/// Why a row of a history is kept; a row may have several reasons, and most have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameReasons {
    /// The gain is as large as the threshold.
    pub over_threshold: bool,
    /// The player's largest gain, the first of equal ones.
    pub largest_gain: bool,
    /// The player's largest loss, the first of equal ones.
    pub largest_loss: bool,
    /// The rank among the largest gains of all.
    pub gain_rank: Option<usize>,
    /// An ordinary game.
    pub ordinary: bool,
}

impl GameReasons {
    /// Their names, joined by blanks; empty where there is none.
    pub fn text(self) -> String {
        let names = [
            (self.over_threshold, "gain_over_threshold"),
            (self.largest_gain, "largest_gain"),
            (self.largest_loss, "largest_loss"),
            (self.gain_rank.is_some(), "top_gain"),
            (self.ordinary, "ordinary"),
        ];
        let names = names
            .into_iter()
            .filter(|(is, _)| *is)
            .map(|(_, name)| name);
        names.collect::<Vec<_>>().join(" ")
    }
}

/// Why each row of a player's history is kept.
pub fn reasons(
    ranking: &HistoryRanking,
    player: &RankedPlayer,
    rows: &[HistoryRow],
) -> Vec<GameReasons> {
    let thresholds = ranking.thresholds(player.key.list);
    let (gain, loss) = extreme_rows(&player.figures, rows);
    let reasons_of = |(place, row): (usize, &HistoryRow)| {
        let change = row.change.map(f64::from);
        let is_gain = row.change.is_some_and(|change| change > 0);
        let is_drawn = || ranking.ordinary.has(player.place, place);
        GameReasons {
            over_threshold: is_gain && reaches(change, thresholds.gain),
            largest_gain: gain == Some(place),
            largest_loss: loss == Some(place),
            gain_rank: ranking.gain_ranks.get(&(player.place, place)).copied(),
            ordinary: is_ordinary(row, &player.figures, thresholds) && is_drawn(),
        }
    };
    rows.iter().enumerate().map(reasons_of).collect()
}

/// Where the largest gain and the largest loss are.
fn extreme_rows(figures: &HistoryFigures, rows: &[HistoryRow]) -> (Option<usize>, Option<usize>) {
    let Some((least, greatest)) = figures.change.extremes else {
        return (None, None);
    };
    let first = |wanted: i32| {
        let is = |row: &HistoryRow| row.change.map(i32::from) == Some(wanted);
        rows.iter().position(is)
    };
    let gain = (greatest > 0).then(|| first(greatest)).flatten();
    let loss = (least < 0).then(|| first(least)).flatten();
    (gain, loss)
}

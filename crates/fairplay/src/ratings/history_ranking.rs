//! All histories with their figures, and in which order to look at them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::game_table::{GameTable, NOBODY};
use super::history_figures::HistoryFigures;
use super::list_summary::ListSummary;
use super::ordinary_games::{OrdinaryChoice, OrdinaryDraw, is_ordinary};
use super::quantile::average_ranks;
use super::ranked_player::{Flags, RankedPlayer};
use super::rating_history::{HistoryKey, RatingHistories, RatingHistory};
use super::ratings_counts::RatingsCounts;
use super::ratings_settings::{MIN_GAMES, RatingsSettings};
use super::thresholds::Thresholds;
use super::top_gains::TopGains;
use crate::games::RatingList;

/// What came out of a table of games.
pub struct HistoryRanking {
    pub(super) table: GameTable,
    pub(super) histories: RatingHistories,
    /// What was asked for.
    pub settings: RatingsSettings,
    /// Whom to look at, in this order.
    pub players: Vec<RankedPlayer>,
    /// Thresholds of each speed that has histories.
    pub lists: Vec<ListSummary>,
    /// What was read, and what became of it.
    pub counts: RatingsCounts,
    /// Ranks of the largest gains, by the places of history and row.
    pub(super) gain_ranks: HashMap<(usize, usize), usize>,
    pub(super) ordinary: OrdinaryChoice,
}

impl HistoryRanking {
    /// Makes everything of the games of a table; none where it was stopped.
    pub fn of(
        mut table: GameTable,
        settings: RatingsSettings,
        stop: &AtomicBool,
    ) -> Option<HistoryRanking> {
        let histories = RatingHistories::of(&mut table, settings);
        let keys = histories.keys(&table);
        let mut counts = table.counts;
        count_sides(&table, &mut counts);
        let mut lists: Vec<ListSummary> = Vec::new();
        let mut players = Vec::new();
        let mut top_gains = TopGains::default();
        let mut last_player = NOBODY;
        for (place, &key) in keys.iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let history = histories.history(&table, key);
            if history.rows.is_empty() && history.not_settled == 0 {
                // All of its games are there twice.
                continue;
            }
            counts.players += u64::from(key.player != last_player);
            last_player = key.player;
            if !count_history(&history, settings, &mut counts) {
                continue;
            }
            let figures = HistoryFigures::of(&history, !settings.is_faithful);
            let list = summary(&mut lists, key.list);
            list.add(&figures);
            for (index, row) in history.rows.iter().enumerate() {
                if let Some(change) = row.change {
                    list.add_gain(change);
                    top_gains.offer(change, place, index);
                }
            }
            players.push(RankedPlayer {
                key,
                place,
                figures,
                flags: Flags::default(),
                composite: None,
            });
        }
        counts.histories = players.len() as u64;
        for list in &mut lists {
            let own = players.iter().filter(|player| player.key.list == list.list);
            let figures = own.map(|player| &player.figures);
            list.thresholds = Thresholds::of(figures, &list.gains);
        }
        lists.sort_by_key(|list| list.list);
        let mut ranking = HistoryRanking {
            table,
            histories,
            settings,
            players,
            lists,
            counts,
            gain_ranks: top_gains.ranks(),
            ordinary: OrdinaryDraw::new(settings.ordinary).choice(),
        };
        ranking.set_flags();
        ranking.set_composites();
        ranking.ordinary = ranking.drawn(stop)?;
        ranking.players.sort_by(RankedPlayer::order);
        Some(ranking)
    }

    /// What it takes to be flagged at this speed.
    pub fn thresholds(&self, list: Option<RatingList>) -> &Thresholds {
        const NONE: &Thresholds = &Thresholds {
            rating_sd: None,
            rating_range: None,
            change_sd: None,
            gain: None,
        };
        let found = self.lists.iter().find(|summary| summary.list == list);
        found.map_or(NONE, |summary| &summary.thresholds)
    }

    /// How many games are ordinary ones, kept or not.
    pub fn ordinary_games(&self) -> u64 {
        self.ordinary.total
    }

    /// A player's name.
    pub fn name(&self, player: &RankedPlayer) -> &str {
        self.table.names.name(player.key.player)
    }

    /// Which games of a player count.
    pub(super) fn history(&self, key: HistoryKey) -> RatingHistory {
        self.histories.history(&self.table, key)
    }

    fn set_flags(&mut self) {
        let mut players = std::mem::take(&mut self.players);
        for player in &mut players {
            player.flags = Flags::of(&player.figures, self.thresholds(player.key.list));
        }
        self.players = players;
    }

    fn set_composites(&mut self) {
        for list in &self.lists {
            let spreads = self.players.iter().enumerate().filter_map(|(at, player)| {
                let figures = &player.figures;
                let is_own = player.key.list == list.list;
                let range = f64::from(figures.rating.range()?);
                is_own.then_some((at, [figures.rating.sd()?, range, figures.change.sd()?]))
            });
            let spreads: Vec<(usize, [f64; 3])> = spreads.collect();
            for which in 0..3 {
                let values: Vec<f64> = spreads.iter().map(|(_, values)| values[which]).collect();
                for ((at, _), rank) in spreads.iter().zip(average_ranks(&values)) {
                    *self.players[*at].composite.get_or_insert(0.0) += rank;
                }
            }
        }
    }

    /// Draws ordinary games, the players sorted by name.
    fn drawn(&self, stop: &AtomicBool) -> Option<OrdinaryChoice> {
        let mut draw = OrdinaryDraw::new(self.settings.ordinary);
        for player in &self.players {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let thresholds = self.thresholds(player.key.list);
            for (index, row) in self.history(player.key).rows.iter().enumerate() {
                if is_ordinary(row, &player.figures, thresholds) {
                    draw.add(player.place, index);
                }
            }
        }
        Some(draw.choice())
    }
}

fn summary(lists: &mut Vec<ListSummary>, list: Option<RatingList>) -> &mut ListSummary {
    let found = lists.iter().position(|summary| summary.list == list);
    let at = found.unwrap_or_else(|| {
        lists.push(ListSummary::new(list));
        lists.len() - 1
    });
    &mut lists[at]
}

/// Adds a history to the counts: whether it has enough games for figures.
fn count_history(
    history: &RatingHistory,
    settings: RatingsSettings,
    counts: &mut RatingsCounts,
) -> bool {
    counts.rows_without_change += history.without_change as u64;
    counts.rows_with_inferred_change += history.inferred_changes as u64;
    counts.rows_not_settled += history.not_settled as u64;
    let least = if settings.is_faithful { 1 } else { MIN_GAMES };
    let is_enough = history.rows.len() >= least;
    if !is_enough {
        counts.rows_of_short_histories += history.rows.len() as u64;
    }
    is_enough
}

fn count_sides(table: &GameTable, counts: &mut RatingsCounts) {
    let games = table.games.iter().filter(|game| game.list.is_some());
    let sides = games.flat_map(|game| game.sides.into_iter().zip(game.outcome.computers()));
    for (side, is_computer) in sides {
        if side.player == NOBODY {
            counts.sides_without_player += 1;
        } else if is_computer {
            counts.sides_of_computers += 1;
        } else if side.rating == 0 {
            counts.sides_without_rating += 1;
        } else {
            counts.rows += 1;
        }
    }
}

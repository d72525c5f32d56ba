//! Games like most, to be compared with those that stand out.

use std::collections::HashSet;

use super::history_figures::HistoryFigures;
use super::rating_history::HistoryRow;
use super::ratings_settings::{ORDINARY_BELOW, ORDINARY_SEED, OrdinaryGames};
use super::thresholds::Thresholds;
use plumb_support::random::Random;

/// Whether a player below 1900 gained less than the threshold in a game, and it was neither
/// his largest gain nor his largest loss.
pub fn is_ordinary(row: &HistoryRow, figures: &HistoryFigures, thresholds: &Thresholds) -> bool {
    let (Some(change), Some((least, greatest))) = (row.change, figures.change.extremes) else {
        return false;
    };
    let is_below = thresholds.gain.is_none_or(|gain| f64::from(change) < gain);
    row.rating < ORDINARY_BELOW && is_below && (least + 1..greatest).contains(&i32::from(change))
}

/// Ordinary games, of which some are drawn while all go by, each as likely as any other
/// (Vitter's algorithm R: "Random sampling with a reservoir", 1985).
pub struct OrdinaryDraw {
    which: OrdinaryGames,
    random: Random,
    drawn: Vec<(usize, usize)>,
    total: usize,
}

impl OrdinaryDraw {
    pub fn new(which: OrdinaryGames) -> OrdinaryDraw {
        OrdinaryDraw {
            which,
            random: Random::seeded(ORDINARY_SEED),
            drawn: Vec::new(),
            total: 0,
        }
    }

    /// An ordinary game: the places of its history and its row there.
    pub fn add(&mut self, place: usize, row: usize) {
        self.total += 1;
        let OrdinaryGames::Drawn(most) = self.which else {
            return;
        };
        if self.drawn.len() < most {
            self.drawn.push((place, row));
            return;
        }
        let at = self.random.below(self.total);
        if let Some(drawn) = self.drawn.get_mut(at) {
            *drawn = (place, row);
        }
    }

    pub fn choice(self) -> OrdinaryChoice {
        OrdinaryChoice {
            total: self.total as u64,
            drawn: match self.which {
                OrdinaryGames::All => None,
                OrdinaryGames::Drawn(_) => Some(self.drawn.into_iter().collect()),
            },
        }
    }
}

/// Which ordinary games are kept.
#[derive(Debug)]
pub struct OrdinaryChoice {
    /// How many ordinary games there are.
    pub total: u64,
    /// None: all.
    drawn: Option<HashSet<(usize, usize)>>,
}

impl OrdinaryChoice {
    /// Whether an ordinary game is kept.
    pub fn has(&self, place: usize, row: usize) -> bool {
        self.drawn
            .as_ref()
            .is_none_or(|drawn| drawn.contains(&(place, row)))
    }
}

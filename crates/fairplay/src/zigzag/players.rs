//! The tested moves of everybody in a zig-zag run, by player.

use std::collections::BTreeMap;

use super::report::ZigzagReport;
use super::tally::{ZigzagSums, ZigzagTally};
use crate::figures::{FigureOptions, Level};

/// Everybody whose moves were tested, by name.
#[derive(Clone, Debug, Default)]
pub struct ZigzagPlayers(BTreeMap<String, ZigzagTally>);

impl ZigzagPlayers {
    /// Adds a game. A side without a name, or without a tested move, is nobody's.
    pub fn add(&mut self, report: &ZigzagReport) {
        let names = [&report.white, &report.black];
        for (name, tally) in names.into_iter().zip(&report.tallies) {
            if let Some(name) = name.as_ref().filter(|_| tally.sums.moves() > 0) {
                self.0.entry(name.clone()).or_default().merge(tally);
            }
        }
    }

    /// What each one's moves come to, in the order of the names.
    pub fn sums(&self, options: &FigureOptions) -> impl Iterator<Item = (&str, ZigzagSums)> {
        let all = self.0.iter();
        all.map(|(name, tally)| (name.as_str(), tally.sums(Level::Player, options)))
    }
}

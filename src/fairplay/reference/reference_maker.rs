//! Makes the table of honest play from a run's games.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::reference::Provenance;
use crate::fairplay::facts::Rules;
use crate::fairplay::figures::{Agreement, GameReport, GameSums};
use crate::fairplay::records::Stamp;

/// Makes a reference of a run's games.
#[derive(Clone, Debug, Default)]
pub struct ReferenceMaker {
    pub(crate) players: BTreeMap<String, Vec<Agreement>>,
    pub(crate) games: u64,
    /// Better-than-best moves, of how many.
    pub(crate) better: (u64, u64),
}

impl ReferenceMaker {
    /// Adds a game. A side without a name is a player of its own.
    pub fn add(&mut self, report: &GameReport, sums: &GameSums) {
        self.games += 1;
        for (name, sums) in [(&report.white, &sums.white), (&report.black, &sums.black)] {
            let next = self.players.len();
            let name = name.clone().unwrap_or_else(|| format!("\n{next}"));
            let sum = sums.agreement();
            if sum.moves > 0 {
                self.players.entry(name).or_default().push(sum);
            }
        }
    }

    /// Adds a game of the engine against itself, for the noise floor.
    pub fn add_noise(&mut self, sums: &GameSums) {
        for sums in [&sums.white, &sums.black] {
            self.better.0 += sums.better_than_best();
            self.better.1 += sums.counted();
        }
    }

    /// Whether there is nothing to make a table of.
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// The table, with `comment` above it.
    pub fn table(&self, comment: &str, stamp: &Stamp, rules: &Rules) -> Result<String, String> {
        #[derive(Serialize)]
        struct Head {
            made: Provenance,
        }
        let head = Head {
            made: Provenance {
                engine: stamp.engine.clone(),
                version: stamp.version.clone(),
                search: stamp.settings.clone(),
                rules: rules.set.key().to_owned(),
                thresholds: rules.thresholds,
                games: self.games,
            },
        };
        // In an order that has nothing to do with that of games or names.
        let mut players: Vec<&Vec<Agreement>> = self.players.values().collect();
        players.sort();
        let mut rows = String::new();
        for (player, games) in (1..).zip(players) {
            for sum in games {
                let _ = writeln!(
                    rows,
                    "  [{player}, {}, {}, {}, {}, {}],",
                    sum.moves, sum.first_choice, sum.equal, sum.loss_cp, sum.capped_loss_cp
                );
            }
        }
        let mut text = String::new();
        for line in comment.lines() {
            let _ = writeln!(text, "{}", format!("# {line}").trim_end());
        }
        text.push('\n');
        text.push_str(&toml::to_string(&head).map_err(|error| error.to_string())?);
        let (count, of) = self.better;
        if of > 0 {
            let _ = write!(text, "\n[better_than_best]\ncount = {count}\nof = {of}\n");
        }
        let _ = write!(text, "\n[sides]\nrows = [\n{rows}]\n");
        Ok(text)
    }
}

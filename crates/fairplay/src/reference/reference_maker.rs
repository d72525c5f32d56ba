//! Makes the table of honest play from a run's games.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::noise::Noise;
use super::reference::Provenance;
use super::skill_unit::SkillUnit;
use crate::facts::Rules;
use crate::figures::{Agreement, GameReport, GameSums};
use crate::records::Stamp;
use plumb_engine::choice::MoveChoice;
use plumb_support::partition::{player_key, short_key};

/// A player of the reference.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReferencePlayer {
    /// The key of each game and what he came to there.
    pub(crate) games: Vec<(u64, Agreement)>,
    pub(crate) choices: Vec<MoveChoice>,
}

/// Makes a reference of a run's games.
#[derive(Clone, Debug, Default)]
pub struct ReferenceMaker {
    /// By the key of the name.
    pub(crate) players: BTreeMap<u64, ReferencePlayer>,
    pub(crate) games: u64,
    pub(crate) noise: Option<Noise>,
}

impl ReferenceMaker {
    /// Adds a game; `hash` stands for its moves. A side without a name is a player of
    /// its own.
    pub fn add(&mut self, report: &GameReport, sums: &GameSums, hash: u64) {
        self.games += 1;
        for (name, sums, side) in [
            (&report.white, &sums.white, "white"),
            (&report.black, &sums.black, "black"),
        ] {
            let sum = sums.agreement();
            if sum.moves == 0 {
                continue;
            }
            let nobody = || player_key(&format!("{side} {hash}"));
            let key = name.as_deref().map_or_else(nobody, player_key);
            let player = self.players.entry(key).or_default();
            player.games.push((short_key(hash), sum));
            let own = report.moves.iter().filter(|mv| mv.side == side);
            let counted = own.filter_map(|mv| mv.verdict.counted());
            player
                .choices
                .extend(counted.map(|facts| facts.choice.clone()));
        }
    }

    /// Adds a game of the engine against itself, for the noise floor: by the main pass
    /// and by the second.
    pub fn add_noise(&mut self, main: &GameReport, second: &GameReport) {
        self.noise.get_or_insert_default().add(main, second);
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
            better_than_best: Option<Noise>,
            skill: Option<SkillUnit>,
        }
        let choices: Vec<Vec<MoveChoice>> = self
            .players
            .values()
            .map(|player| player.choices.clone())
            .collect();
        let mut noise = self.noise.clone();
        if let Some(noise) = &mut noise {
            noise.gains.sort_unstable();
            noise.agreed.sort_unstable();
        }
        let head = Head {
            made: Provenance {
                engine: stamp.engine.clone(),
                version: stamp.version.clone(),
                search: stamp.settings.clone(),
                rules: rules.set.to_string(),
                thresholds: rules.thresholds,
                games: self.games,
            },
            better_than_best: noise,
            // Too few choices for a fit: there is no unit then.
            skill: SkillUnit::of(&choices).ok().filter(SkillUnit::is_finite),
        };
        // In the order of keys, which has nothing to do with that of games or names.
        let mut rows = String::new();
        for (key, player) in &self.players {
            for (game, sum) in &player.games {
                let _ = writeln!(
                    rows,
                    "  [{key:#014x}, {game:#014x}, {}, {}, {}, {}, {}, {}],",
                    sum.moves,
                    sum.first_choice,
                    sum.equal,
                    sum.loss_cp,
                    sum.capped_loss_cp,
                    sum.uncertain
                );
            }
        }
        let mut text = String::new();
        for line in comment.lines() {
            let _ = writeln!(text, "{}", format!("# {line}").trim_end());
        }
        text.push('\n');
        text.push_str(&toml::to_string(&head).map_err(|error| error.to_string())?);
        let _ = write!(text, "\n[sides]\nrows = [\n{rows}]\n");
        Ok(text)
    }
}

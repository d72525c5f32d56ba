//! Honest play to compare with: what players from before engines mattered came
//! to, looked at with the same engine, search and rules.
//!
//! A table holds one row for each side of a game: keys in the place of the player's
//! name and of the game's moves, his counted moves, and sums. The keys are there so that
//! nobody is compared with himself. From the rows come the cloud that reports draw and
//! how common a player's figures are among honest ones (`commonness`); beside them stand
//! how much of "better than the best" is noise and the s and c of all reference players
//! together. Start with `Reference`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::noise::{Noise, NoiseNote};
use super::skill_unit::SkillUnit;
use crate::facts::{Rules, Thresholds};
use crate::figures::{Agreement, GAME_GATE};
use crate::records::{Profile, Stamp};
use plumb_engine::tables::{List, Model, Table, TableError};
use plumb_support::partition::{player_key, short_key};
use plumb_support::wording::{say, text};

/// An amount of honest play in the plots: a side of a game, or a player's games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CloudPoint {
    /// Counted moves.
    pub moves: u64,
    /// CV, 0 to 1.
    pub cv: f64,
    /// AE, in centipawns.
    pub ae_cp: f64,
}

impl CloudPoint {
    fn of(play: &Agreement) -> CloudPoint {
        let moves = play.moves as f64;
        CloudPoint {
            moves: play.moves,
            cv: play.equal as f64 / moves,
            ae_cp: play.loss_cp as f64 / play.certain().max(1) as f64,
        }
    }
}

/// One side of a reference game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    /// Stands for the player's name (see [`player_key`]).
    player: u64,
    /// Stands for the game's moves.
    game: u64,
    agreement: Agreement,
}

/// The reference of one profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    made: Provenance,
    noise: Option<Noise>,
    skill: Option<SkillUnit>,
    sides: Vec<Side>,
    left_out: LeftOut,
}

/// What of a reference is not compared with, because it is in the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Players whose name is among the run's.
    pub players: u64,
    /// Sides of games: of these players, and of games that are in the run.
    pub sides: u64,
}

/// The names and games of a run, by their keys.
#[derive(Clone, Debug, Default)]
pub struct TestedKeys {
    players: BTreeSet<u64>,
    games: BTreeSet<u64>,
}

/// What the records behind a reference depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The engine.
    pub engine: String,
    /// Its version and tables.
    pub version: String,
    /// How it searched.
    pub search: String,
    /// The rule set.
    pub rules: String,
    /// Where the rules draw their lines.
    pub thresholds: Thresholds,
    /// Games that it was made of.
    pub games: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    made: Provenance,
    better_than_best: Option<Noise>,
    skill: Option<SkillUnit>,
    sides: Sides,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sides {
    rows: Vec<List<u64, 8>>,
}

/// What a report says of the reference it compares with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReferenceNote {
    /// What it was made with.
    pub made: Provenance,
    /// Players in it.
    pub players: u64,
    /// Sides of games in it.
    pub sides: u64,
    /// Of these, what is not compared with because it is in the run.
    pub left_out: LeftOut,
    /// Better-than-best moves in games of the engine against itself: noise.
    pub better_than_best_noise: Option<NoiseNote>,
    /// The s and c of all reference players together, in the units of this engine's
    /// centipawns.
    pub skill: Option<SkillUnit>,
}

impl Model for Reference {
    const TABLE: Table = Table::ReferenceFull;

    fn read(table: Table, text: &str) -> Result<Reference, TableError> {
        Reference::from_toml(table, text)
    }
}

impl Reference {
    /// The table of a profile.
    pub fn table(profile: Profile) -> Table {
        match profile {
            Profile::Screen => Table::ReferenceScreen,
            Profile::Full => Table::ReferenceFull,
        }
    }

    /// Reads a table; an error is one line that says where.
    pub fn from_toml(table: Table, text: &str) -> Result<Reference, TableError> {
        let file: File = table.read(text)?;
        for (name, number) in file.skill.iter().flat_map(SkillUnit::numbers) {
            if !number.is_finite() {
                return Err(table.wrong(format!("skill.{name}"), number, "a finite number"));
            }
        }
        let mut sides = Vec::with_capacity(file.sides.rows.len());
        for (index, List(row)) in file.sides.rows.into_iter().enumerate() {
            let [
                player,
                game,
                moves,
                first_choice,
                equal,
                loss_cp,
                capped_loss_cp,
                uncertain,
            ] = row;
            if moves == 0 || first_choice > equal || equal > moves || uncertain > moves {
                let expected = concat!(
                    "[player, game, moves, first choices, equal, loss, capped loss, uncertain]",
                    " with 0 < moves, first choices <= equal <= moves and uncertain <= moves"
                );
                let found = format!("{row:?}");
                return Err(table.wrong(format!("sides.rows[{index}]"), found, expected));
            }
            sides.push(Side {
                player,
                game,
                agreement: Agreement {
                    moves,
                    first_choice,
                    equal,
                    uncertain,
                    loss_cp,
                    capped_loss_cp,
                },
            });
        }
        Ok(Reference {
            made: file.made,
            noise: file.better_than_best,
            skill: file.skill,
            sides,
            left_out: LeftOut::default(),
        })
    }

    /// Why records of this judge under these rules cannot be compared with it;
    /// none if they can. The book does not matter: leaving more of it out leaves
    /// less agreement.
    pub fn differs(&self, stamp: &Stamp, rules: &Rules) -> Option<String> {
        let made = &self.made;
        if made.games == 0 {
            return Some(text!(reference.none_made).to_owned());
        }
        let pairs = [
            ("engine", made.engine.as_str(), stamp.engine.as_str()),
            ("version", &made.version, &stamp.version),
            ("search", &made.search, &stamp.settings),
            ("rules", &made.rules, rules.set.into()),
        ];
        let differing = pairs.iter().find(|(_, theirs, ours)| theirs != ours);
        if let Some((what, theirs, ours)) = differing {
            return Some(say!(reference.other_made, what = *what, theirs, ours));
        }
        (made.thresholds != rules.thresholds).then(|| text!(reference.other_thresholds).to_owned())
    }

    /// What a report says of it.
    pub fn note(&self) -> ReferenceNote {
        ReferenceNote {
            made: self.made.clone(),
            players: self.by_player().len() as u64 + self.left_out.players,
            sides: self.sides.len() as u64 + self.left_out.sides,
            left_out: self.left_out,
            better_than_best_noise: self.noise.as_ref().and_then(Noise::note),
            skill: self.skill,
        }
    }

    /// Notes a game of the run where it, or one of its players, is in the reference.
    pub fn note_tested(&self, tested: &mut TestedKeys, names: [Option<&str>; 2], game: u64) {
        let keys = names.into_iter().flatten().map(player_key);
        let is_known = |key: &u64| self.sides.iter().any(|side| side.player == *key);
        tested.players.extend(keys.filter(is_known));
        let game = short_key(game);
        if self.sides.iter().any(|side| side.game == game) {
            tested.games.insert(game);
        }
    }

    /// The same without the players and games of a run: nobody is compared with
    /// himself, and no game with itself.
    pub fn without(mut self, tested: &TestedKeys) -> Reference {
        let all = (self.by_player().len(), self.sides.len());
        self.sides.retain(|side| {
            !tested.players.contains(&side.player) && !tested.games.contains(&side.game)
        });
        self.left_out.players += (all.0 - self.by_player().len()) as u64;
        self.left_out.sides += (all.1 - self.sides.len()) as u64;
        self
    }

    /// From which gain on, in centipawns, a move that was not the first choice is
    /// beyond the noise; nothing where that was not measured.
    pub fn remarkable_cp(&self) -> Option<i32> {
        self.noise.as_ref().map(Noise::remarkable_cp)
    }

    /// The s and c of all reference players together.
    pub fn skill(&self) -> Option<&SkillUnit> {
        self.skill.as_ref()
    }

    /// Each player's games, in their order.
    pub(super) fn by_player(&self) -> BTreeMap<u64, Vec<Agreement>> {
        let mut players: BTreeMap<u64, Vec<Agreement>> = BTreeMap::new();
        for side in &self.sides {
            let games = players.entry(side.player).or_default();
            games.push(side.agreement);
        }
        players
    }

    /// The points of the plots: every side of a game with enough moves, and every
    /// player after each further game of his.
    pub fn cloud(&self) -> Vec<CloudPoint> {
        let mut points = Vec::new();
        for games in self.by_player().values() {
            let mut sum = Agreement::default();
            for (number, game) in games.iter().enumerate() {
                sum.merge(game);
                if game.moves >= GAME_GATE {
                    points.push(CloudPoint::of(game));
                    if number > 0 {
                        points.push(CloudPoint::of(&sum));
                    }
                }
            }
        }
        points
    }
}

#[cfg(test)]
#[path = "reference_tests.rs"]
mod tests;

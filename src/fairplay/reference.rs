//! Honest play to compare with: what players from before engines mattered came
//! to, looked at with the same engine, search and rules.
//!
//! A table holds one row for each side of a game: a number in the player's place,
//! his counted moves, and sums. From it come the cloud that reports draw, how
//! common a player's figures are among honest ones, and how much of "better than
//! the best" is noise. Start with `Reference`; `ReferenceMaker` makes a table.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::agreement::Agreement;
use super::depths::Profile;
use super::examine::GameReport;
use super::field::GameSums;
use super::judge::Stamp;
use super::judged::Rules;
use super::moments::Share;
use super::report::CloudPoint;
use super::rules::Thresholds;
use super::sums::{GAME_GATE, Sums};
use crate::tables::{Table, TableError, Tables};

/// Where an amount of play lies in the plots.
fn point(play: &Agreement) -> CloudPoint {
    let moves = play.moves as f64;
    CloudPoint {
        moves: play.moves,
        cv: play.equal as f64 / moves,
        ae_cp: play.loss_cp as f64 / moves,
    }
}

/// One side of a reference game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    /// Stands for the player's name.
    player: u64,
    agreement: Agreement,
}

/// A reference sample has at least this part of the moves it stands for.
const LEAST_PART: u64 = 2;
/// So many samples are needed to say how common something is.
pub const SAMPLES_GATE: usize = 100;
/// Of fewer games nothing is said of a player: one game names nobody.
pub const COMMON_GAMES: u64 = 3;

/// The reference of one profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    made: Made,
    noise: Option<Share>,
    sides: Vec<Side>,
}

/// What the records behind a reference depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
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
    made: Made,
    better_than_best: Option<Noise>,
    sides: Sides,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Noise {
    count: u64,
    of: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sides {
    rows: Vec<[u64; 6]>,
}

/// How common figures like a player's are among reference players.
///
/// Samples are games of one reference player put together, in their order, until
/// they have about as many counted moves as the player looked at, and never more:
/// fewer moves spread wider, so that chance is rather over- than underestimated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Commonness {
    /// A sample has at most so many counted moves, and at least half of them.
    pub sample_moves: u64,
    /// Samples with as many first choices (MM) as he, or more.
    pub first_choice: Share,
    /// Samples with a CV as high or higher.
    pub equal: Share,
    /// Samples with an AE as low or lower.
    pub average_error: Share,
    /// Samples with an ACPL as low or lower.
    pub capped_loss: Share,
    /// How many players were looked at.
    pub looked_at: u64,
    /// How many of them are expected to show by chance what is the rarest of the
    /// four here: the upper end of its interval times the players looked at.
    pub expected_by_chance: f64,
}

/// What a report says of the reference it compares with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReferenceNote {
    /// What it was made with.
    pub made: Made,
    /// Players in it.
    pub players: u64,
    /// Sides of games in it.
    pub sides: u64,
    /// Better-than-best moves in games of the engine against itself: noise.
    pub better_than_best_noise: Option<Share>,
}

impl Reference {
    /// The table of a profile.
    pub fn table(profile: Profile) -> Table {
        match profile {
            Profile::Screen => Table::ReferenceScreen,
            Profile::Full => Table::ReferenceFull,
        }
    }

    /// A profile's reference.
    pub fn from_tables(tables: &Tables, profile: Profile) -> Result<Reference, TableError> {
        let table = Reference::table(profile);
        Reference::from_toml(table, tables.text(table))
    }

    /// Reads a table; an error is one line that says where.
    pub fn from_toml(table: Table, text: &str) -> Result<Reference, TableError> {
        let parsed = crate::tables::parse(table, text)?;
        let wrong = |reason: String| TableError::Syntax {
            table,
            reason: reason.lines().collect::<Vec<_>>().join(" "),
        };
        let file: File = parsed
            .try_into()
            .map_err(|error: toml::de::Error| wrong(error.to_string()))?;
        let mut sides = Vec::with_capacity(file.sides.rows.len());
        for (index, row) in file.sides.rows.into_iter().enumerate() {
            let [player, moves, first_choice, equal, loss_cp, capped_loss_cp] = row;
            if moves == 0 || first_choice > equal || equal > moves {
                return Err(wrong(format!(
                    "sides.rows: row {} is {row:?}; expected [player, moves, first choices, equal, loss, capped loss] with 0 < moves and first choices <= equal <= moves",
                    index + 1
                )));
            }
            sides.push(Side {
                player,
                agreement: Agreement {
                    moves,
                    first_choice,
                    equal,
                    loss_cp,
                    capped_loss_cp,
                },
            });
        }
        Ok(Reference {
            made: file.made,
            noise: file
                .better_than_best
                .and_then(|noise| Share::of(noise.count, noise.of)),
            sides,
        })
    }

    /// Why records of this judge under these rules cannot be compared with it;
    /// none if they can. The book does not matter: leaving more of it out leaves
    /// less agreement.
    pub fn differs(&self, stamp: &Stamp, rules: &Rules) -> Option<String> {
        let made = &self.made;
        if made.games == 0 {
            return Some("no reference has been made for this profile yet".to_owned());
        }
        let pairs = [
            ("engine", made.engine.as_str(), stamp.engine.as_str()),
            ("version", &made.version, &stamp.version),
            ("search", &made.search, &stamp.settings),
            ("rules", &made.rules, rules.set.key()),
        ];
        let differing = pairs.iter().find(|(_, theirs, ours)| theirs != ours);
        if let Some((what, theirs, ours)) = differing {
            return Some(format!(
                "the reference was made with {what} '{theirs}', this run with '{ours}'"
            ));
        }
        (made.thresholds != rules.thresholds)
            .then(|| "the reference was made with other thresholds of the rules".to_owned())
    }

    /// What a report says of it.
    pub fn note(&self) -> ReferenceNote {
        ReferenceNote {
            made: self.made.clone(),
            players: self.by_player().len() as u64,
            sides: self.sides.len() as u64,
            better_than_best_noise: self.noise,
        }
    }

    fn by_player(&self) -> BTreeMap<u64, Vec<Agreement>> {
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
                    points.push(point(game));
                    if number > 0 {
                        points.push(point(&sum));
                    }
                }
            }
        }
        points
    }

    /// How common figures of `sums` are; nothing of fewer than [`COMMON_GAMES`]
    /// games or moves than `gate`, or without enough samples.
    pub fn commonness(&self, sums: &Sums, gate: u64, looked_at: u64) -> Option<Commonness> {
        let mine = sums.agreement();
        if sums.games() < COMMON_GAMES || mine.moves < gate {
            return None;
        }
        let players = self.by_player();
        let mut most = mine.moves;
        let samples = loop {
            let samples = samples(&players, most);
            if samples.len() >= SAMPLES_GATE {
                break samples;
            }
            most = most * 9 / 10;
            if most < gate {
                return None;
            }
        };
        let share = |is_as_far: &dyn Fn(&Agreement) -> bool| {
            let count = samples.iter().filter(|sample| is_as_far(sample)).count();
            Share::of(count as u64, samples.len() as u64)
        };
        // Shares and means of different numbers of moves, compared without rounding.
        let above = |theirs: u64, their_moves: u64, own: u64| {
            u128::from(theirs) * u128::from(mine.moves) >= u128::from(own) * u128::from(their_moves)
        };
        let below = |theirs: u64, their_moves: u64, own: u64| {
            u128::from(theirs) * u128::from(mine.moves) <= u128::from(own) * u128::from(their_moves)
        };
        let first_choice = share(&|s| above(s.first_choice, s.moves, mine.first_choice))?;
        let equal = share(&|s| above(s.equal, s.moves, mine.equal))?;
        let average_error = share(&|s| below(s.loss_cp, s.moves, mine.loss_cp))?;
        let capped_loss = share(&|s| below(s.capped_loss_cp, s.moves, mine.capped_loss_cp))?;
        let rarest = [first_choice, equal, average_error, capped_loss]
            .iter()
            .map(|share| share.high)
            .fold(1.0, f64::min);
        Some(Commonness {
            sample_moves: most,
            first_choice,
            equal,
            average_error,
            capped_loss,
            looked_at,
            expected_by_chance: rarest * looked_at as f64,
        })
    }
}

/// Games of one player put together in their order, as long as they have at most
/// so many moves.
fn samples(players: &BTreeMap<u64, Vec<Agreement>>, most: u64) -> Vec<Agreement> {
    let mut samples = Vec::new();
    for games in players.values() {
        let mut sum = Agreement::default();
        for game in games {
            if sum.moves + game.moves > most {
                samples.push(std::mem::take(&mut sum));
            }
            if game.moves <= most {
                sum.merge(game);
            }
        }
        samples.push(sum);
    }
    samples.retain(|sample| sample.moves * LEAST_PART >= most);
    samples
}

/// Makes a reference of a run's games.
#[derive(Clone, Debug, Default)]
pub struct ReferenceMaker {
    players: BTreeMap<String, Vec<Agreement>>,
    games: u64,
    better: (u64, u64),
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

    /// The table, with `comment` above it.
    pub fn table(&self, comment: &str, stamp: &Stamp, rules: &Rules) -> Result<String, String> {
        #[derive(Serialize)]
        struct Head {
            made: Made,
        }
        let head = Head {
            made: Made {
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

#[cfg(test)]
#[path = "reference_tests.rs"]
mod tests;

//! The games of one iteration: a program against itself, with two tables of the
//! search's numbers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::tune::{Trial, with_values};
use plumb_engine::tables::{Table, Tables};
use plumb_gauntlet::{
    EngineConfig, Entrant, Format, GameRecord, GameRules, Match, Next, Opening, OptionSetting,
    Order, TimeControl, schedule,
};
use plumb_protocol::peer::Protocol;

use super::error::TrialError;

/// The transposition table of either side, in MiB.
const HASH_MB: i64 = 16;

/// Where the games of all iterations are played.
pub struct Arena {
    /// The program that plays both sides.
    pub program: PathBuf,
    /// Where the tables that it plays with are written.
    pub folder: PathBuf,
    /// What both sides know, but for the numbers that are tuned.
    pub tables: Tables,
    /// Names of those numbers.
    pub names: Vec<String>,
    /// How much either side may think.
    pub control: TimeControl,
    /// What holds for every game.
    pub rules: GameRules,
    /// Where games begin.
    pub openings: Vec<Opening>,
    /// By which every iteration draws its openings.
    pub seed: u64,
    /// An even number, both colours of each opening.
    pub games_per_iteration: usize,
}

/// Games counted from the side of plus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Won by plus.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Won by minus.
    pub losses: u32,
}

impl Tally {
    /// Games won less games lost.
    pub fn score(self) -> i32 {
        self.wins as i32 - self.losses as i32
    }

    /// All of them.
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Both together.
    pub fn and(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl Arena {
    /// Plays the games of an iteration. What is in play at the same time needs a
    /// `slot` of its own, which is a folder.
    pub fn play(&self, slot: usize, trial: &Trial) -> Result<Tally, TrialError> {
        let lost = |reason: &str| TrialError::Game {
            iteration: trial.number,
            reason: reason.to_owned(),
        };
        let folder = self.folder.join(format!("slot{}", slot + 1));
        let entrants = [
            self.side("plus", &folder, &trial.plus)?,
            self.side("minus", &folder, &trial.minus)?,
        ];
        let games = schedule(
            Format::RoundRobin,
            entrants.len(),
            self.games_per_iteration / 2,
            self.openings.len(),
            Order::Random(self.seed.wrapping_add(trial.number)),
        );
        let contest = Match {
            entrants: &entrants,
            openings: &self.openings,
            rules: &self.rules,
            concurrency: 1,
            interrupt: Arc::new(AtomicBool::new(false)),
        };
        let (mut tally, mut trouble) = (Tally::default(), None);
        contest.play(&games, |game| {
            let record = GameRecord::of(&game, &self.openings[game.scheduled.opening]);
            // A clock that ran out is a loss like any other; what else an engine
            // does wrong says nothing about its numbers.
            let spoilt =
                |record: &GameRecord| record.offender.is_some() && record.kind != "time forfeit";
            match record {
                Some(record) if !spoilt(&record) => {
                    tally = tally.and(counted(&record));
                    Next::Continue
                }
                Some(record) => {
                    trouble = Some(record.termination);
                    Next::Stop
                }
                None => Next::Stop,
            }
        });
        if let Some(reason) = trouble {
            return Err(lost(&reason));
        }
        if tally.games() as usize != games.len() {
            return Err(lost("a side could not be started"));
        }
        Ok(tally)
    }

    /// One side, with a folder of tables that has its numbers.
    fn side(&self, name: &str, folder: &Path, values: &[i32]) -> Result<Entrant, TrialError> {
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder).map_err(|error| TrialError::file(&folder, error))?;
        let names = self.names.iter().map(String::as_str);
        let values = names.zip(values.iter().copied());
        let search = with_values(self.tables.text(Table::Search), values)?;
        let built_in = Tables::embedded();
        for &table in Table::ALL {
            let text = match table {
                Table::Search => &search,
                _ if self.tables.text(table) == built_in.text(table) => continue,
                _ => self.tables.text(table),
            };
            let path = folder.join(table.file_name());
            std::fs::write(&path, text).map_err(|error| TrialError::file(&path, error))?;
        }
        Ok(Entrant {
            config: EngineConfig {
                name: name.to_owned(),
                command: self.program.display().to_string(),
                args: vec!["--tables".to_owned(), folder.display().to_string()],
                protocol: Protocol::Uci,
                options: BTreeMap::from([("Hash".to_owned(), OptionSetting::Number(HASH_MB))]),
                directory: None,
                time_odds: None,
                rating: None,
                rating_source: None,
            },
            program: self.program.clone(),
            control: self.control,
            defaults: Vec::new(),
        })
    }
}

/// A game from the side of plus, which is engine 0.
fn counted(record: &GameRecord) -> Tally {
    let points = if record.white == 0 {
        record.white_points
    } else {
        1.0 - record.white_points
    };
    Tally {
        wins: u32::from(points > 0.75),
        draws: u32::from((0.25..=0.75).contains(&points)),
        losses: u32::from(points < 0.25),
    }
}

//! `plumb fairplay verify`: a report made again from its games and records, and a sample
//! of the records searched again.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

use plumb::fairplay::{VerificationSettings, verify};
use plumb::tables::Models;

use super::known_sources::KnownSources;
use plumb_terminal::Screen;
use plumb_terminal::{Ending, Failure, say};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The report in JSON Lines
    #[arg(value_name = "REPORT.jsonl")]
    report: PathBuf,

    /// The games it is about
    #[arg(value_name = "GAMES.pgn", required = true)]
    games: Vec<PathBuf>,

    /// How many records to search again, drawn over players and games
    #[arg(long, value_name = "N", default_value_t = 40)]
    sample: usize,

    /// Which: any number gives another choice [default: one drawn by lot, and printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    #[command(flatten)]
    sources: KnownSources,
}

impl Arguments {
    fn settings(&self, seed: u64) -> Result<VerificationSettings, Failure> {
        Ok(VerificationSettings {
            sample: self.sample,
            seed,
            book: self.sources.book()?,
            tablebases: self.sources.tablebases()?,
        })
    }
}

/// A seed that whoever made the report could not know.
fn drawn_seed() -> u64 {
    u64::from(RandomState::new().hash_one(std::process::id()) as u32)
}

pub(super) fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let seed = arguments.seed.unwrap_or_else(drawn_seed);
    let settings = arguments.settings(seed)?;
    let screen = Screen::default();
    let games = plumb_terminal::open_games(&arguments.games, screen.interrupt())?;
    let verified = verify(&arguments.report, games, settings, models, &screen)?;
    let Some(verified) = verified else {
        return Err(Failure("stopped".to_owned()));
    };
    screen.close();
    say(format!(
        "{} lines made again from the games and the report's records, {} different",
        verified.lines, verified.different_lines
    ));
    say(format!(
        "{} of {} records searched again, {} different (--seed {seed})",
        verified.searched, verified.records, verified.different_records
    ));
    for thing in &verified.unchecked {
        say(format!("Not checked: {thing}"));
    }
    Ok(match verified.is_good() {
        true => Ending::Done,
        false => Ending::CheckFailed,
    })
}

//! `plumb fairplay verify`: a report checked against fresh searches.

use std::path::PathBuf;

use plumb::fairplay::{Verification, Verified};
use plumb::unpack;

use super::input;
use super::observer::Screen;
use crate::cli::command::{Ending, Failure, Knowledge, say};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The report in JSON Lines
    #[arg(value_name = "REPORT.jsonl")]
    report: PathBuf,

    /// The games it is about
    #[arg(value_name = "GAMES.pgn", required = true)]
    games: Vec<PathBuf>,

    /// How many moves to look at again
    #[arg(long, value_name = "N", default_value_t = 40)]
    sample: usize,

    /// Which moves: any number gives another choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    let name = arguments.report.display().to_string();
    let report = unpack::open(&arguments.report).map_err(|e| Failure(format!("{name}: {e}")))?;
    let equipment = knowledge.equipment();
    let (sample, seed) = (arguments.sample, arguments.seed);
    let mut check = Verification::begin(&name, report, sample, seed, &equipment)?;
    let screen = Screen::new();
    for input in input::open(&arguments.games)? {
        if !check.check(input, &screen) {
            return Err(Failure("stopped".to_owned()));
        }
    }
    screen.close();
    let Verified {
        moves,
        records,
        different,
    } = check.finish(&screen);
    say(format!(
        "{moves} of {records} moves looked at again, {different} different"
    ));
    Ok(if different == 0 && moves > 0 {
        Ending::Done
    } else {
        Ending::CheckFailed
    })
}

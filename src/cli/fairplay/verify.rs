//! `plumb fairplay verify`: a report checked against fresh searches.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use plumb::fairplay::{Judge, PlumbJudge, REPORT_FORMAT, Sample, games, recheck};
use plumb::unpack;

use super::{input, tables_digest};
use crate::cli::fairplay_index::standard_input_once;
use crate::cli::progress::{Progress, interrupt_flag};
use crate::cli::{Ending, Failure, Knowledge, say};

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
    let name = arguments.report.display();
    let report = unpack::open(&arguments.report).map_err(|e| Failure(format!("{name}: {e}")))?;
    let mut sample = Sample::read(report, arguments.sample, arguments.seed)
        .map_err(|error| Failure(format!("{name}: {error}")))?;
    let head = &sample.head;
    if head.format != REPORT_FORMAT {
        return Err(Failure(format!(
            "{name}: it is '{}', and this version checks '{REPORT_FORMAT}'",
            head.format
        )));
    }
    let Some(depths) = head.search else {
        return Err(Failure(format!(
            "{name}: it was made with {}; only reports of Plumb's own search can be checked",
            head.engine
        )));
    };
    let weights = Arc::clone(&knowledge.weights);
    let mut judge = PlumbJudge::new(weights, &tables_digest(knowledge), depths)?;
    let stamp = judge.stamp();
    if (head.engine_version.as_str(), head.settings.as_str())
        != (stamp.version.as_str(), stamp.settings.as_str())
    {
        return Err(Failure(format!(
            "{name}: it was made with version '{}' and '{}', this is '{}' and '{}'",
            head.engine_version, head.settings, stamp.version, stamp.settings
        )));
    }
    standard_input_once(&arguments.games)?;
    let interrupt = interrupt_flag();
    let mut progress = Progress::new("moves", Some(sample.count() as u64), 0);
    let (mut checked, mut wrong) = (0, 0);
    for path in &arguments.games {
        for game in games(&input::name(path), input::open(path)?) {
            let Ok(game) = game else { continue };
            let Some(claims) = sample.take(&game) else {
                continue;
            };
            for line in recheck(&game, &claims, &mut judge, &interrupt) {
                wrong += 1;
                progress.warn(&line);
            }
            checked += claims.len();
            progress.update(checked as u64, &|_| format!("{wrong} different"));
            if interrupt.load(Ordering::Relaxed) {
                return Err(Failure("stopped".to_owned()));
            }
        }
    }
    progress.close();
    for (file, number) in sample.missing() {
        wrong += 1;
        eprintln!("plumb: game {number} of {file} is not among the games");
    }
    say(format!(
        "{checked} of {} moves looked at again, {wrong} different",
        sample.records
    ));
    Ok(if wrong == 0 && checked > 0 {
        Ending::Done
    } else {
        Ending::CheckFailed
    })
}

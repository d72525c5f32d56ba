//! `plumb label`: an engine evaluates the positions of a file.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use plumb::gauntlet::{EnginesFile, Entrant, OptionSetting, TimeControl};
use plumb::label::{Judge, Unit, game_units, line_units, resume};
use plumb::peer::{Limits, PeerError, Player};
use plumb::selfplay::{SampleFile, SettingsList, in_order};
use plumb::tune::fingerprint;

use super::progress::{Progress, duration_text, interrupt_flag, per_minute};
use super::{Ending, Failure, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// Positions: lines of FEN;result;score;depth;game or the beginning of
    /// that, EPD, or a .pgn file
    #[arg(value_name = "FILE")]
    input: PathBuf,

    /// The engine, by its name in the list of engines
    #[arg(long, value_name = "NAME")]
    engine: String,

    /// The file that lists the engines
    #[arg(long, value_name = "FILE", default_value = "engines.toml")]
    config: PathBuf,

    /// Nodes for each position [default: 2000 if nothing else is said]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Depth for each position, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,

    /// Engines that share the work
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,

    /// Of a .pgn file, take the position after every so many plies
    #[arg(long, value_name = "PLIES", default_value_t = 1)]
    every: usize,

    /// Make the engine forget before each position, not only before each game
    /// (or 64 lines that name no game): slower, and labels depend on nothing else
    #[arg(long)]
    forget: bool,

    /// Size of the engine's hash table in MB, if it has such an option
    #[arg(long, value_name = "MB", default_value_t = 8)]
    hash: i64,

    /// The file for the labelled positions: lines of
    /// FEN;result;score;depth;game, the score in centipawns or #mate from
    /// White's side
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Go on with the file after an interruption
    #[arg(long)]
    resume: bool,
}

/// No position is worth more time.
const PATIENCE: Duration = Duration::from_secs(600);
/// Problems that are told; after that they are only counted.
const MOST_PROBLEMS: u64 = 20;

pub fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    let interrupt = interrupt_flag();
    let entrant = entrant(arguments)?;
    let start = || entrant.start(&interrupt);
    let judges = judges(arguments, &start)?;
    let name = judges.first().map_or("", |judge| judge.engine_name());
    let made_with = made_with(arguments, &entrant, name)?;
    let mut file = SampleFile::open(&arguments.out, &made_with, arguments.resume)?;
    let mut units = units(arguments)?;
    let resumed = resume(&mut file, &mut units)?;
    if resumed.labels > 0 {
        say(format!("Resuming after {} labels.", resumed.labels));
    }
    let total = count_lines(arguments)?;
    let mut progress = Progress::new("positions", total, resumed.lines);
    let mut tally = Tally {
        lines: resumed.lines,
        ..Tally::default()
    };
    let mut trouble = None;
    in_order(
        judges,
        resumed.unit.into_iter().chain(units),
        &interrupt,
        |judge, unit| judge.label(unit),
        |labelled| {
            tally.labels += labelled.samples.len() as u64;
            tally.lines += labelled.lines;
            for problem in &labelled.problems {
                tally.problems += 1;
                if tally.problems <= MOST_PROBLEMS {
                    progress.warn(problem);
                }
            }
            let text: String = labelled.samples.iter().map(|s| format!("{s}\n")).collect();
            if let Err(error) = file.add(&text) {
                trouble = Some(Failure::from(error));
                return false;
            }
            let done = if total.is_some() {
                tally.lines
            } else {
                resumed.labels + tally.labels
            };
            progress.update(done, &|elapsed| {
                format!("{} a second", per_minute(tally.labels, elapsed) / 60)
            });
            if labelled.hopeless {
                trouble = Some(Failure(format!(
                    "{} fails again and again: find out why, then add --resume to go on",
                    entrant.config.name
                )));
            }
            trouble.is_none()
        },
    );
    progress.close();
    if let Some(error) = trouble {
        return Err(error);
    }
    file.sync()?;
    let elapsed = progress.elapsed();
    say(format!(
        "{} positions labelled, {} in this run in {} ({} a second), {} left out.",
        resumed.labels + tally.labels,
        tally.labels,
        duration_text(elapsed),
        per_minute(tally.labels, elapsed) / 60,
        tally.problems,
    ));
    if interrupt.load(Ordering::Relaxed) {
        say("Stopped; add --resume to go on.");
    }
    Ok(if tally.problems == 0 {
        Ending::Done
    } else {
        Ending::CheckFailed
    })
}

#[derive(Default)]
struct Tally {
    labels: u64,
    lines: u64,
    problems: u64,
}

fn entrant(arguments: &Arguments) -> Result<Entrant, Failure> {
    let file = EnginesFile::read(&arguments.config)?;
    let config = file.engine(&arguments.engine)?.clone();
    let program = config.locate().ok_or_else(|| {
        format!(
            "{} is not installed ({}): install it, or correct its command in {}",
            config.name,
            config.command,
            arguments.config.display()
        )
    })?;
    let mut defaults: Vec<(String, OptionSetting)> = file
        .defaults
        .options
        .into_iter()
        .filter(|(name, _)| !name.eq_ignore_ascii_case("hash"))
        .collect();
    defaults.push(("Hash".to_owned(), OptionSetting::Number(arguments.hash)));
    Ok(Entrant {
        config,
        program,
        // Not used: every position has its own limits.
        control: TimeControl::Nodes(1),
        defaults,
    })
}

type Judges<S> = Vec<Judge<S>>;

fn judges<S>(arguments: &Arguments, start: S) -> Result<Judges<S>, Failure>
where
    S: Fn() -> Result<Box<dyn Player>, PeerError> + Copy,
{
    let nodes = arguments
        .nodes
        .or(arguments.depth.is_none().then_some(2_000));
    let limits = Limits {
        nodes,
        depth: arguments.depth,
        ..Limits::default()
    };
    let judge = |_| Judge::new(start, limits, PATIENCE, arguments.forget);
    let judges: Result<Judges<S>, PeerError> =
        (0..arguments.concurrency.max(1)).map(judge).collect();
    Ok(judges?)
}

fn is_pgn(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

fn open(path: &Path) -> Result<File, Failure> {
    Ok(File::open(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?)
}

fn units(arguments: &Arguments) -> Result<Box<dyn Iterator<Item = Unit> + Send>, Failure> {
    let file = open(&arguments.input)?;
    Ok(if is_pgn(&arguments.input) {
        Box::new(game_units(file, arguments.every))
    } else {
        Box::new(line_units(BufReader::with_capacity(1 << 20, file)))
    })
}

/// How many lines there are, for the progress; none for a PGN file.
fn count_lines(arguments: &Arguments) -> Result<Option<u64>, Failure> {
    if is_pgn(&arguments.input) {
        return Ok(None);
    }
    let mut file = BufReader::with_capacity(1 << 20, open(&arguments.input)?);
    let mut lines = 0;
    loop {
        let read = file.fill_buf();
        let bytes =
            read.map_err(|error| format!("cannot read {}: {error}", arguments.input.display()))?;
        if bytes.is_empty() {
            return Ok(Some(lines));
        }
        lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let count = bytes.len();
        file.consume(count);
    }
}

/// All that a label depends on.
fn made_with(
    arguments: &Arguments,
    entrant: &Entrant,
    engine_name: &str,
) -> Result<SettingsList, Failure> {
    let digest = fingerprint(&arguments.input)?.sha256;
    let setting = |name: &str, value: String| (name.to_owned(), value);
    let limit = |limit: Option<String>| limit.unwrap_or_else(|| "none".to_owned());
    Ok(vec![
        setting("input", format!("SHA-256 {digest}")),
        setting("engine", engine_name.to_owned()),
        setting(
            "options",
            format!("{:?} {:?}", entrant.defaults, entrant.config.options),
        ),
        setting("nodes", limit(arguments.nodes.map(|n| n.to_string()))),
        setting("depth", limit(arguments.depth.map(|n| n.to_string()))),
        setting("every", format!("{} plies", arguments.every)),
        setting("forget", arguments.forget.to_string()),
    ])
}

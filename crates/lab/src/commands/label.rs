//! `plumb-lab label`: an engine evaluates the positions of a file.

use std::collections::HashSet;
use std::fmt::Display;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plumb_chess::board::Move;
use plumb_chess::notation::pgn::PgnGame;
use plumb_gauntlet::{Entrant, OptionSetting, TimeControl};
use plumb_lab::label::{Judge, Unit, game_units, line_units, resume};
use plumb_lab::selfplay::{SampleFile, SettingsList, in_order};
use plumb_lab::tune::{GamePart, fingerprint_until, game_key, game_part, position_key, read_until};
use plumb_protocol::peer::{PeerError, Player, SearchBudget};
use plumb_support::unpack;

use plumb_terminal::EngineListArgument;
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, duration_text, interrupt_flag, per_minute};

#[derive(clap::Args)]
pub struct Arguments {
    /// Positions: lines of FEN;result;score;depth;game or the beginning of
    /// that, EPD, or a .pgn file
    #[arg(value_name = "FILE")]
    input: PathBuf,

    /// The engine, by its name in the list of engines or its path (path:cecp)
    #[arg(long, value_name = "NAME")]
    engine: String,

    #[command(flatten)]
    list: EngineListArgument,

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

    /// Of a .pgn file, take only games of this part, by the key of their moves
    /// (docs/tuning.md)
    #[arg(long, value_name = "PART", value_enum)]
    part: Option<Part>,

    /// Of a .pgn file, leave out games that share a position after ply 20 with
    /// this file of positions: those kept for measuring
    #[arg(long, value_name = "FILE")]
    without: Option<PathBuf>,

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

/// What a game of a collection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    Tune,
    Validation,
    Judge,
}

impl Part {
    fn has(self, key: u64) -> bool {
        match game_part(key) {
            GamePart::Tune => self == Part::Tune,
            GamePart::Validation => self == Part::Validation,
            GamePart::Judge => self == Part::Judge,
        }
    }
}

/// Plies that many games have in common.
const COMMON_PLIES: usize = 20;

/// No position is worth more time.
const PATIENCE: Duration = Duration::from_secs(600);
/// Said of a run of which nothing is left.
const STOPPED: &str = "stopped before the first position was labelled";
/// Problems that are told; after that they are only counted.
const MOST_PROBLEMS: u64 = 20;

pub fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    let interrupt = interrupt_flag();
    let entrant = entrant(arguments)?;
    let start = || entrant.start(&interrupt);
    let judges = judges(arguments, &start)?;
    let name = judges.first().map_or("", |judge| judge.engine_name());
    // All files are opened before the first is made: one may keep its reader waiting.
    let input = Input {
        path: &arguments.input,
        stop: &interrupt,
    };
    let provenance = provenance(arguments, &entrant, name, &input)?;
    let units = units(arguments, &input)?;
    let total = input.count_lines()?;
    let mut file = SampleFile::open(&arguments.out, &provenance, arguments.resume)?;
    // The last unit of input that is left is cut off, or none.
    let is_wanted = |_: &Unit| !interrupt.load(Ordering::Relaxed);
    let mut units = units.take_while(is_wanted);
    let resumed = resume(&mut file, &mut units).map_err(|error| input.failed(error))?;
    if resumed.labels > 0 {
        say(format!("Resuming after {} labels.", resumed.labels));
    }
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
    let is_interrupted = interrupt.load(Ordering::Relaxed);
    if resumed.labels + tally.labels == 0 {
        file.discard();
        if is_interrupted {
            return Err(Failure(STOPPED.to_owned()));
        }
        return Err(Failure(format!(
            "{}: no position in it could be labelled",
            arguments.input.display()
        )));
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
    if is_interrupted {
        say("Stopped; add --resume to go on.");
    }
    Ok(if tally.problems == 0 && !is_interrupted {
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
    let list = arguments.list.read()?;
    let config = list.engine(&arguments.engine)?;
    let program = list.program(&config)?;
    let mut defaults: Vec<(String, OptionSetting)> = list
        .default_options()
        .iter()
        .filter(|(name, _)| !name.eq_ignore_ascii_case("hash"))
        .map(|(name, value)| (name.clone(), value.clone()))
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
    let limits = SearchBudget {
        nodes,
        depth: arguments.depth,
        ..SearchBudget::default()
    };
    let judge = |_| Judge::new(start, limits, PATIENCE, arguments.forget);
    let judges: Result<Judges<S>, PeerError> =
        (0..arguments.concurrency.max(1)).map(judge).collect();
    Ok(judges?)
}

fn is_pgn(path: &Path) -> bool {
    unpack::is_named(path, "pgn")
}

/// The file of positions, which is left when the run is stopped.
struct Input<'a> {
    path: &'a Path,
    stop: &'a Arc<AtomicBool>,
}

impl Input<'_> {
    fn open(&self) -> Result<Box<dyn BufRead + Send>, Failure> {
        unpack::open_until(self.path, self.stop).map_err(|error| self.unreadable(&error))
    }

    fn unreadable(&self, error: &io::Error) -> Failure {
        self.failed(format!("cannot read {}: {error}", self.path.display()))
    }

    /// Reading that is stopped fails, but there is nothing wrong with what is read.
    fn failed(&self, error: impl Display) -> Failure {
        match self.stop.load(Ordering::Relaxed) {
            true => Failure("stopped while reading".to_owned()),
            false => Failure(error.to_string()),
        }
    }

    /// How many lines there are, for the progress; none for a PGN file.
    fn count_lines(&self) -> Result<Option<u64>, Failure> {
        if is_pgn(self.path) {
            return Ok(None);
        }
        let mut file = self.open()?;
        let mut lines = 0;
        loop {
            let bytes = file.fill_buf().map_err(|error| self.unreadable(&error))?;
            if bytes.is_empty() {
                return Ok(Some(lines));
            }
            lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
            let count = bytes.len();
            file.consume(count);
        }
    }
}

fn units(
    arguments: &Arguments,
    input: &Input,
) -> Result<Box<dyn Iterator<Item = Unit> + Send>, Failure> {
    let text = input.open()?;
    Ok(if is_pgn(input.path) {
        let selects = game_selection(arguments, input)?;
        Box::new(game_units(text, arguments.every, selects))
    } else {
        Box::new(line_units(text))
    })
}

/// Whether a game is to be labelled at all.
fn game_selection(
    arguments: &Arguments,
    input: &Input,
) -> Result<impl Fn(&PgnGame) -> bool + Send + use<>, Failure> {
    let mut kept_back = HashSet::new();
    if let Some(path) = &arguments.without {
        let labels = read_until(path, input.stop).map_err(|error| input.failed(error))?;
        for labelled in labels {
            let labelled = labelled.map_err(|error| input.failed(error))?;
            kept_back.insert(position_key(&labelled.position));
        }
    }
    let part = arguments.part;
    Ok(move |game: &PgnGame| {
        let moves: Vec<Move> = game.played().collect();
        if part.is_some_and(|part| !part.has(game_key(&game.start, &moves))) {
            return false;
        }
        let mut position = game.start.clone();
        kept_back.is_empty()
            || moves.iter().enumerate().all(|(ply, mv)| {
                position = position.play(*mv);
                ply < COMMON_PLIES || !kept_back.contains(&position_key(&position))
            })
    })
}

/// All that a label depends on.
fn provenance(
    arguments: &Arguments,
    entrant: &Entrant,
    engine_name: &str,
    input: &Input,
) -> Result<SettingsList, Failure> {
    let digest = |path: &Path| match fingerprint_until(path, input.stop) {
        Ok(print) => Ok(format!("SHA-256 {}", print.sha256)),
        Err(error) => Err(input.failed(error)),
    };
    let without = match &arguments.without {
        Some(path) => digest(path)?,
        None => "nothing".to_owned(),
    };
    let setting = |name: &str, value: String| (name.to_owned(), value);
    let limit = |limit: Option<String>| limit.unwrap_or_else(|| "none".to_owned());
    Ok(vec![
        setting("input", digest(input.path)?),
        setting("engine", engine_name.to_owned()),
        setting(
            "options",
            format!("{:?} {:?}", entrant.defaults, entrant.config.options),
        ),
        setting("nodes", limit(arguments.nodes.map(|n| n.to_string()))),
        setting("depth", limit(arguments.depth.map(|n| n.to_string()))),
        setting("every", format!("{} plies", arguments.every)),
        setting("part", format!("{:?}", arguments.part)),
        setting("without", without),
        setting("forget", arguments.forget.to_string()),
    ])
}

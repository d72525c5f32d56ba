//! `plumb-lab train windows`: windows of honest games, for how p-values of `plumb counterfactual`
//! come out.

use std::collections::{BTreeMap, HashSet};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use plumb_chess::board::{Color, Game};
use plumb_counterfactual::{
    HonestP, HonestWindow, LEAST_MOVES, LossDepth, Method, ModelPolicy, Policy, PolicyError,
    Question, Ratings, ReganPolicy, SamplingPlan, StudyTools, Target, Window, WindowStatistic,
    honest_p_values,
};
use plumb_engine::choice::{HumanModel, ReganSkill};
use plumb_engine::eval::Weights;
use plumb_engine::tables::Models;
use plumb_fairplay::{
    RecordedMoves, SelectionRequest, SourceGame, games, human_model, moves_key, pool_of,
    time_class_of,
};
use plumb_support::lock::Lock;
use plumb_support::random::mixed;
use plumb_support::unpack;

use crate::commands::train::window_records::{BANDS, WindowRecord, band_of, read_records};
use crate::commands::train::windows_table::write_table;
use plumb_terminal::{Ending, Failure, say, warn};
use plumb_terminal::{Progress, interrupt_flag};

#[derive(clap::Args)]
pub struct Arguments {
    /// PGN files of honest, rated games, also packed; none: only the table is written
    #[arg(value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,

    /// The file of p-values, a line for each window; what is there is kept
    #[arg(long, value_name = "FILE.jsonl")]
    records: PathBuf,

    /// Write the table of all p-values in the file of records
    #[arg(long, value_name = "FILE.toml")]
    out: Option<PathBuf>,

    /// What says how people play
    #[arg(long, value_enum, default_value_t = PolicyName::Model)]
    policy: PolicyName,

    /// Look at the decisions on the board, not at lines
    #[arg(long)]
    path: bool,

    /// Lines beside each window
    #[arg(long, value_name = "N", default_value_t = 199, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,

    /// How much a centipawn that is lost tells against a line; above 0 by rejection, and not for
    /// the table
    #[arg(
        long,
        value_name = "BETA",
        default_value_t = 0.0,
        conflicts_with = "path"
    )]
    beta: f64,

    /// Plies of a window
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=40))]
    window: u64,

    /// A window begins behind so many plies
    #[arg(long, value_name = "PLIES", default_value_t = BOOK_PLIES)]
    book_plies: usize,

    /// Windows of each band of ratings, at most, one a game
    #[arg(long, value_name = "N", default_value_t = 100)]
    each: usize,

    /// Also replace the player's moves by the choices of a search of so many nodes
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    assistant: Option<u64>,

    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    selection: SelectionRequest,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PolicyName {
    Model,
    SecondLook,
    Regan,
}

/// A window begins behind so many plies, as in `plumb counterfactual`.
const BOOK_PLIES: usize = 16;

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    if !arguments.beta.is_finite() || arguments.beta < 0.0 {
        let beta = arguments.beta;
        return Err(Failure(format!(
            "beta is {beta}: expected a number from 0 on"
        )));
    }
    let stamp = RecordedMoves::stamp_of_choices(models).to_string();
    // Without games nothing would be written but an empty table.
    if arguments.games.is_empty() && !arguments.records.exists() {
        let records = arguments.records.display();
        return Err(Failure(format!(
            "{records}: no such file, and no games to make it of"
        )));
    }
    let _lock = Lock::file(&arguments.records)?;
    let known = read_records(&arguments.records)?;
    let mut is_whole = true;
    if !arguments.games.is_empty() {
        is_whole = look(arguments, models, &stamp, &known)?;
    }
    let records = read_records(&arguments.records)?;
    say(format!(
        "{} windows in {}.",
        records.len(),
        arguments.records.display()
    ));
    if let Some(out) = &arguments.out {
        write_table(out, &records, &stamp)?;
    }
    match is_whole {
        true => Ok(Ending::Done),
        false => {
            say("Stopped. What was looked at is kept; the same command goes on.");
            Ok(Ending::CheckFailed)
        }
    }
}

/// A game in few bytes, until it is known whether it is wanted.
struct Candidate {
    key: u64,
    game: SourceGame,
    side: Color,
    ratings: Ratings,
}

impl Candidate {
    fn rating(&self) -> f64 {
        self.side.fold(self.ratings.white, self.ratings.black)
    }

    fn window(&self, book_plies: usize, plies: usize) -> Option<HonestWindow> {
        let mut game = Game::new(self.game.start.clone());
        for ply in &self.game.plies {
            game.play(ply.mv?);
        }
        let window = Window::of(&game, self.side, book_plies + 1, plies).ok()?;
        if window.suspect_moves() < LEAST_MOVES {
            return None;
        }
        Some(HonestWindow {
            key: self.key,
            window,
            ratings: self.ratings,
        })
    }
}

/// Looks at windows; false when stopped.
fn look(
    arguments: &Arguments,
    models: &Models,
    stamp: &str,
    known: &[WindowRecord],
) -> Result<bool, Failure> {
    let people = human_model(models)?;
    let skill = models.get::<ReganSkill>()?;
    let stop = interrupt_flag();
    let depth = LossDepth::default();
    let (policy, statistic) = names(arguments);
    let plies = arguments.window as usize;
    let samples = match arguments.path {
        true => 0,
        false => arguments.samples as usize,
    };
    let of_question = |record: &&WindowRecord| {
        record.stamp == stamp
            && record.policy == policy
            && record.statistic == <&str>::from(statistic)
            && record.plies == plies
            && record.depth == depth.plies
            && record.lines == depth.lines
            && record.samples == samples
            && record.beta == arguments.beta
            && record.assisted_p.is_some() == arguments.assistant.is_some()
    };
    let done: HashSet<&str> = known
        .iter()
        .filter(of_question)
        .map(|record| record.game.as_str())
        .collect();
    let mut candidates = candidates(arguments, &people, &stop)?;
    // In an order that has nothing to do with the file's.
    candidates.sort_by_key(|candidate| mixed(candidate.key ^ arguments.seed));
    let mut wanted = [arguments.each; BANDS.len() - 1];
    let mut windows = Vec::new();
    let mut ratings = BTreeMap::new();
    for candidate in &candidates {
        let Some(band) = band_of(candidate.rating()).filter(|&band| wanted[band] > 0) else {
            continue;
        };
        let Some(window) = candidate.window(arguments.book_plies, plies) else {
            continue;
        };
        wanted[band] -= 1;
        ratings.insert(candidate.key, candidate.rating());
        if !done.contains(key_text(candidate.key).as_str()) {
            windows.push(window);
        }
    }
    drop(candidates);
    let question = match arguments.path {
        true => Question::Path(arguments.seed),
        false => Question::Sample(SamplingPlan {
            target: Target::Human {
                beta: arguments.beta,
            },
            method: Method::Independent,
            samples,
            chains: 1,
            burn_in: 0,
            seed: arguments.seed,
            jobs: 1,
        }),
    };
    let weights = models.get::<Weights>()?;
    let failed = |error: plumb_engine::search::OutOfMemory| PolicyError::Failed(error.to_string());
    let maker = || -> Result<Box<dyn Policy>, PolicyError> {
        let (weights, stop) = (Arc::clone(&weights), Arc::clone(&stop));
        Ok(match arguments.policy {
            PolicyName::Model | PolicyName::SecondLook => {
                let policy = ModelPolicy::new(Arc::clone(&people), weights).map_err(failed)?;
                let policy = policy.with_stop(stop);
                match arguments.policy == PolicyName::SecondLook {
                    true => Box::new(policy.with_second_look()),
                    false => Box::new(policy),
                }
            }
            PolicyName::Regan => {
                let policy = ReganPolicy::new(Arc::clone(&skill), weights).map_err(failed)?;
                Box::new(policy.with_stop(stop))
            }
        })
    };
    let tools = StudyTools {
        policy: &maker,
        weights: Arc::clone(&weights),
        depth,
        stop: Arc::clone(&stop),
    };
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&arguments.records)?;
    let all = windows.len() as u64;
    let mut progress = Progress::new("windows", Some(all), 0);
    let mut problem = None;
    let mut count = 0;
    let mut keep = |p: HonestP| {
        let record = WindowRecord {
            game: key_text(p.key),
            stamp: stamp.to_owned(),
            policy: policy.to_owned(),
            statistic: statistic.to_string(),
            plies,
            depth: depth.plies,
            lines: depth.lines,
            samples,
            beta: arguments.beta,
            rating: ratings.get(&p.key).copied().unwrap_or_default(),
            p: p.honest,
            assisted_p: p.assisted,
        };
        let line = serde_json::to_string(&record).map_err(io::Error::from);
        let written = line.and_then(|line| file.write_all(format!("{line}\n").as_bytes()));
        if let Err(error) = written {
            problem.get_or_insert(error);
            stop.store(true, Ordering::Relaxed);
        }
        count += 1;
        progress.update(count, &|_| String::new());
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.map_or_else(cores, usize::from);
    honest_p_values(
        windows,
        question,
        arguments.assistant,
        &tools,
        jobs,
        &mut keep,
    )?;
    progress.close();
    match problem {
        Some(error) => Err(Failure(format!("{}: {error}", arguments.records.display()))),
        None => Ok(!stop.load(Ordering::Relaxed)),
    }
}

fn names(arguments: &Arguments) -> (&'static str, WindowStatistic) {
    let policy = match arguments.policy {
        PolicyName::Model => "model",
        PolicyName::SecondLook => "second-look",
        PolicyName::Regan => "regan",
    };
    match arguments.path {
        true => (policy, WindowStatistic::Path),
        false => (policy, WindowStatistic::Lines),
    }
}

fn key_text(key: u64) -> String {
    format!("{key:012x}")
}

/// The games that can be used.
fn candidates(
    arguments: &Arguments,
    people: &HumanModel,
    stop: &Arc<std::sync::atomic::AtomicBool>,
) -> Result<Vec<Candidate>, Failure> {
    let mut selection = arguments.selection.games()?;
    let least = arguments.book_plies + arguments.window as usize;
    selection.min_plies.get_or_insert(least);
    let mut candidates = Vec::new();
    let mut keys = HashSet::new();
    let mut problems = 0;
    for path in &arguments.games {
        let name = path.display().to_string();
        let source = unpack::open_until(path, stop);
        let source = source.map_err(|error| Failure(format!("{name}: {error}")))?;
        for game in games(&name, source) {
            let Ok(mut game) = game else {
                problems += 1;
                continue;
            };
            if !selection.chooses(&game) || game.plies.iter().any(|ply| ply.mv.is_none()) {
                continue;
            }
            let key = moves_key(&game);
            let rating = |side| {
                let rating = f64::from(game.rating(side)?);
                Some(people.comparable(rating, pool_of(&game), time_class_of(&game)))
            };
            let (Some(white), Some(black)) = (rating(Color::White), rating(Color::Black)) else {
                continue;
            };
            if !keys.insert(key) {
                continue;
            }
            let side = match mixed(key) & 1 {
                0 => Color::White,
                _ => Color::Black,
            };
            game.tags.clear();
            game.plies.truncate(least);
            candidates.push(Candidate {
                key,
                game,
                side,
                ratings: Ratings { white, black },
            });
        }
    }
    if problems > 0 {
        warn(format!("{problems} games could not be read"));
    }
    Ok(candidates)
}

//! `plumb review`: which moves of a game lost winning chances, and why.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use plumb::choice::HumanModel;
use plumb::eval::{WdlModel, Weights};
use plumb::fairplay::human_model;
use plumb::notation::pgn::{PgnEntry, PgnOptions, PgnProblem, read_games};
use plumb::output_folder::OutputFolder;
use plumb::review::{
    GameReview, PROGRESS_FILE, REVIEW_FILES, ReviewFormat, ReviewProgress, ReviewRequest,
    ReviewSettings, ReviewWriter, WrittenReview, review_key,
};
use plumb::tables::Models;
use plumb::unpack;
use plumb::wording::counted;

use plumb_terminal::refuse_own_input;
use plumb_terminal::{Ending, Failure, Stdout, note, say, warn};
use plumb_terminal::{Progress, interrupt_flag};

#[derive(clap::Args)]
pub struct Arguments {
    /// Files of games in PGN, packed ones too
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,

    #[command(flatten)]
    request: ReviewRequest,

    /// How many positions to search at once [default: the number of processor cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// Write review.html, review.pgn and review.jsonl into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "format")]
    out: Option<PathBuf>,

    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Pgn,
    Jsonl,
}

impl Format {
    fn of_reviews(self) -> ReviewFormat {
        match self {
            Format::Text => ReviewFormat::Text,
            Format::Pgn => ReviewFormat::Pgn,
            Format::Jsonl => ReviewFormat::JsonLines,
        }
    }
}

/// What has been done so far.
#[derive(Default)]
struct Tally {
    games: u64,
    problems: u64,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    // Better to hear of a damaged table before anything is written.
    models.get::<Weights>()?;
    models.get::<WdlModel>()?;
    let stop = interrupt_flag();
    let mut sources = Vec::new();
    for path in &arguments.games {
        sources.push((path.display().to_string(), opened(path, &stop)?));
    }
    if let Some(folder) = &arguments.out {
        refuse_own_input(&arguments.games, folder, &REVIEW_FILES)?;
        refuse_own_input(&arguments.games, folder, &[PROGRESS_FILE])?;
    }
    let folder = arguments
        .out
        .as_deref()
        .map(OutputFolder::open)
        .transpose()?;
    let mut writer = match &folder {
        Some(folder) => ReviewWriter::folder(folder.path())?,
        None => ReviewWriter::stream(arguments.format.of_reviews(), Box::new(Stdout)),
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.map_or_else(cores, usize::from);
    let settings = arguments.request.settings(jobs, u64::MAX);
    // What people would play is left out where their model doesn't fit the tables.
    let people = human_model(models).ok();
    let progress = folder
        .as_ref()
        .map(|folder| ReviewProgress::open(folder.path(), &settings, models));
    let mut progress = progress.transpose()?;
    let mut tally = Tally::default();
    let mut last_problem = None;
    for (name, source) in sources {
        let options = PgnOptions {
            comments: true,
            null_moves: true,
            ..PgnOptions::MOVES
        };
        let mut is_empty = true;
        for entry in read_games(source, options) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            is_empty = false;
            let number = match &entry {
                Ok(entry) => entry.number,
                Err(problem) => problem.number,
            };
            if !arguments.request.has_game(number) {
                continue;
            }
            match entry.and_then(with_moves) {
                Ok(entry) => {
                    for note in &entry.notes {
                        warn(format!("{name}, {}", entry.named(note)));
                    }
                    let key = review_key(&name, &entry);
                    if let Some(earlier) = progress.as_mut().and_then(|kept| kept.take(&key)) {
                        note(format!("{}: reviewed before", earlier.title));
                        writer.add_written(earlier)?;
                        tally.games += 1;
                        continue;
                    }
                    let review =
                        reviewed(&name, &entry, &settings, models, people.as_deref(), &stop)?;
                    if review.is_stopped && review.plies.iter().all(|ply| ply.drop.is_none()) {
                        break;
                    }
                    match &mut progress {
                        None => writer.add(&review)?,
                        Some(progress) => {
                            let written = WrittenReview::of(&review)?;
                            if !review.is_stopped {
                                progress.keep(&key, &written)?;
                            }
                            note(&written.title);
                            writer.add_written(written)?;
                        }
                    }
                    tally.games += 1;
                }
                Err(problem) => {
                    writer.add_problem(&name, problem.line, &problem.reason)?;
                    let text = format!("{name}, {problem}");
                    warn(&text);
                    last_problem = Some(text);
                    tally.problems += 1;
                }
            }
        }
        if is_empty && arguments.games.len() > 1 && !stop.load(Ordering::Relaxed) {
            warn(format!("{name}: there is no game in it"));
        }
    }
    if tally.games == 0 {
        return Err(nothing(arguments, &stop, last_problem));
    }
    let is_stopped = stop.load(Ordering::Relaxed);
    if is_stopped {
        writer.set_stopped()?;
    }
    writer.finish()?;
    if let Some(progress) = progress.filter(|_| !is_stopped) {
        progress.finish()?;
    }
    if is_stopped {
        let games = counted(tally.games, "game");
        note(format!(
            "stopped: {games} reviewed, the last of them perhaps in part; the rest was not looked \
             at{}",
            match folder.is_some() {
                true => ": the same command goes on",
                false => "",
            }
        ));
    }
    if let Some(folder) = folder {
        let problems = match tally.problems {
            0 => String::new(),
            count => format!(", {} left out", counted(count, "game")),
        };
        let games = counted(tally.games, "game");
        say(format!(
            "{games} reviewed{problems}: {}",
            folder.path().join("review.html").display()
        ));
    }
    Ok(match is_stopped {
        true => Ending::CheckFailed,
        false => Ending::Done,
    })
}

fn opened(path: &Path, stop: &Arc<AtomicBool>) -> Result<Box<dyn BufRead + Send>, Failure> {
    let name = path.display();
    if path.is_dir() {
        return Err(Failure(format!("{name} is a folder: name its files")));
    }
    unpack::open_until(path, stop).map_err(|error| Failure(format!("{name}: {error}")))
}

/// A game with something to review.
fn with_moves(entry: PgnEntry) -> Result<PgnEntry, PgnProblem> {
    let has_moves = entry.game.played().next().is_some();
    match has_moves {
        true => Ok(entry),
        false => {
            let reason = "it has no moves".to_owned();
            Err(PgnProblem::of_game(entry.number, entry.line, reason))
        }
    }
}

fn reviewed(
    name: &str,
    entry: &PgnEntry,
    settings: &ReviewSettings,
    models: &Models,
    people: Option<&HumanModel>,
    stop: &AtomicBool,
) -> Result<GameReview, Failure> {
    let mut progress = Progress::new("searches", Some(entry.game.moves.len() as u64 + 1), 0);
    let number = entry.number;
    let mut advance = |done: usize, all: usize| {
        progress.set_total(all as u64);
        progress.update(done as u64, &|_| format!("game {number}"));
    };
    let review = GameReview::of(name, entry, settings, models, people, stop, &mut advance);
    progress.close();
    Ok(review?)
}

/// Why nothing was reviewed.
fn nothing(arguments: &Arguments, stop: &AtomicBool, problem: Option<String>) -> Failure {
    if stop.load(Ordering::Relaxed) {
        return Failure("stopped before the first move was looked at".to_owned());
    }
    match (problem, arguments.request.game) {
        (Some(_), _) => Failure("no game could be reviewed".to_owned()),
        (None, Some(game)) => Failure(format!("there is no game {}", game.get())),
        (None, None) => {
            let names = arguments
                .games
                .iter()
                .map(|path| path.display().to_string());
            let names: Vec<String> = names.collect();
            Failure(format!("no game was found in {}", names.join(", ")))
        }
    }
}

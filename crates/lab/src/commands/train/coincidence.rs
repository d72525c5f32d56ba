//! `plumb-lab train coincidence`: how many sides of honest games a threshold of CV or AE would
//! accuse, by the number of moves, and the border that nobody honest crossed.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use plumb_engine::tables::Models;
use plumb_fairplay::{
    Book, FigureOptions, Index, RecordedMoves, RuleSet, Rules, Standard, Yardstick,
};
use plumb_lab::training::{CoincidenceSample, SideCoincidence, games_at};
use plumb_support::wording::counted;

use super::fitting::{names, stopped, warn_if_unfinished};
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, interrupt_flag};

/// Counted moves of a side.
const LENGTHS: [RangeInclusive<u64>; 7] = [
    10..=14,
    15..=19,
    20..=29,
    30..=39,
    40..=59,
    60..=u64::MAX,
    10..=u64::MAX,
];
/// CV that one may want to accuse by; the one of Barnes and Hernandez-Castro is 0.9.
const COINCIDENCE_VALUES: [f64; 4] = [0.7, 0.8, 0.9, 1.0];
/// AE that one may want to accuse by, in centipawns.
const AVERAGE_ERRORS_CP: [f64; 3] = [2.5, 5.0, 10.0];
/// The border: at least so many moves, and at least so high a CV.
const LEAST_MOVES: [u64; 6] = [10, 15, 20, 30, 40, 60];
const LEAST_COINCIDENCE_VALUES: [f64; 7] = [0.0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

#[derive(clap::Args)]
pub struct Arguments {
    /// Folders of runs with the moves of honest people: of `plumb-lab train records --everybody
    /// --moves 300`, by the rules barnes only, or of `plumb fairplay`, in the profiles screen or full
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    people: Vec<PathBuf>,

    /// Which moves count: barnes, burnham, regan or plumb
    #[arg(long, default_value_t = RuleSet::Barnes)]
    rules: RuleSet,

    /// So many plies from the start are book
    #[arg(long, value_name = "N", default_value_t = 0)]
    book_plies: usize,

    /// An index of older games, made by `plumb fairplay index`
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,

    /// Write the games that a deeper look is worth into this PGN file
    #[arg(long, value_name = "FILE.pgn")]
    deeper: Option<PathBuf>,

    /// A deeper look is worth who has this CV or more
    #[arg(long, value_name = "SHARE", default_value_t = 0.9, requires = "deeper")]
    least_cv: f64,

    /// And so many of those with the lowest AE
    #[arg(long, value_name = "N", default_value_t = 100, requires = "deeper")]
    lowest: usize,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let rules = arguments.rules;
    let standard = Standard {
        rules: Rules {
            set: rules,
            ..Rules::default()
        },
        yardstick: Yardstick::of(models)?,
        options: FigureOptions {
            rules,
            ..FigureOptions::default()
        },
        tables: None,
        models: None,
        trends: None,
    };
    let mut book = Book::default().with_plies(arguments.book_plies);
    if let Some(path) = &arguments.index {
        book = book.with_index(Index::open_read_only(path)?);
    }
    let folders = arguments.people.iter();
    let runs = folders.map(|folder| RecordedMoves::open_any(folder, models));
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    for (run, folder) in runs.iter().zip(&arguments.people) {
        warn_if_unfinished(run, folder)?;
    }
    let drawn = runs.iter().position(|run| !run.knows_losses());
    if let Some(place) = drawn.filter(|_| rules != RuleSet::Barnes) {
        return Err(Failure(format!(
            "{}: records of drawn moves have lists and no losses; expected --rules barnes, or a run of plumb fairplay",
            arguments.people[place].display()
        )));
    }
    if let Some(path) = arguments.deeper.as_ref().filter(|path| path.exists()) {
        return Err(Failure(format!(
            "{}: is there already; choose another --deeper",
            path.display()
        )));
    }
    let mut sample = CoincidenceSample::default();
    let interrupt = interrupt_flag();
    for run in &runs {
        let mut progress = Progress::new("games", Some(run.games()?), 0);
        sample.add(run, &book, &standard, &mut |done| {
            progress.update(done, &|_| "read".to_owned());
            !interrupt.load(Ordering::Relaxed)
        })?;
        progress.close();
        if interrupt.load(Ordering::Relaxed) {
            return Ok(stopped());
        }
    }
    if sample.sides().is_empty() {
        return Err(Failure(format!(
            "no side of a game in {} has enough moves that rules {rules} count",
            names(&arguments.people)
        )));
    }
    say(format!(
        "{}, {} with enough moves, rules {rules}.",
        counted(sample.games(), "game"),
        counted(sample.sides().len(), "side")
    ));
    tell_accused(&sample);
    tell_border(&sample);
    if let Some(path) = &arguments.deeper {
        let places = sample.remarkable(arguments.least_cv, arguments.lowest);
        std::fs::write(path, games_at(&runs, &places)?)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        say(format!(
            "{} to look at deeper: {}.",
            counted(places.len(), "game"),
            path.display()
        ));
    }
    Ok(Ending::Done)
}

fn tell_accused(sample: &CoincidenceSample) {
    let values = COINCIDENCE_VALUES.map(|value| format!("CV {value:.1} or more"));
    let errors = AVERAGE_ERRORS_CP.map(|error| format!("AE {error} cp or less"));
    say(format!(
        "| moves | sides | highest CV | {} | lowest AE, cp | {} |\n|---|---|---|{}",
        values.join(" | "),
        errors.join(" | "),
        "---|".repeat(values.len() + 1 + errors.len())
    ));
    for moves in &LENGTHS {
        let Some((highest, lowest)) = sample.extremes(moves) else {
            continue;
        };
        let accused = |accuses: &dyn Fn(&SideCoincidence) -> bool| {
            let reached = sample.reached(moves, accuses);
            let [low, high] = reached.interval.map(|share| 100.0 * share);
            format!("{} ({low:.1} to {high:.1} %)", reached.count)
        };
        let values =
            COINCIDENCE_VALUES.map(|value| accused(&|side| side.coincidence_value >= value));
        let errors = AVERAGE_ERRORS_CP.map(|error| accused(&|side| side.average_error_cp <= error));
        let length = match (*moves.start(), *moves.end()) {
            (start, u64::MAX) => format!("{start} and more"),
            (start, end) => format!("{start} to {end}"),
        };
        say(format!(
            "| {length} | {} | {highest:.2} | {} | {lowest:.1} | {} |",
            sample.reached(moves, |_| true).of,
            values.join(" | "),
            errors.join(" | ")
        ));
    }
}

fn tell_border(sample: &CoincidenceSample) {
    let values = LEAST_COINCIDENCE_VALUES.map(|value| match value == 0.0 {
        true => "any CV".to_owned(),
        false => format!("CV {value:.1} or more"),
    });
    say(format!(
        "| lowest AE, cp: so many moves or more | {} |\n|---|{}",
        values.join(" | "),
        "---|".repeat(values.len())
    ));
    for moves in LEAST_MOVES {
        let borders = LEAST_COINCIDENCE_VALUES.map(|value| {
            let border = sample.border_cp(moves, value);
            border.map_or("–".to_owned(), |border| format!("{border:.1}"))
        });
        say(format!("| {moves} | {} |", borders.join(" | ")));
    }
}

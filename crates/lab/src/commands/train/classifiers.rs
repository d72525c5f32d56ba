//! `plumb-lab train classifiers`: how well moves of engines are told from those of strong people, by
//! several machines, and how much of that is the moves and not the positions.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use plumb_engine::choice::TimeClass;
use plumb_engine::tables::Models;
use plumb_fairplay::RecordedMoves;
use plumb_lab::classifiers::{Boosting, Classifier};
use plumb_lab::training::{
    ClassFigures, ClassProbability, Columns, MoveSample, MoveVector, MoverKind, ResampledFigure,
    among_like_positions, among_shared_openings, balanced_sample, calibration, frequent_engines,
    predictions,
};

use super::fitting::{names, read, stopped, warn_of_leak};
use plumb_terminal::choice_models;
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, interrupt_flag};

/// Small trees, many of them.
const BOOSTING: Classifier = Classifier::Boosting(Boosting {
    trees: 60,
    depth: 4,
    rate: 0.2,
    least_examples: 20,
    gamma: 0.0,
    lambda: 4.0,
});

/// What is compared, the one that others are held against first.
const ROWS: [(Classifier, Columns); 13] = [
    (BOOSTING, Columns::All),
    (BOOSTING, Columns::Earlier),
    (BOOSTING, Columns::Position),
    (BOOSTING, Columns::Move),
    (Classifier::Forest, Columns::All),
    (Classifier::Logit, Columns::All),
    (Classifier::Logit, Columns::Earlier),
    (Classifier::NaiveBayes, Columns::All),
    (Classifier::Neighbours, Columns::All),
    (Classifier::SupportVectors, Columns::All),
    (Classifier::Logit, Columns::Position),
    (Classifier::Logit, Columns::LogRatio),
    (Classifier::Logit, Columns::FirstChoice),
];

/// Borders of ratings, in Elo.
const BANDS: [(i32, i32); 3] = [(2_200, 2_400), (2_400, 2_600), (2_600, 4_000)];

/// So many engines are left out in turn.
const ENGINES: usize = 8;

#[derive(clap::Args)]
pub struct Arguments {
    /// Folders of runs that `plumb-lab train records` made of games between engines: fitted to
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    engines: Vec<PathBuf>,

    /// The same of games of people: fitted to, where the time control was long
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    people: Vec<PathBuf>,

    /// Games between engines that are told
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    told_engines: Vec<PathBuf>,

    /// Games of people that are told
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    told_people: Vec<PathBuf>,

    /// The least rating of people, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 2_200)]
    least_rating: i32,

    /// Seed of what is drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let fitted_to = sample(arguments, models, &arguments.engines, &arguments.people)?;
    let told = sample(
        arguments,
        models,
        &arguments.told_engines,
        &arguments.told_people,
    )?;
    let (Some(mut fitted_to), Some(mut told)) = (fitted_to, told) else {
        return Ok(stopped());
    };
    if !fitted_to.has_forced_lines() || !told.has_forced_lines() {
        say(
            "Not all records say how far the line is forced, so that none is looked at for it (plumb-lab train records --forced-lines).",
        );
        fitted_to.forget_forced_lines();
        told.forget_forced_lines();
    }
    let is_long = |one: &&MoveVector| one.is_engine || one.class == TimeClass::Classical;
    let training: Vec<&MoveVector> = fitted_to.moves.iter().filter(is_long).collect();
    let training = balanced_sample(&training, arguments.seed);
    let all_told: Vec<&MoveVector> = told.moves.iter().collect();
    let validation: Vec<&MoveVector> = all_told
        .iter()
        .copied()
        .filter(|one| is_long(one))
        .collect();
    let validation = balanced_sample(&validation, arguments.seed);
    say(format!(
        "Fitted to {} moves ({}), told {} ({}); half of them each are engines'.",
        training.len(),
        names(&[arguments.engines.clone(), arguments.people.clone()].concat()),
        validation.len(),
        names(
            &[
                arguments.told_engines.clone(),
                arguments.told_people.clone()
            ]
            .concat()
        ),
    ));
    if training.is_empty() || validation.is_empty() {
        return Err(Failure(
            "moves of engines and of people are needed".to_owned(),
        ));
    }
    let both = |engines: &[PathBuf], people: &[PathBuf]| [engines, people].concat();
    let own = both(&arguments.engines, &arguments.people);
    let others = both(&arguments.told_engines, &arguments.told_people);
    if !warn_of_leak(&own, &others, models, RecordedMoves::open)? {
        return Ok(stopped());
    }
    let trial = Trial {
        training: &training,
        seed: arguments.seed,
    };
    if !trial.compare(&validation)? {
        return Ok(stopped());
    }
    trial.by_kind(&validation, &all_told)?;
    match trial.without_engines(&validation)? {
        true => Ok(Ending::Done),
        false => Ok(stopped()),
    }
}

struct Trial<'a> {
    training: &'a [&'a MoveVector],
    seed: u64,
}

impl Trial<'_> {
    fn figures(&self, told: &[ClassProbability]) -> Option<ClassFigures> {
        ClassFigures::of(told, self.seed)
    }

    /// Every machine on the same moves; false if it was interrupted.
    fn compare(&self, moves: &[&MoveVector]) -> Result<bool, Failure> {
        say(
            "| machine | it sees | right | ROC area | less than the first | Brier score | area among like positions | among shared openings |\n|---|---|---|---|---|---|---|---|",
        );
        let interrupt = interrupt_flag();
        let mut progress = Progress::new("machines", Some(ROWS.len() as u64), 0);
        let mut first: Option<(Vec<ClassProbability>, ResampledFigure)> = None;
        let mut pairs = 0;
        for (done, (machine, columns)) in (0..).zip(ROWS) {
            if interrupt.load(Ordering::Relaxed) {
                progress.close();
                return Ok(false);
            }
            progress.update(done, &|_| format!("{}, {}", machine.name(), columns.name()));
            let (name, sees) = (machine.name(), columns.name());
            let told = match predictions(machine, columns, self.training, moves) {
                Ok(told) => told,
                Err(reason) => {
                    say(format!("| {name} | {sees} | {reason} |"));
                    continue;
                }
            };
            let Some(figures) = self.figures(&told) else {
                continue;
            };
            let less = first.as_ref().map(|(_, area)| area.less(&figures.area));
            let alike = self.figures(&among_like_positions(&told, moves));
            let (shared, count) = among_shared_openings(&told, moves);
            pairs = count;
            let shared = self.figures(&shared);
            let area = |figures: Option<ClassFigures>| {
                figures.map_or("–".to_owned(), |figures| words(&figures.area))
            };
            say(format!(
                "| {name} | {sees} | {} | {} | {} | {} | {} | {} |",
                percent(&figures.accuracy),
                words(&figures.area),
                less.as_ref().map_or("–".to_owned(), words),
                words(&figures.brier),
                area(alike),
                area(shared)
            ));
            if first.is_none() {
                first = Some((told, figures.area));
            }
        }
        progress.close();
        say(format!("Pairs of games that share an opening: {pairs}."));
        if let Some((told, _)) = first {
            say("| said by the first | moves | said on average | engines' |\n|---|---|---|---|");
            for (number, bin) in calibration(&told).into_iter().enumerate() {
                say(format!(
                    "| {} | {} | {:.2} | {:.2} |",
                    number + 1,
                    bin.count,
                    bin.mean_probability,
                    bin.share_in_class
                ));
            }
        }
        Ok(true)
    }

    /// The logit by rating and time class of the people, against all engines' moves, all of them
    /// already told.
    fn by_kind(&self, validation: &[&MoveVector], all: &[&MoveVector]) -> Result<(), Failure> {
        say("| people | moves | right | ROC area |\n|---|---|---|---|");
        let engines = validation.iter().filter(|one| one.is_engine);
        let engines: Vec<&MoveVector> = engines.copied().collect();
        let mut rows: Vec<(String, Vec<&MoveVector>)> = Vec::new();
        let people = |is_row: &dyn Fn(&MoveVector) -> bool| -> Vec<&MoveVector> {
            let people = all.iter().copied().filter(|one| !one.is_engine);
            people.filter(|one| is_row(one)).collect()
        };
        for (low, high) in BANDS {
            let is_row = |one: &MoveVector| {
                one.class == TimeClass::Classical && (low..high).contains(&one.rating)
            };
            rows.push((format!("{low} to {}", high - 1), people(&is_row)));
        }
        for &class in TimeClass::ALL {
            let name = class.key().to_owned();
            rows.push((name, people(&|one| one.class == class)));
        }
        for (name, people) in rows {
            let moves = balanced_sample(&[engines.clone(), people].concat(), self.seed);
            let told = predictions(Classifier::Logit, Columns::All, self.training, &moves)?;
            if let Some(figures) = self.figures(&told) {
                say(format!(
                    "| {name} | {} | {} | {} |",
                    moves.len(),
                    percent(&figures.accuracy),
                    words(&figures.area)
                ));
            }
        }
        Ok(())
    }

    /// The logit on each engine's moves when it was fitted to no version of it, beside what it
    /// says when it was; false if it was interrupted.
    fn without_engines(&self, moves: &[&MoveVector]) -> Result<bool, Failure> {
        let interrupt = interrupt_flag();
        say(
            "| engine | moves | right when fitted to it | ROC area | right when not | ROC area |\n|---|---|---|---|---|---|",
        );
        let people = moves.iter().copied().filter(|one| !one.is_engine);
        let people: Vec<&MoveVector> = people.collect();
        for engine in frequent_engines(moves, ENGINES) {
            if interrupt.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let own = moves.iter().copied().filter(|one| one.engine == engine);
            let tested = [own.collect(), people.clone()].concat();
            let tested = balanced_sample(&tested, self.seed);
            let others = self.training.iter().copied();
            let others: Vec<&MoveVector> = others.filter(|one| one.engine != engine).collect();
            let mut columns = Vec::new();
            for fitted_to in [self.training, &others] {
                let told = predictions(Classifier::Logit, Columns::All, fitted_to, &tested)?;
                if let Some(figures) = self.figures(&told) {
                    columns.push(percent(&figures.accuracy));
                    columns.push(words(&figures.area));
                }
            }
            say(format!(
                "| {engine} | {} | {} |",
                tested.len(),
                columns.join(" | ")
            ));
        }
        Ok(true)
    }
}

/// The moves of these runs; nothing if it was interrupted.
fn sample(
    arguments: &Arguments,
    models: &Models,
    engines: &[PathBuf],
    people: &[PathBuf],
) -> Result<Option<MoveSample>, Failure> {
    let choice_models = choice_models(models, false)?;
    let mut sample = MoveSample::default();
    let from_people = MoverKind::People {
        from_rating: arguments.least_rating,
    };
    for (folders, kind) in [(engines, MoverKind::Engines), (people, from_people)] {
        let is_whole = read(folders, models, |run, go_on| {
            sample.add(run, kind, &choice_models, go_on)
        })?;
        if !is_whole {
            return Ok(None);
        }
    }
    sample.without_given_moves();
    Ok(Some(sample))
}

/// A figure with its interval.
fn words(figure: &ResampledFigure) -> String {
    let [low, high] = figure.interval();
    format!("{:.3} ({low:.3} to {high:.3})", figure.value)
}

fn percent(figure: &ResampledFigure) -> String {
    let [low, high] = figure.interval().map(|share| 100.0 * share);
    format!("{:.1} % ({low:.1} to {high:.1})", 100.0 * figure.value)
}

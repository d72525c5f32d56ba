//! `plumb-lab train evidence`: how far honest people scatter around the human-choice model.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use plumb_engine::choice::{HonestScatter, Pool};
use plumb_engine::tables::Models;
use plumb_fairplay::{ChoiceModels, EVIDENCE_GATE, RecordedMoves};
use plumb_lab::training::{
    FitProvenance, HonestFigures, HonestPlayer, HonestSample, JointChance, RepeatedLooks,
    SCATTER_HEAD, fit_scatter, fit_tails, honest_events, honest_fields, honest_players,
};
use plumb_support::wording::counted;

use super::evidence_tables::{
    cells, tell_events, tell_fields, tell_joint_chances, tell_looks, tell_ratings,
};
use super::fitting::{command, names, no_choice, read, stopped, warn_of_leak, write_table};
use plumb_terminal::choice_models;
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, interrupt_flag};

#[derive(clap::Args)]
pub struct Arguments {
    /// Folders of runs of whole games by honest people that no model was fitted to
    /// (plumb-lab train records --moves 300). None: the numbers of the tables are measured as
    /// they are
    #[arg(long, value_name = "DIR", num_args = 1..)]
    data: Vec<PathBuf>,

    /// Folders of such runs of other people, on which the numbers are measured
    #[arg(long, value_name = "DIR", num_args = 1..)]
    measure: Vec<PathBuf>,

    /// Players with fewer choices are not measured
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    choices: u64,

    /// Where the table goes
    #[arg(long, value_name = "FILE", requires = "data")]
    out: Option<PathBuf>,
}

/// Events with fewer players are not looked at as a whole.
const FIELD_PLAYERS: u64 = 2;

/// How rare each figure is where it is asked how many they are together.
const JOINT_CHANCES: [f64; 5] = [0.1, 0.05, 0.02, 0.01, 0.005];

/// The seed of the draws by which that is found.
const JOINT_SEED: u64 = 1;

/// Tails are fitted to so many players; of fewer they stay nearly normal.
const TAIL_PLAYERS: usize = 100;

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    if arguments.data.is_empty() && arguments.measure.is_empty() {
        return Err(Failure(
            "name folders of runs: --data DIR to fit, --measure DIR to measure".to_owned(),
        ));
    }
    let mut choice_models = choice_models(models, arguments.data.is_empty())?;
    let mut fitted_to = String::new();
    if !arguments.data.is_empty() {
        let Some(sample) = sample(&arguments.data, &choice_models, models)? else {
            return Ok(stopped());
        };
        let Some(scatter) = fit(&sample, &choice_models) else {
            return Ok(stopped());
        };
        choice_models.scatter = Arc::new(scatter);
        let players = honest_players(&sample, &choice_models, EVIDENCE_GATE);
        let mut note = String::new();
        match fit_tails(&players, TAIL_PLAYERS) {
            Some([matches, ratios, losses]) => {
                let scatter = Arc::make_mut(&mut choice_models.scatter);
                scatter.match_tail = matches;
                scatter.ratio_tail = ratios;
                scatter.loss_tail = losses;
            }
            None => {
                note = format!(
                    "; tails are left nearly normal, lighter than they are: fewer than {TAIL_PLAYERS} players with {EVIDENCE_GATE} choices"
                );
            }
        }
        fitted_to = tell(
            &choice_models,
            &sample,
            "Fitted to",
            arguments,
            &arguments.data,
        );
        if !note.is_empty() {
            say(note.trim_start_matches("; "));
            fitted_to.push_str(&note);
        }
    }
    let mut measured_on = String::new();
    if !arguments.measure.is_empty() {
        let Some(sample) = sample(&arguments.measure, &choice_models, models)? else {
            return Ok(stopped());
        };
        let (data, measure) = (&arguments.data, &arguments.measure);
        if !warn_of_leak(data, measure, models, RecordedMoves::open)? {
            return Ok(stopped());
        }
        measured_on = tell(
            &choice_models,
            &sample,
            "Measured on",
            arguments,
            &arguments.measure,
        );
    }
    if let Some(path) = &arguments.out {
        let rest = format!("--choices {} --out evidence.toml", arguments.choices);
        let provenance = FitProvenance {
            command: command("evidence", &arguments.data, &arguments.measure, &rest),
            data: fitted_to,
            result: measured_on,
        };
        write_table(
            path,
            &choice_models
                .scatter
                .to_toml(SCATTER_HEAD, &provenance.meta()),
        )?;
    }
    Ok(Ending::Done)
}

/// Sets the numbers up; nothing if it was interrupted.
fn fit(sample: &HonestSample, choice_models: &ChoiceModels) -> Option<HonestScatter> {
    let interrupt = interrupt_flag();
    let mut progress = Progress::new("steps", None, 0);
    let mut steps = 0;
    let fitted = fit_scatter(sample, choice_models, |step| {
        steps += 1;
        progress.update(steps, &|_| step.to_owned());
        !interrupt.load(Ordering::Relaxed)
    });
    progress.close();
    // What is measured is what the table says.
    Some(fitted?.rounded())
}

/// Shows what reports would say of these players together, and sums it up in a line.
fn tell(
    choice_models: &ChoiceModels,
    sample: &HonestSample,
    what: &str,
    arguments: &Arguments,
    folders: &[PathBuf],
) -> String {
    let head = format!(
        "{} of {} in {} ({})",
        counted(sample.choices(), "choice"),
        counted(sample.players(), "player"),
        counted(sample.games(), "game"),
        names(folders)
    );
    say(format!("{what} {head}."));
    let gate = arguments.choices;
    say(format!(
        "Players with at least {}:",
        counted(gate as usize, "choice")
    ));
    say(
        "| players | how many | choices, median | matches: z, mean | deviation | beyond 2, 3, 4 | engine likeness: z, mean | deviation | beyond 2, 3, 4 | deep losses: z, mean | deviation | beyond 2, 3, 4 | rating in the interval | half its width | error of the intrinsic rating | deviation of ratings | correlation | p up to 1/20, 1/100, 1/1000 |",
    );
    say("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let players = honest_players(sample, choice_models, gate);
    let groups = groups(&players, gate);
    let mut all = None;
    for (name, own) in &groups {
        all = HonestFigures::of(own);
        if let Some(figures) = &all {
            say(format!("| {name} | {} |", cells(figures)));
        }
    }
    tell_ratings(&groups);
    tell_events(&honest_events(sample, choice_models));
    tell_fields(&honest_fields(sample, choice_models, FIELD_PLAYERS));
    tell_joint_chances(&JointChance::of(
        sample,
        choice_models,
        &JOINT_CHANCES,
        JOINT_SEED,
    ));
    tell_looks(&RepeatedLooks::of(sample, choice_models));
    match all {
        None => head,
        Some(all) => format!(
            "{head}: z of {} with {gate} choices and more has mean {:.2} and deviation {:.2} for matches, {:.2} and {:.2} for engine likeness, {:.2} and {:.2} for deep losses; {:.1} % of ratings lie in the interval of the intrinsic rating",
            counted(all.players, "player"),
            all.match_z[0],
            all.match_z[1],
            all.ratio_z[0],
            all.ratio_z[1],
            all.loss_z[0],
            all.loss_z[1],
            100.0 * all.covered
        ),
    }
}

/// Players with names for them: by list, by rating, by choices, and all at the end.
fn groups(players: &[HonestPlayer], gate: u64) -> Vec<(String, Vec<HonestPlayer>)> {
    let of = |is_in: &dyn Fn(&HonestPlayer) -> bool| -> Vec<HonestPlayer> {
        players.iter().copied().filter(|one| is_in(one)).collect()
    };
    let mut groups: Vec<(String, Vec<HonestPlayer>)> = (Pool::ALL.iter())
        .map(|pool| (pool.key().to_owned(), of(&|one| one.pool == *pool)))
        .collect();
    for low in (600..3_000).step_by(400) {
        let band = f64::from(low)..f64::from(low + 400);
        let name = format!("rated {low} to {}", low + 399);
        groups.push((name, of(&|one| band.contains(&one.rating))));
    }
    for (low, high) in [(gate, 2 * gate), (2 * gate, 4 * gate), (4 * gate, u64::MAX)] {
        let name = match high {
            u64::MAX => format!("{low} choices and more"),
            _ => format!("{low} to {} choices", high - 1),
        };
        groups.push((name, of(&|one| (low..high).contains(&one.choices))));
    }
    groups.push(("all".to_owned(), players.to_vec()));
    groups
}

/// The choices of runs; nothing if it was interrupted.
fn sample(
    folders: &[PathBuf],
    choice_models: &ChoiceModels,
    models: &Models,
) -> Result<Option<HonestSample>, Failure> {
    let mut sample = HonestSample::default();
    let is_whole = read(folders, models, |run, go_on| {
        sample.add(run, choice_models, go_on)
    })?;
    match is_whole && sample.choices() == 0 {
        true => Err(no_choice(folders)),
        false => Ok(is_whole.then_some(sample)),
    }
}

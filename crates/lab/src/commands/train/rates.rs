//! `plumb-lab train rates`: how many moves of honest people and of engines are engine-like, and how
//! often an honest player has many of them by the number of moves.

use std::path::PathBuf;

use plumb_engine::tables::Models;
use plumb_lab::training::{HonestSample, PositiveRates, RateFigures, stretch_chances};
use plumb_stats::statistics::clopper_pearson;

use super::fitting::{names, no_choice, read, stopped};
use plumb_terminal::choice_models;
use plumb_terminal::{Ending, Failure, say};

/// Of games with fewer moves a rate says nothing.
const GAME_MOVES: usize = 10;
/// Numbers of moves.
const MOVES: [usize; 6] = [10, 20, 50, 100, 200, 400];
/// Rates that many honest players do not have.
const THRESHOLDS: [f64; 4] = [0.5, 0.55, 0.6, 0.7];

/// Chances of stretches.
const STRETCHES: [f64; 4] = [0.1, 0.05, 0.01, 0.001];

#[derive(clap::Args)]
pub struct Arguments {
    /// Folders of runs of whole games by honest people that no model was fitted to
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    people: Vec<PathBuf>,

    /// The same of games between engines
    #[arg(long, value_name = "DIR", num_args = 1..)]
    engines: Vec<PathBuf>,

    /// Moves are engine-like whose log ratio is above this, in nats
    #[arg(
        long,
        value_name = "NATS",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    border: f64,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let choice_models = choice_models(models, false)?;
    let (mut rows, mut stretches) = (Vec::new(), Vec::new());
    let engines = (!arguments.engines.is_empty()).then(|| arguments.engines.clone());
    let separate = arguments.people.iter().map(|folder| vec![folder.clone()]);
    for folders in separate.chain(engines) {
        let mut sample = HonestSample::default();
        let is_whole = read(&folders, models, |run, go_on| {
            sample.add(run, &choice_models, go_on)
        })?;
        if !is_whole {
            return Ok(stopped());
        }
        if sample.choices() == 0 {
            return Err(no_choice(&folders));
        }
        stretches.push((names(&folders), stretch_chances(&sample, &choice_models)));
        let rates = PositiveRates::of(&sample, &choice_models, arguments.border);
        rows.push((names(&folders), rates));
        let parts = PositiveRates::by_championship(&sample, &choice_models, arguments.border);
        if parts.iter().all(|part| !part.is_empty()) {
            let what = ["championships", "other events over the board"];
            let name = |what| format!("{}, {what}", names(&folders));
            rows.extend(what.map(name).into_iter().zip(parts));
        }
    }
    say(
        "| engine-like moves, % | | how many | mean | deviation | 5 % below | median | 95 % below |\n|---|---|---|---|---|---|---|---|",
    );
    for (name, rates) in &rows {
        tell(
            name,
            &format!("games of {GAME_MOVES} moves and more"),
            rates.of_games(GAME_MOVES),
        );
        tell(name, "players of 3 games and more", rates.of_players());
        if let Some(deviation) = rates.deviation_within_players(GAME_MOVES) {
            say(format!(
                "| {name} | games of one player | | | {:.1} | | | |",
                100.0 * deviation
            ));
        }
    }
    let thresholds = THRESHOLDS.map(|share| format!("{:.0} % or more", 100.0 * share));
    say(format!(
        "| first moves of each player | | players | mean | deviation | {} |\n|---|---|---|---|---|{}",
        thresholds.join(" | "),
        "---|".repeat(THRESHOLDS.len())
    ));
    for (name, rates) in &rows {
        for moves in MOVES {
            let Some(figures) = rates.of_moves(moves) else {
                continue;
            };
            let reached = THRESHOLDS.map(|threshold| {
                let reached = rates.reached(moves, threshold);
                let [low, high] = reached.interval.map(|share| 100.0 * share);
                format!("{} ({low:.1} to {high:.1} %)", reached.count)
            });
            say(format!(
                "| {name} | {moves} | {} | {:.1} | {:.1} | {} |",
                figures.count,
                100.0 * figures.mean,
                100.0 * figures.deviation,
                reached.join(" | ")
            ));
        }
    }
    let borders = STRETCHES.map(|border| format!("{border} or less"));
    say(format!(
        "| chance of a side's densest stretch | games | {} |\n|---|---|{}",
        borders.join(" | "),
        "---|".repeat(STRETCHES.len())
    ));
    let filled = stretches.iter().filter(|(_, chances)| !chances.is_empty());
    for (name, chances) in filled {
        let columns = STRETCHES.map(|border| {
            let count = chances.iter().filter(|chance| **chance <= border).count() as u64;
            let [low, high] = clopper_pearson(count, chances.len() as u64).map(|x| 100.0 * x);
            format!("{count} ({low:.1} to {high:.1} %)")
        });
        say(format!(
            "| {name} | {} | {} |",
            chances.len(),
            columns.join(" | ")
        ));
    }
    Ok(Ending::Done)
}

fn tell(name: &str, what: &str, figures: Option<RateFigures>) {
    let Some(figures) = figures else {
        return;
    };
    let numbers = [figures.mean, figures.deviation];
    let numbers = numbers.into_iter().chain(figures.quantiles);
    let numbers: Vec<String> = numbers
        .map(|share| format!("{:.1}", 100.0 * share))
        .collect();
    say(format!(
        "| {name} | {what} | {} | {} |",
        figures.count,
        numbers.join(" | ")
    ));
}

//! `plumb-lab wdl`: how a score becomes chances, fitted to games and checked.

use std::path::{Path, PathBuf};

use plumb_engine::eval::{WDL_PHASES, WDL_REFERENCE_PHASE, WdlModel};
use plumb_engine::tables::Models;
use plumb_lab::calibration::{Bin, Cells, Fit, Games, Part, Reliability, fit, log_loss};
use plumb_lab::tune::fingerprint;
use plumb_support::unpack;

use plumb_terminal::tables_option;
use plumb_terminal::{Ending, Failure, say, warn};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Fit the model to games and write it as a table
    #[command(arg = tables_option())]
    Fit(FitArguments),
    /// Compare the table's chances with the results of games
    #[command(arg = tables_option())]
    Check(CheckArguments),
}

#[derive(clap::Args)]
struct Source {
    /// Games: lines as `plumb-lab selfplay` writes them, or .pgn files with [%eval]
    /// comments as `plumb gauntlet` writes them
    #[arg(value_name = "GAMES", required = true)]
    files: Vec<PathBuf>,

    /// Of PGN games, take only this player's moves
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Which games are held out: one in five, by a hash with this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(clap::Args)]
struct FitArguments {
    #[command(flatten)]
    source: Source,

    /// Write the table to this file, such as tables/wdl.toml
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Leave out larger scores, in centipawns: results are hardly in doubt
    /// there, and the few surprises would bend the curve
    #[arg(long, value_name = "CP", default_value_t = 1_000)]
    max_cp: i32,

    /// Multiply every score first: the games were played before the weights
    /// were multiplied by this
    #[arg(long, value_name = "F", default_value_t = 1.0)]
    multiply: f64,

    /// Print only by how much all weights of the evaluation must be multiplied
    /// so that 100 centipawns win one game in two
    #[arg(long)]
    scale: bool,
}

#[derive(clap::Args)]
struct CheckArguments {
    #[command(flatten)]
    source: Source,

    /// Check only the games that `fit` with the same seed holds out
    #[arg(long)]
    held_out: bool,

    /// Leave out larger scores, in centipawns
    #[arg(long, value_name = "CP")]
    max_cp: Option<i32>,

    /// Check this table instead of the one in use
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let chances = models.get::<WdlModel>()?;
    match &arguments.action {
        Action::Fit(fit) => run_fit(fit, &chances),
        Action::Check(check) => run_check(check, &chances),
    }
}

/// A file that was read.
struct Read {
    path: PathBuf,
    positions: u64,
}

fn read(source: &Source) -> Result<(Games, Vec<Read>), Failure> {
    let mut games = Games::new(source.seed, source.player.clone());
    let mut files = Vec::new();
    for path in &source.files {
        let text = unpack::open(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let positions = if unpack::is_named(path, "pgn") {
            games.read_pgn(text, |problem| {
                warn(format!("{}, {problem}; left out", path.display()));
            })
        } else {
            games
                .read_samples(text)
                .map_err(|reason| format!("{}: {reason}", path.display()))?
        };
        files.push(Read {
            path: path.clone(),
            positions,
        });
    }
    if games.all().total() == 0 {
        let hint = match &source.player {
            Some(player) => format!("; is a player called '{player}'?"),
            None => String::new(),
        };
        return Err(Failure(format!(
            "there is no position with a score and a result in these files{hint}"
        )));
    }
    Ok((games, files))
}

fn run_fit(arguments: &FitArguments, start: &WdlModel) -> Result<Ending, Failure> {
    let (games, files) = read(&arguments.source)?;
    if !(0.1..=10.0).contains(&arguments.multiply) {
        return Err(Failure(format!(
            "--multiply {}: expected a factor from 0.1 to 10",
            arguments.multiply
        )));
    }
    let part = |part| {
        let cells = games.part(part).multiplied(arguments.multiply);
        cells.up_to(arguments.max_cp)
    };
    let fitted = part(Part::Fit);
    let held_out = part(Part::HeldOut);
    if fitted.total() == 0 {
        return Err(Failure(format!(
            "no position is left to fit: raise --max-cp {}, or give more games",
            arguments.max_cp
        )));
    }
    let result = fit(&fitted, start);
    let (half, _) = result.model.half_and_spread(WDL_REFERENCE_PHASE);
    let scale = 100.0 / half;
    if arguments.scale {
        say(format!("{scale:.4}"));
    } else {
        say(format!(
            "{} games, {} positions to fit, {} held out; {} mates and {} positions without score or result left out",
            games.games,
            fitted.total(),
            held_out.total(),
            games.mates,
            games.incomplete,
        ));
        say(model_text(&result.model));
        say(format!(
            "log-loss {:.5} on the games fitted; on those held out {:.5}, before {:.5}",
            result.log_loss,
            log_loss(&held_out, &result.model),
            log_loss(&held_out, start),
        ));
        say(format!(
            "All weights times {scale:.4} make 100 centipawns win one game in two at phase {WDL_REFERENCE_PHASE}."
        ));
    }
    if !result.converged {
        warn("the fit has not settled: the games may contradict any such model");
    }
    if let Some(path) = &arguments.out {
        let text = table_text(arguments, &files, &games, &result, &fitted, &held_out)?;
        // What was written can be read.
        WdlModel::from_toml(&text)?;
        std::fs::write(path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(if result.converged {
        Ending::Done
    } else {
        Ending::CheckFailed
    })
}

fn model_text(model: &WdlModel) -> String {
    let mut text = "phase  one in two won at  odds times e per".to_owned();
    for phase in WDL_PHASES.into_iter().rev() {
        let (half, spread) = model.half_and_spread(phase);
        text.push_str(&format!("\n{phase:>5} {half:>13.1} cp {spread:>13.1} cp"));
    }
    text
}

fn table_text(
    arguments: &FitArguments,
    files: &[Read],
    games: &Games,
    result: &Fit,
    fitted: &Cells,
    held_out: &Cells,
) -> Result<String, Failure> {
    let name = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let mut command = "plumb-lab wdl fit".to_owned();
    for file in files {
        command.push_str(&format!(" {}", name(&file.path)));
    }
    if let Some(player) = &arguments.source.player {
        command.push_str(&format!(" --player '{player}'"));
    }
    if arguments.multiply != 1.0 {
        command.push_str(&format!(" --multiply {}", arguments.multiply));
    }
    command.push_str(&format!(
        " --seed {} --max-cp {} --out tables/wdl.toml",
        arguments.source.seed, arguments.max_cp
    ));
    let mut data = String::new();
    for file in files {
        let digest = fingerprint(&file.path)?.sha256;
        data.push_str(&format!(
            "  {{ file = {}, sha256 = \"{digest}\", positions = {} }},\n",
            quoted(&name(&file.path)),
            file.positions
        ));
    }
    let numbers = |values: &[f64; 4]| {
        let values: Vec<String> = values.iter().map(|value| format!("{value:.2}")).collect();
        values.join(", ")
    };
    Ok(format!(
        "\
# How a score in centipawns, seen from one side, becomes its chances.
#
# The chance to win is logistic: one half at win_half_cp, and steeper the
# smaller the spread; the chance to lose is the same curve at the negated
# score. Each list has the values at phases 0, 8, 16 and 24 of 24 (24: all
# pieces on the board); between them the values go in a straight line.

[meta]
kind = \"fitted\"
command = {}
version = \"{}\"
seed = {}
games = {}
positions_fitted = {}
positions_held_out = {}
log_loss_fitted = {:.5}
log_loss_held_out = {:.5}
data = [
{data}]

[model]
win_half_cp = [{}]
spread_cp = [{}]
",
        quoted(&command),
        env!("CARGO_PKG_VERSION"),
        arguments.source.seed,
        games.games,
        fitted.total(),
        held_out.total(),
        result.log_loss,
        log_loss(held_out, &result.model),
        numbers(&result.model.win_half_cp),
        numbers(&result.model.spread_cp),
    ))
}

fn run_check(arguments: &CheckArguments, in_use: &WdlModel) -> Result<Ending, Failure> {
    let model = match &arguments.model {
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            WdlModel::from_toml(&text).map_err(|error| format!("{}: {error}", path.display()))?
        }
        None => *in_use,
    };
    let (games, _) = read(&arguments.source)?;
    let mut cells = if arguments.held_out {
        games.part(Part::HeldOut).clone()
    } else {
        games.all()
    };
    if let Some(max_cp) = arguments.max_cp {
        cells = cells.up_to(max_cp);
    }
    if cells.total() == 0 {
        return Err(Failure("no position is left to check".to_owned()));
    }
    say(reliability_text(&Reliability::of(&cells, &model)));
    Ok(Ending::Done)
}

fn reliability_text(table: &Reliability) -> String {
    let mut text = String::new();
    for (name, bins) in ["win", "draw", "loss"].iter().zip(&table.bins) {
        text.push_str(&format!(
            "{name:<10} positions  predicted  observed  95 % interval\n"
        ));
        for (index, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.count > 0) {
            text.push_str(&bin_text(index, bin));
        }
        text.push('\n');
    }
    text.push_str(&format!(
        "{} positions, for the side to move. Log-loss {:.5} (knowing only how often each result occurs: {:.5}), Brier score {:.5}, expected calibration error {:.5}.\n\
         The intervals take positions for independent, which those of one game are not: they are too narrow.",
        table.positions, table.log_loss, table.base_log_loss, table.brier, table.calibration_error
    ));
    text
}

fn bin_text(index: usize, bin: &Bin) -> String {
    let percent = |share: f64| 100.0 * share;
    format!(
        "{:>3} to {:>3} % {:>9} {:>8.1} % {:>7.1} %  {:.1} to {:.1} %\n",
        10 * index,
        10 * index + 10,
        bin.count,
        percent(bin.predicted),
        percent(bin.observed),
        percent(bin.interval[0]),
        percent(bin.interval[1]),
    )
}

//! The command line of the laboratory: arguments, and one file per sub-command.

mod accuracy;
mod label;
mod motifs;
mod reference;
mod selfplay;
mod simulate;
mod train;
mod tune;
mod wdl;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use plumb_terminal::{Ending, Failure, exit_code, models, tables_folder, tables_option};

/// Makes the tables that Plumb plays and judges by, and measures them.
///
/// Players, arbiters and testers need the program `plumb` alone.
#[derive(Parser)]
#[command(name = "plumb-lab", version, max_term_width = 100, arg = tables_option())]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make what judging games needs from collections of games
    #[command(arg = tables_option())]
    Train(train::Arguments),
    /// Fit the evaluation's weights to labelled positions, the search's to games
    #[command(arg = tables_option())]
    Tune(tune::Arguments),
    /// Make labelled positions from Plumb's own games
    #[command(arg = tables_option())]
    Selfplay(selfplay::Arguments),
    /// Let an engine evaluate the positions of a file
    Label(label::Arguments),
    /// Fit and check how a score becomes chances to win, draw and lose
    #[command(arg = tables_option())]
    Wdl(wdl::Arguments),
    /// Count how often engines' verdicts agree with labelled positions
    #[command(arg = tables_option())]
    Accuracy(accuracy::Arguments),
    /// Count how often the motifs found in puzzles agree with their labels
    #[command(arg = tables_option())]
    Motifs(motifs::Arguments),
    /// Make the table of reference players that fair-play reports compare with
    #[command(arg = tables_option())]
    Reference(reference::Arguments),
    /// Measure how well the figures see an assistant in people's games
    #[command(arg = tables_option())]
    Simulate(simulate::Arguments),
}

/// Runs the program.
pub fn main() -> ExitCode {
    match parse() {
        Ok((command, tables)) => exit_code(run(&command, tables.as_deref())),
        Err(error) => error.exit(),
    }
}

/// The command, and the folder of `--tables`.
fn parse() -> Result<(Command, Option<PathBuf>), clap::Error> {
    let mut lab = Arguments::command();
    let mut matches = lab.try_get_matches_from_mut(std::env::args_os())?;
    let folder = tables_folder(&lab, &matches)?;
    let arguments = Arguments::from_arg_matches_mut(&mut matches);
    let arguments = arguments.map_err(|error| error.format(&mut lab))?;
    Ok((arguments.command, folder))
}

fn run(command: &Command, tables: Option<&Path>) -> Result<Ending, Failure> {
    let models = &models(tables)?;
    match command {
        Command::Train(train) => train::run(train, models),
        Command::Tune(tune) => tune::run(tune, models),
        Command::Selfplay(selfplay) => selfplay::run(selfplay, models),
        Command::Label(label) => label::run(label),
        Command::Wdl(wdl) => wdl::run(wdl, models),
        Command::Accuracy(accuracy) => accuracy::run(accuracy, models),
        Command::Motifs(motifs) => motifs::run(motifs, models),
        Command::Reference(reference) => reference::run(reference, models),
        Command::Simulate(simulate) => simulate::run(simulate, models),
    }
}

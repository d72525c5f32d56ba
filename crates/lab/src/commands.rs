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

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use plumb_terminal::{Ending, Failure, Knowledge, exit_code};

/// Makes the tables that Plumb plays and judges by, and measures them.
///
/// Players, arbiters and testers need the program `plumb` alone.
#[derive(Parser)]
#[command(name = "plumb-lab", version, max_term_width = 100)]
struct Arguments {
    /// Use the tables in this folder instead of those built in
    #[arg(long, global = true, value_name = "DIR")]
    tables: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make what judging games needs from collections of games
    Train(train::Arguments),
    /// Fit the evaluation's weights to labelled positions, the search's to games
    Tune(tune::Arguments),
    /// Make labelled positions from Plumb's own games
    Selfplay(selfplay::Arguments),
    /// Let an engine evaluate the positions of a file
    Label(label::Arguments),
    /// Fit and check how a score becomes chances to win, draw and lose
    Wdl(wdl::Arguments),
    /// Count how often engines' verdicts agree with labelled positions
    Accuracy(accuracy::Arguments),
    /// Count how often the motifs found in puzzles agree with their labels
    Motifs(motifs::Arguments),
    /// Make the table of reference players that fair-play reports compare with
    Reference(reference::Arguments),
    /// Measure how well the figures see an assistant in people's games
    Simulate(simulate::Arguments),
}

/// Runs the program.
pub fn main() -> ExitCode {
    exit_code(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    let knowledge = || Knowledge::load(arguments.tables.as_deref());
    match &arguments.command {
        Command::Train(train) => train::run(train, &knowledge()?),
        Command::Tune(tune) => tune::run(tune, arguments.tables.as_deref()),
        Command::Selfplay(selfplay) => selfplay::run(selfplay, &knowledge()?),
        Command::Label(label) => label::run(label),
        Command::Wdl(wdl) => wdl::run(wdl, &knowledge()?),
        Command::Accuracy(accuracy) => accuracy::run(accuracy, &knowledge()?),
        Command::Motifs(motifs) => motifs::run(motifs, &knowledge()?),
        Command::Reference(reference) => reference::run(reference, &knowledge()?),
        Command::Simulate(simulate) => simulate::run(simulate, &knowledge()?),
    }
}

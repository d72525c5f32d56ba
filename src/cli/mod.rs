//! The command line: arguments, and one file per sub-command.
//!
//! Only here are things printed for people outside a session. A command fails
//! with one line that says what was wrong and what to try.

mod accuracy;
mod analyse;
mod bench;
mod choice_models;
mod choices;
mod command;
mod completions;
mod counterfactual;
mod engine_list;
mod epd;
mod eval;
mod explain;
mod fairplay;
mod fairplay_index;
mod fairplay_session;
mod gauntlet;
mod label;
mod man;
mod motifs;
mod own_input;
mod perft;
mod policy_choice;
mod progress;
mod rate;
mod review;
mod scoreboard;
mod selfplay;
mod serve;
mod session;
mod train;
mod tune;
mod wdl;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use command::{Ending, Failure, Knowledge, position, say, warn};

/// A chess engine that shows its working: an opponent for every chess program
/// that speaks UCI or XBoard protocol, and an analyser.
///
/// Without a command it waits for a chess program to talk to it.
#[derive(Parser)]
#[command(name = "plumb", version, max_term_width = 100)]
struct Arguments {
    /// Use the tables in this folder instead of those built in
    #[arg(long, global = true, value_name = "DIR")]
    tables: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count legal move sequences, or check a suite of known counts
    Perft(perft::Arguments),
    /// Search a fixed set of positions; the node count is the build's signature
    Bench(bench::Arguments),
    /// Explain the static evaluation of a position
    Eval(eval::Arguments),
    /// Run a test suite of best moves, scored moves or mates
    Epd(epd::Arguments),
    /// Count how often engines' verdicts agree with labelled positions
    Accuracy(accuracy::Arguments),
    /// Play matches between engines
    Gauntlet(gauntlet::Arguments),
    /// Analyse a position on the spot
    Analyse(analyse::Arguments),
    /// Explain a move, or the best one, in sentences and bars
    Explain(explain::Arguments),
    /// Say which moves of games lost winning chances, and why
    Review(review::Arguments),
    /// Say how likely people of some rating pick which move
    Choices(choices::Arguments),
    /// Lay a stretch of a game beside what players like these might have played
    Counterfactual(Box<counterfactual::Arguments>),
    /// Say what can honestly be said of games from their moves
    Fairplay(Box<fairplay::Arguments>),
    /// Count how often the motifs found in puzzles agree with their labels
    Motifs(motifs::Arguments),
    /// Rate players from their games, or one player from a table of results
    Rate(rate::Arguments),
    /// Answer over HTTP what the commands answer here
    Serve(serve::Arguments),
    /// Make labelled positions from Plumb's own games
    Selfplay(selfplay::Arguments),
    /// Let an engine evaluate the positions of a file
    Label(label::Arguments),
    /// Fit and check how a score becomes chances to win, draw and lose
    Wdl(wdl::Arguments),
    /// Make what judging games needs from collections of games
    Train(train::Arguments),
    /// Fit the evaluation's weights to labelled positions, the search's to games
    Tune(tune::Arguments),
    /// Print a script that completes commands and options in a shell
    Completions(completions::Arguments),
    /// Print the manual page of Plumb or of a command
    Man(man::Arguments),
}

/// Runs the program. 0: done. 1: it ran, and a check failed. 2: bad usage, bad
/// input, or output that cannot be written.
pub fn main() -> ExitCode {
    // A chess program waits for its answer: an empty command line is read without building all
    // that another may say.
    let parsed = match std::env::args_os().len() {
        0 | 1 => Ok(Arguments {
            tables: None,
            command: None,
        }),
        _ => Arguments::try_parse(),
    };
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => match split_fen(std::env::args().skip(1)) {
            Some(fen) if error.kind() == ErrorKind::UnknownArgument => {
                warn(format!("put the whole FEN in quotation marks: \"{fen}\""));
                return ExitCode::from(2);
            }
            _ => error.exit(),
        },
    };
    match run(arguments) {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::CheckFailed) => ExitCode::from(1),
        Err(Failure(message)) => {
            warn(&message);
            ExitCode::from(2)
        }
    }
}

/// A FEN that came as several arguments, as it does without quotation marks.
fn split_fen(arguments: impl Iterator<Item = String>) -> Option<String> {
    let is_board = |word: &String| word.matches('/').count() == 7 && !word.contains(' ');
    let fields: Vec<String> = arguments
        .skip_while(|word| !is_board(word))
        .take_while(|word| !word.starts_with("--"))
        .take(6)
        .collect();
    (fields.len() > 1).then(|| fields.join(" "))
}

fn run(arguments: Arguments) -> Result<Ending, Failure> {
    let knowledge = || Knowledge::load(arguments.tables.as_deref());
    match &arguments.command {
        Some(Command::Perft(perft)) => perft::run(perft),
        Some(Command::Rate(rate)) => rate::run(rate),
        Some(Command::Completions(completions)) => {
            completions::run(completions, Arguments::command())
        }
        Some(Command::Man(man)) => man::run(man, Arguments::command()),
        Some(Command::Motifs(motifs)) => motifs::run(motifs, &knowledge()?),
        Some(Command::Train(train)) => train::run(train, &knowledge()?),
        Some(Command::Tune(tune)) => tune::run(tune, arguments.tables.as_deref()),
        Some(Command::Epd(epd)) => epd::run(epd, &knowledge()?),
        Some(Command::Accuracy(accuracy)) => accuracy::run(accuracy, &knowledge()?),
        Some(Command::Gauntlet(gauntlet)) => gauntlet::run(gauntlet),
        Some(Command::Bench(bench)) => bench::run(bench, &knowledge()?),
        Some(Command::Choices(choices)) => choices::run(choices, &knowledge()?),
        Some(Command::Eval(eval)) => eval::run(eval, &knowledge()?),
        Some(Command::Selfplay(selfplay)) => selfplay::run(selfplay, &knowledge()?),
        Some(Command::Serve(serve)) => serve::run(serve, knowledge),
        Some(Command::Label(label)) => label::run(label),
        Some(Command::Wdl(wdl)) => wdl::run(wdl, &knowledge()?),
        Some(Command::Analyse(analyse)) => analyse::run(analyse, &knowledge()?),
        Some(Command::Review(review)) => review::run(review, &knowledge()?),
        Some(Command::Explain(explain)) => explain::run(explain, &knowledge()?),
        Some(Command::Counterfactual(counterfactual)) => {
            counterfactual::run(counterfactual, &knowledge()?)
        }
        Some(Command::Fairplay(fairplay)) => fairplay::run(fairplay, &knowledge()?),
        None => session::run(knowledge()?),
    }
}

//! The command line: arguments, and one file per sub-command.
//!
//! Only here are things printed for people outside a session. A command fails
//! with one line that says what was wrong and what to try.

mod analyse;
mod bench;
mod choices;
mod completions;
mod counterfactual;
mod epd;
mod eval;
mod explain;
mod fairplay;
mod fairplay_index;
mod fairplay_session;
mod game_file;
mod gauntlet;
mod help;
mod man;
mod moved;
mod perft;
mod policy_choice;
mod rate;
mod review;
mod scoreboard;
mod serve;
mod session;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use plumb::fairplay::NotADate;
use plumb::notation::FenError;
use plumb::request::{OutOfBounds, RefusedValue};

use plumb_terminal::{Ending, Failure, exit_code, models, tables_folder, tables_option, wrong_fen};

/// A chess engine that shows its working: an opponent for every chess program
/// that speaks UCI or XBoard protocol, and an analyser.
///
/// Without a command it waits for a chess program to talk to it.
#[derive(Parser)]
#[command(name = "plumb", version, max_term_width = 100, arg = tables_option())]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count legal move sequences, or check a suite of known counts
    Perft(perft::Arguments),
    /// Search a fixed set of positions; the node count is the build's signature
    #[command(arg = tables_option())]
    Bench(bench::Arguments),
    /// Explain the static evaluation of a position
    #[command(arg = tables_option())]
    Eval(eval::Arguments),
    /// Run a test suite of best moves, scored moves or mates
    #[command(arg = tables_option())]
    Epd(epd::Arguments),
    /// Play matches between engines
    Gauntlet(gauntlet::Arguments),
    /// Analyse a position on the spot
    #[command(arg = tables_option())]
    Analyse(analyse::Arguments),
    /// Explain a move, or the best one, in sentences and bars
    #[command(arg = tables_option())]
    Explain(explain::Arguments),
    /// Say which moves of games lost winning chances, and why
    #[command(arg = tables_option())]
    Review(review::Arguments),
    /// Say how likely people of some rating pick which move
    #[command(arg = tables_option())]
    Choices(choices::Arguments),
    /// Lay a stretch of a game beside what players like these might have played
    #[command(arg = tables_option())]
    Counterfactual(Box<counterfactual::Arguments>),
    /// Say what can honestly be said of games from their moves
    #[command(arg = tables_option())]
    Fairplay(Box<fairplay::Arguments>),
    /// Rate players from their games, or one player from a table of results
    Rate(rate::Arguments),
    /// Answer over HTTP what the commands answer here
    #[command(arg = tables_option())]
    Serve(serve::Arguments),
    /// Print a script that completes commands and options in a shell
    Completions(completions::Arguments),
    /// Print the manual page of Plumb or of a command
    Man(man::Arguments),
}

/// Runs the program.
pub fn main() -> ExitCode {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    // A chess program waits for its answer: an empty command line is read without building all
    // that another may say.
    if words.is_empty() {
        return exit_code(run(None, None));
    }
    if let Some(place) = moved::new_place(&words) {
        return exit_code(Err(Failure(place)));
    }
    match parse() {
        Ok((command, tables)) => exit_code(run(command, tables.as_deref())),
        Err(error) => {
            let message = match split_fen(words.into_iter()) {
                Some(fen) if error.kind() == ErrorKind::UnknownArgument || is_fen(&error) => {
                    format!("put the whole FEN in quotation marks: \"{fen}\"")
                }
                _ => refusal(&error).unwrap_or_else(|| error.exit()),
            };
            exit_code(Err(Failure(message)))
        }
    }
}

/// The command, and the folder of `--tables`.
fn parse() -> Result<(Option<Command>, Option<PathBuf>), clap::Error> {
    let mut plumb = help::grouped(Arguments::command());
    let mut matches = plumb.try_get_matches_from_mut(std::env::args_os())?;
    let folder = tables_folder(&plumb, &matches)?;
    let arguments = Arguments::from_arg_matches_mut(&mut matches);
    let arguments = arguments.map_err(|error| error.format(&mut plumb))?;
    Ok((arguments.command, folder))
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

/// Whether a FEN is what is wrong.
fn is_fen(error: &clap::Error) -> bool {
    RefusedValue::of(error).is_some_and(|refused| refused.reason.is::<FenError>())
}

/// One line about a value that the type of a request refused.
fn refusal(error: &clap::Error) -> Option<String> {
    let RefusedValue {
        option,
        value,
        reason,
    } = RefusedValue::of(error)?;
    if let Some(error) = reason.downcast_ref::<FenError>() {
        return Some(wrong_fen(value, error));
    }
    let is_of_request = reason.is::<OutOfBounds>() || reason.is::<NotADate>();
    is_of_request.then(|| format!("{} {value}: {reason}", option.unwrap_or_default()))
}

fn run(command: Option<Command>, tables: Option<&Path>) -> Result<Ending, Failure> {
    let models = &models(tables)?;
    match &command {
        Some(Command::Perft(perft)) => perft::run(perft),
        Some(Command::Rate(rate)) => rate::run(rate),
        Some(Command::Completions(completions)) => {
            completions::run(completions, Arguments::command())
        }
        Some(Command::Man(man)) => man::run(man, Arguments::command()),
        Some(Command::Epd(epd)) => epd::run(epd, models),
        Some(Command::Gauntlet(gauntlet)) => gauntlet::run(gauntlet),
        Some(Command::Bench(bench)) => bench::run(bench, models),
        Some(Command::Choices(choices)) => choices::run(choices, models),
        Some(Command::Eval(eval)) => eval::run(eval, models),
        Some(Command::Serve(serve)) => serve::run(serve, models),
        Some(Command::Analyse(analyse)) => analyse::run(analyse, models),
        Some(Command::Review(review)) => review::run(review, models),
        Some(Command::Explain(explain)) => explain::run(explain, models),
        Some(Command::Counterfactual(counterfactual)) => {
            counterfactual::run(counterfactual, models)
        }
        Some(Command::Fairplay(fairplay)) => fairplay::run(fairplay, models),
        None => session::run(models),
    }
}

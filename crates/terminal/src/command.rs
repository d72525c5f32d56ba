//! What all sub-commands share: what they are given, how they end and fail,
//! and how they print.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use plumb_chess::board::Position;
use plumb_chess::notation::{FenError, parse_fen};
use plumb_engine::search::use_parameters;
use plumb_engine::tables::Models;

/// What a command came to.
pub enum Ending {
    /// Done.
    Done,
    /// It ran, and a check failed, an engine failed in a game, or it was stopped before its end.
    CheckFailed,
}

/// What a program ends with. 0: done. 1: it ran, and a check failed. 2: bad usage, bad
/// input, or output that cannot be written, which is said in a line.
pub fn exit_code(result: Result<Ending, Failure>) -> ExitCode {
    match result {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::CheckFailed) => ExitCode::from(1),
        Err(Failure(message)) => {
            warn(&message);
            ExitCode::from(2)
        }
    }
}

/// A message for the user: bad usage or bad input.
pub struct Failure(pub String);

impl<E: Display> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.to_string())
    }
}

/// The models of a folder's tables, or those built in; the search uses its numbers from now on.
pub fn models(folder: Option<&Path>) -> Result<Models, Failure> {
    let models = match folder {
        Some(folder) => Models::from_dir(folder)?,
        None => Models::embedded(),
    };
    use_parameters(models.tables())?;
    Ok(models)
}

/// Prints a line. When nobody reads any more, the program ends without a word,
/// as programs in a pipeline do; when it cannot be written, as on a full disk, it
/// ends with that error, for an answer that is lost must not pass for a success.
/// What a command writes to files is safe at any moment.
pub fn say(line: impl Display) {
    let mut out = Stdout;
    let said = writeln!(out, "{line}").and_then(|()| out.flush());
    if let Err(error) = said {
        warn(error);
        std::process::exit(2);
    }
}

/// Standard output; its errors name it. When nobody reads it any more, the program ends
/// as in [`say`].
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        written(io::stdout().lock().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        written(io::stdout().lock().flush())
    }
}

fn written<T>(result: io::Result<T>) -> io::Result<T> {
    result.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => std::process::exit(0),
        // Who writes tries again after an interruption: the kind stays.
        kind => io::Error::new(kind, format!("cannot write to standard output: {error}")),
    })
}

/// Writes a message to standard error behind the name of the running program, such as
/// `plumb-lab: `. A reader who has gone is not an error.
pub fn warn(message: impl Display) {
    let called = std::env::args_os().next().unwrap_or_default();
    let program = Path::new(&called).file_stem().unwrap_or("plumb".as_ref());
    note(format!("{}: {message}", program.display()));
}

/// Writes a line to standard error, whether anybody reads it or not.
pub fn note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// The position of a FEN given on the command line.
pub fn position(fen: &str) -> Result<Position, Failure> {
    if fen == "startpos" {
        return Ok(Position::start());
    }
    parse_fen(fen).map_err(|error| Failure(wrong_fen(fen, &error)))
}

/// Why a FEN given on the command line is refused.
pub fn wrong_fen(fen: &str, error: &FenError) -> String {
    // A shell hands over what stands between blanks, one by one.
    let advice = match fen.split_whitespace().count() {
        0..4 => "; put the whole FEN in quotation marks",
        _ => "",
    };
    format!("cannot read the FEN '{fen}': {error}{advice}")
}

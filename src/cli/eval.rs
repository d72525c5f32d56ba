//! `plumb eval`: the static evaluation, term by term.

use plumb::eval::account;

use super::{Ending, Failure, Knowledge, position, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// The position, in quotation marks
    #[arg(default_value = "startpos")]
    fen: String,
}

pub fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    let position = position(&arguments.fen)?;
    say(account(&position, &knowledge.weights));
    Ok(Ending::Done)
}

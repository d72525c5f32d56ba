//! `plumb train`: what judging games needs, made from collections of games.

mod split;

use clap::Subcommand;

use super::{Ending, Failure};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: What,
}

#[derive(Subcommand)]
enum What {
    /// Divide games into parts that share no player, no event and no game
    Split(split::Arguments),
}

pub fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    match &arguments.command {
        What::Split(arguments) => split::run(arguments),
    }
}

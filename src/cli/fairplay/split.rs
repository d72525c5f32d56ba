//! `plumb fairplay split`: games in parts of lines.

use std::path::PathBuf;

use plumb::fairplay::split_games;
use plumb::output_folder::OutputFolder;
use plumb::wording::counted;

use plumb_terminal::Screen;
use plumb_terminal::{Ending, Failure, say};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// PGN files, also packed (.gz, .bz2, .xz, .zst), or folders of them; - is standard
    /// input
    #[arg(value_name = "GAMES.pgn", required = true)]
    games: Vec<PathBuf>,

    /// How many parts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=500))]
    parts: u64,

    /// The folder for them: part-0.jsonl and so on
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    let screen = Screen::default();
    let folder = OutputFolder::open(&arguments.out).map_err(|error| Failure(error.to_string()))?;
    let games = plumb_terminal::open_games(&arguments.games, screen.interrupt())?;
    let counts = split_games(games, arguments.parts, folder.path(), &screen)?;
    screen.close();
    say(format!(
        "{} on {} in {} of {}",
        counted(counts.games, "game"),
        counted(counts.lines, "line"),
        counted(arguments.parts, "part"),
        arguments.out.display()
    ));
    Ok(Ending::Done)
}

//! `plumb fairplay ratings`: whose ratings move as few people's do.

use std::path::PathBuf;

use plumb::fairplay::{OrdinaryGames, RATINGS_FILES, RatingsAudit, RatingsSettings, ratings_text};
use plumb::output_folder::OutputFolder;
use plumb::wording::counted;

use plumb_terminal::Screen;
use plumb_terminal::refuse_own_input;
use plumb_terminal::{Ending, Failure, say};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// PGN files, also packed (.gz, .bz2, .xz, .zst), or folders of them; - is standard
    /// input. Only tags and the number of moves are read
    #[arg(value_name = "GAMES.pgn", required = true)]
    games: Vec<PathBuf>,

    /// The folder for players.csv, games.csv and summary.json
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Exactly as Gong et al. (2026): all of a name's games together, new accounts and all
    #[arg(long)]
    faithful: bool,

    /// How many ordinary games to keep for comparison, drawn evenly, or all
    /// [default: 200; all with --faithful]
    #[arg(long, value_name = "N|all", value_parser = ordinary)]
    ordinary: Option<OrdinaryGames>,
}

/// Ordinary games that are kept by default: as many as largest gains.
const ORDINARY: usize = 200;

fn ordinary(text: &str) -> Result<OrdinaryGames, String> {
    match text.parse::<u32>() {
        Ok(count) => Ok(OrdinaryGames::Drawn(count as usize)),
        Err(_) if text == "all" => Ok(OrdinaryGames::All),
        Err(_) => Err("a number of games or 'all' is expected".to_owned()),
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    let default = match arguments.faithful {
        true => OrdinaryGames::All,
        false => OrdinaryGames::Drawn(ORDINARY),
    };
    let settings = RatingsSettings {
        is_faithful: arguments.faithful,
        ordinary: arguments.ordinary.unwrap_or(default),
    };
    let screen = Screen::default();
    let games = plumb_terminal::open_games(&arguments.games, screen.interrupt())?;
    refuse_own_input(&arguments.games, &arguments.out, &RATINGS_FILES)?;
    let folder = OutputFolder::open(&arguments.out)?;
    let ranking = RatingsAudit::read(games, settings, &screen)?;
    let kept = RatingsAudit::write(&ranking, folder.path(), &screen)?;
    screen.close();
    for line in ratings_text(&ranking) {
        say(line);
    }
    say(format!(
        "\nEverybody is in {}, {} in games.csv there, settings and counts in summary.json.",
        folder.path().join("players.csv").display(),
        counted(kept, "row"),
    ));
    Ok(Ending::Done)
}

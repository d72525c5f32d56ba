//! `plumb-lab train records`: moves of rated games, drawn, with what there was to choose from.

use std::path::PathBuf;

use plumb_engine::tables::Models;
use plumb_fairplay::{
    DecisionAudit, DecisionSettings, DrawnRecord, Eligible, RunFolder, SelectionRequest,
};
use plumb_support::wording::counted;

use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Screen, open_games};

#[derive(clap::Args)]
pub struct Arguments {
    /// PGN files, also packed (.gz, .bz2, .xz, .zst), or folders of them; - is standard
    /// input. None: the games of the run in --out again
    #[arg(value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,

    /// The folder for what the run keeps; a run that is there goes on
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Moves of a game, at most
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..))]
    moves: u16,

    /// Moves of unrated players, too, and those that were the only legal ones
    #[arg(long)]
    everybody: bool,

    /// Record the evaluation at each level, as in the profile full, instead of what there was to
    /// choose from, as in screen
    #[arg(long, conflicts_with = "deep_looks_from")]
    levels: bool,

    /// Record, too, how many plies from the position on had one good choice
    #[arg(long, conflicts_with = "levels")]
    forced_lines: bool,

    /// Look deeper at what the moves of players with so many choices lost; nobody's otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    deep_looks_from: Option<u64>,

    /// Seed of the draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    selection: SelectionRequest,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

/// Shorter games are left out unless somebody asks for them.
const LEAST_PLIES: usize = 30;

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let mut selection = arguments.selection.games()?;
    // As in a partition: short draws are played move for move by others, too.
    selection.min_plies.get_or_insert(LEAST_PLIES);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let settings = DecisionSettings {
        record: match (arguments.levels, arguments.forced_lines) {
            (true, _) => DrawnRecord::Levels,
            (false, true) => DrawnRecord::ChoiceAndForcedLine,
            (false, false) => DrawnRecord::Choice,
        },
        eligible: match arguments.everybody {
            true => Eligible::Everything,
            false => Eligible::RatedChoices,
        },
        moves: usize::from(arguments.moves),
        seed: arguments.seed,
        deep_looks_from: arguments.deep_looks_from,
        jobs: arguments.jobs.map_or_else(cores, usize::from),
    };
    let screen = Screen::default();
    let folder = RunFolder::open(&arguments.out)?;
    let mut audit = DecisionAudit::begin(folder.store()?, settings, models)?;
    if !arguments.games.is_empty() {
        let games = open_games(&arguments.games, screen.interrupt())?;
        audit.read(games, &selection, &screen)?;
    } else if audit.store().game_count()? == 0 {
        return Err(Failure(
            "name the games: plumb-lab train records GAMES.pgn --out DIR".to_owned(),
        ));
    }
    let is_over = audit.search(&screen)?;
    screen.close();
    let place = arguments.out.display();
    if !is_over {
        say("Stopped. Whole games are kept; the same command goes on.");
        return Ok(Ending::CheckFailed);
    }
    let games = counted(audit.store().game_count()?, "game");
    say(format!("{games} in {place}."));
    Ok(Ending::Done)
}

//! `plumb-lab train games`: recorded games played out between simulated people, one of them with
//! an assistant, for `plumb-lab train records` and `plumb-lab train assistance`.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plumb_coach::analysis::Probe;
use plumb_engine::glance::GLANCE_HASH_MB;
use plumb_engine::tables::{Models, Table};
use plumb_fairplay::RecordedMoves;
use plumb_lab::training::{
    NO_ASSISTANCE, Pick, PlayOut, PlayPlan, PlayStart, PlayedOutTags, digest_of,
};
use plumb_protocol::peer::SearchBudget;
use plumb_support::wording::counted;

use super::game_file::GameFile;
use crate::commands::simulate::AssistantEngine;
use plumb_terminal::EngineListArgument;
use plumb_terminal::assistant_setup;
use plumb_terminal::choice_models;
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, interrupt_flag};

#[derive(clap::Args)]
pub struct Arguments {
    /// Runs of rated games by honest people: of plumb-lab train records, or in the profile screen
    #[arg(value_name = "DIR", required = true)]
    runs: Vec<PathBuf>,

    /// The file for the games; those that are there are not played again
    #[arg(long, value_name = "FILE.pgn")]
    out: PathBuf,

    /// In how many of his moves the numbered player is helped, in hundredths; 0: no engine is
    /// asked
    #[arg(long, value_name = "N", default_value_t = 100.0)]
    share: f64,

    /// Which of the assistant's moves he makes
    #[arg(long, value_enum, default_value_t = Choice::First)]
    pick: Choice,

    /// The engine that helps: a name of the list, or a program by its path; it speaks UCI
    #[arg(long, value_name = "NAME")]
    assistant: Option<String>,

    #[command(flatten)]
    list: EngineListArgument,

    /// How long the assistant thinks about a move, in milliseconds [default: 100]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Nodes that it searches instead: then the games are the same again
    #[arg(long, value_name = "N", conflicts_with = "movetime", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Threads of the assistant [default: one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Numbered players, at most
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..))]
    players: u16,

    /// Games of each
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(2..))]
    games: u16,

    /// A game is broken off after so many plies
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(17..))]
    plies: u16,

    /// Seed of all draws; arms to be compared have the same
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Which of the assistant's moves is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Choice {
    /// The first
    First,
    /// Any of the first three
    OfThree,
    /// Of the first three, the one that people of the player's rating play most
    MostHuman,
}

impl Choice {
    fn pick(self) -> Pick {
        match self {
            Choice::First => Pick::First,
            Choice::OfThree => Pick::OfThree,
            Choice::MostHuman => Pick::MostHuman,
        }
    }
}

/// Milliseconds of the assistant for a move, if nobody says otherwise.
const MOVE_TIME_MS: u64 = 100;

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let share = arguments.share;
    if !(0.0..=100.0).contains(&share) {
        return Err(Failure(format!(
            "--share: found {share}; expected hundredths from 0 to 100"
        )));
    }
    if share > 0.0 && arguments.assistant.is_none() {
        return Err(Failure(
            "name the engine that helps: --assistant NAME; without help: --share 0".to_owned(),
        ));
    }
    let choice_models = choice_models(models, true)?;
    let open = |folder: &PathBuf| RecordedMoves::open(folder, models);
    let runs = arguments.runs.iter().map(open);
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    let interrupt = interrupt_flag();
    let plan = PlayPlan {
        players: usize::from(arguments.players),
        games: usize::from(arguments.games),
        seed: arguments.seed,
    };
    let going = || !interrupt.load(Ordering::Relaxed);
    let Some(starts) = plan.starts(&runs, &choice_models, going)? else {
        return Ok(stopped());
    };
    let Some(last) = starts.last() else {
        return Err(Failure(format!(
            "no {} of rated players of one list and time class in these runs, with moves behind the opening",
            counted(plan.games, "game")
        )));
    };
    let players = last.player;
    let mut assistant = match (&arguments.assistant, share > 0.0) {
        (Some(name), true) => Some(started(name, arguments, &interrupt)?),
        _ => None,
    };
    let tags = PlayedOutTags {
        simulation: simulation(arguments, &starts, models),
        assistance: match &assistant {
            Some(assistant) => {
                let what = arguments.pick.pick().name();
                format!("{what}, {share} %, of {}", assistant.stamp())
            }
            None => NO_ASSISTANCE.to_owned(),
        },
    };
    let mut file = GameFile::open(&arguments.out, &tags, &starts)?;
    let rules = PlayOut {
        share: share / 100.0,
        pick: arguments.pick.pick(),
        plies: usize::from(arguments.plies),
        seed: arguments.seed,
    };
    let mut probe = Probe::new(models.get()?, GLANCE_HASH_MB)?;
    let mut progress = Progress::new("games", Some(starts.len() as u64), file.games() as u64);
    for start in &starts[file.games()..] {
        if let Some(assistant) = &mut assistant {
            assistant.forget();
        }
        let played = rules.play(
            start,
            &choice_models.people,
            &mut probe,
            &interrupt,
            |game| match &mut assistant {
                Some(assistant) => assistant.advice(game, &interrupt),
                None => Ok(Some(Vec::new())),
            },
        )?;
        let Some(played) = played else {
            progress.close();
            return Ok(stopped());
        };
        file.add(&tags.pgn(start, &played))?;
        progress.update(start.number as u64, &|_| "played".to_owned());
    }
    progress.close();
    let sums = file.sums()?;
    say(format!(
        "{} of {} in {}; {} of {} behind the opening by the assistant.",
        counted(starts.len(), "game"),
        counted(players, "numbered player"),
        arguments.out.display(),
        sums.assisted,
        counted(sums.moves, "move")
    ));
    say(format!("Endings: {}.", sums.endings));
    Ok(Ending::Done)
}

/// Starts the assistant of this name.
fn started(
    name: &str,
    arguments: &Arguments,
    interrupt: &Arc<AtomicBool>,
) -> Result<AssistantEngine, Failure> {
    let setup = assistant_setup(name, &arguments.list, interrupt)?;
    let (limits, settings) = match arguments.nodes {
        Some(nodes) => {
            let limits = SearchBudget {
                nodes: Some(nodes),
                ..SearchBudget::default()
            };
            (limits, format!("{} a move", counted(nodes, "node")))
        }
        None => {
            let move_time = arguments.movetime.unwrap_or(MOVE_TIME_MS);
            let limits = SearchBudget {
                move_time: Some(Duration::from_millis(move_time)),
                ..SearchBudget::default()
            };
            (limits, format!("{move_time} ms a move"))
        }
    };
    AssistantEngine::start(setup, arguments.threads, limits, &settings)
}

/// What arms that can be compared have in common.
fn simulation(arguments: &Arguments, starts: &[PlayStart], models: &Models) -> String {
    let tables = [Table::OF_SEARCH, &[Table::Choice, Table::Evidence]].concat();
    format!(
        "seed {}, {} of each player, up to {} plies, begun from {:016x}, people of {}",
        arguments.seed,
        counted(u64::from(arguments.games), "game"),
        arguments.plies,
        digest_of(starts),
        models.tables().digest(&tables)
    )
}

fn stopped() -> Ending {
    say("Stopped. Whole games are kept; the same command goes on.");
    Ending::CheckFailed
}

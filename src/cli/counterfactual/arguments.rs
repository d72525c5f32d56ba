//! What can be asked.

use std::path::PathBuf;

use plumb::counterfactual::{DemoGame, Question, WindowRequest};

use plumb_terminal::EngineListArgument;
use plumb_terminal::Failure;

#[derive(clap::Args)]
pub struct Arguments {
    /// A file of games in PGN, packed or not
    #[arg(
        value_name = "GAME.pgn",
        required_unless_present = "demo",
        conflicts_with = "demo"
    )]
    pub(super) file: Option<PathBuf>,

    /// A built-in game between engines instead of a file
    #[arg(long, value_enum)]
    pub(super) demo: Option<DemoGame>,

    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) game: u64,

    #[command(flatten)]
    pub(super) request: WindowRequest,

    /// All windows from the first ply out of book to the end of the game, one behind the other
    #[arg(long, conflicts_with = "from")]
    pub(super) all_windows: bool,

    /// So many players were looked at: the least p-value of all windows is corrected for them
    #[arg(long, value_name = "N", default_value_t = 1, requires = "all_windows", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) looked_at: u64,

    /// A Polyglot book: what stands in it is book too
    #[arg(long, value_name = "FILE")]
    pub(super) book: Vec<PathBuf>,

    /// What says how people play: model, second-look, regan, empirical:GAMES.pgn,
    /// maia:FILE[,FILE...] or maia:FOLDER (networks of Maia-1), uci:ENGINE, program:COMMAND
    #[arg(long, value_name = "POLICY", default_value = "model")]
    policy: String,

    /// Threads [default: the number of processor cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// One JSON object on one line, or one for each window
    #[arg(long)]
    pub(super) json: bool,

    #[command(flatten)]
    pub(super) engines: EngineListArgument,
}

impl Arguments {
    pub(super) fn policy(&self) -> &str {
        &self.policy
    }

    /// What is asked about a window.
    pub(super) fn question(&self) -> Result<Question, Failure> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or_else(cores, usize::from);
        Ok(self.request.question.question(jobs)?)
    }
}

//! `plumb-lab selfplay`: labelled positions from Plumb's own games.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use plumb_chess::notation::pgn::GameResult;
use plumb_engine::tables::{Models, Table};
use plumb_gauntlet::{DEFAULT_OPENING_PLIES, read_openings};
use plumb_lab::selfplay::{
    EndRules, SampleFile, Settings, SettingsList, Start, Starts, play_games, resume,
};
use plumb_lab::tune::{fingerprint, sha256};
use plumb_support::wording::counted;

use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, duration_text, interrupt_flag, per_minute};

#[derive(clap::Args)]
pub struct Arguments {
    /// The file for the positions: lines of FEN;result;score;depth;game, the
    /// score in centipawns from White's side
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: u64,

    /// Nodes for each move; the iteration that reaches them is finished
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// Games played at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Begin with these openings, drawn at random: EPD or FEN lines, a .pgn
    /// file or a Polyglot .bin book
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Plies taken from PGN games or a book
    #[arg(long, value_name = "N", default_value_t = DEFAULT_OPENING_PLIES)]
    opening_plies: usize,

    /// Random moves made after the opening [default: 8; 2 with --openings]
    #[arg(long, value_name = "PLIES")]
    random_plies: Option<usize>,

    /// So many games in a hundred begin from a Chess960 array
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    chess960: u32,

    /// So many games in a hundred begin from a random endgame
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    endgames: u32,

    /// Throw away starts that are further from equal, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 300)]
    max_start: i32,

    /// Size of the transposition table in MB, for each thread
    #[arg(long, value_name = "MB", default_value_t = 4)]
    hash: usize,

    /// Where the random numbers come from: the same seed, the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Go on with the file after an interruption, or make it longer
    #[arg(long)]
    resume: bool,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let weights = models.get()?;
    let settings = settings(arguments)?;
    let provenance = provenance(arguments, &settings, models)?;
    let mut file = SampleFile::open(&arguments.out, &provenance, arguments.resume)?;
    let (first, positions_before) = resume(&mut file, arguments.games)?;
    if first > 0 && first >= arguments.games {
        say(format!(
            "{} or more are in {} already.",
            counted(first, "game"),
            arguments.out.display()
        ));
        return Ok(Ending::Done);
    }
    let threads = arguments
        .threads
        .or_else(|| std::thread::available_parallelism().ok().map(usize::from))
        .unwrap_or(1);
    if first > 0 {
        say(format!(
            "Resuming after {}, {}.",
            counted(first, "game"),
            counted(positions_before, "position")
        ));
    }
    let interrupt = interrupt_flag();
    let mut progress = Progress::new("games", Some(arguments.games), first);
    let mut tally = Tally::default();
    let mut games = first;
    play_games(
        &settings,
        &weights,
        threads,
        first..arguments.games.max(first),
        &mut file,
        &interrupt,
        |game| {
            games = game.game + 1;
            tally.add(game.result, game.positions, game.nodes);
            progress.update(games, &|elapsed| {
                format!(
                    "{} positions, {} a minute",
                    positions_before + tally.positions,
                    per_minute(tally.positions, elapsed)
                )
            });
            true
        },
    )?;
    progress.close();
    let elapsed = progress.elapsed();
    say(format!(
        "{}, {}. This run: {} in {}, {} positions and {} games a minute, {} nodes a second.",
        counted(games, "game"),
        counted(positions_before + tally.positions, "position"),
        tally.text(),
        duration_text(elapsed),
        per_minute(tally.positions, elapsed),
        per_minute(tally.games, elapsed),
        per_minute(tally.nodes, elapsed) / 60,
    ));
    if interrupt.load(Ordering::Relaxed) && games < arguments.games {
        say(format!(
            "Stopped after {games} of {}; add --resume to go on.",
            counted(arguments.games, "game")
        ));
        return Ok(Ending::CheckFailed);
    }
    Ok(Ending::Done)
}

fn settings(arguments: &Arguments) -> Result<Settings, Failure> {
    if arguments.chess960 + arguments.endgames > 100 {
        return Err(Failure(format!(
            "--chess960 {} and --endgames {} are more than 100 percent together",
            arguments.chess960, arguments.endgames
        )));
    }
    let openings = match &arguments.openings {
        Some(path) => read_openings(path, arguments.opening_plies, arguments.seed)?
            .into_iter()
            .map(|opening| Start {
                position: opening.start,
                moves: opening.moves,
            })
            .collect(),
        None => Vec::new(),
    };
    let usual_plies = if openings.is_empty() { 8 } else { 2 };
    Ok(Settings {
        seed: arguments.seed,
        nodes: arguments.nodes,
        hash_mb: arguments.hash,
        starts: Starts {
            openings,
            random_plies: arguments.random_plies.unwrap_or(usual_plies),
            chess960_percent: arguments.chess960,
            endgame_percent: arguments.endgames,
        },
        max_start_cp: arguments.max_start,
        rules: EndRules::default(),
    })
}

/// All that a game depends on. How many there are may change.
fn provenance(
    arguments: &Arguments,
    settings: &Settings,
    models: &Models,
) -> Result<SettingsList, Failure> {
    let openings = match &arguments.openings {
        Some(path) => {
            let digest = fingerprint(path)?.sha256;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            format!(
                "{name}, SHA-256 {digest}, {} plies",
                arguments.opening_plies
            )
        }
        None => "none".to_owned(),
    };
    let weights = sha256(models.tables().text(Table::Eval).as_bytes());
    let starts = &settings.starts;
    let setting = |name: &str, value: String| (name.to_owned(), value);
    Ok(vec![
        setting("version", env!("CARGO_PKG_VERSION").to_owned()),
        setting("weights", format!("eval.toml, SHA-256 {weights}")),
        setting("seed", settings.seed.to_string()),
        setting("nodes", settings.nodes.to_string()),
        setting("hash", format!("{} MB", settings.hash_mb)),
        setting("openings", openings),
        setting("random_plies", starts.random_plies.to_string()),
        setting("chess960_percent", starts.chess960_percent.to_string()),
        setting("endgame_percent", starts.endgame_percent.to_string()),
        setting("max_start_cp", settings.max_start_cp.to_string()),
        setting("rules", format!("{:?}", settings.rules)),
    ])
}

/// What this run has made.
#[derive(Default)]
struct Tally {
    games: u64,
    positions: u64,
    nodes: u64,
    results: [u64; 3],
    without_start: u64,
}

impl Tally {
    fn add(&mut self, result: Option<GameResult>, positions: u64, nodes: u64) {
        self.games += 1;
        self.positions += positions;
        self.nodes += nodes;
        match result {
            Some(GameResult::WhiteWins) => self.results[0] += 1,
            Some(GameResult::Draw) => self.results[1] += 1,
            Some(GameResult::BlackWins) => self.results[2] += 1,
            None => self.without_start += 1,
        }
    }

    fn text(&self) -> String {
        let [white, draws, black] = self.results;
        let mut text = format!(
            "{} (White won {white}, Black {black}, {draws} drawn",
            counted(self.games, "game")
        );
        if self.without_start > 0 {
            text.push_str(&format!(
                ", {} had no start that is about equal",
                self.without_start
            ));
        }
        text.push(')');
        text
    }
}

//! `plumb-lab tune search`: the search's numbers tuned by games.

use std::path::PathBuf;

use plumb_chess::board::Position;
use plumb_engine::search::{PARAMETERS, PARAMETERS_CAN_BE_SET, SIGNATURE, parameter_values};
use plumb_engine::tables::{Table, Tables};
use plumb_gauntlet::{
    Adjudication, DEFAULT_OPENING_PLIES, DrawRule, GameRules, Opening, ResignRule, TimeControl,
    read_openings,
};
use plumb_lab::trials::{self, Arena, Provenance, Record, Settings};
use plumb_lab::tune::{Spsa, TunedNumber, fingerprint, sha256};

use plumb_terminal::{Ending, Failure, origin, say};
use plumb_terminal::{Progress, interrupt_flag};
use plumb_terminal::{plumb_program, warn};

/// How many iterations lie between two tables on disk.
const TABLE_EVERY: u64 = 50;

/// How far a clock may be overdrawn: two slots can keep each other waiting.
const MARGIN_MS: u64 = 200;

const ADJUDICATION: Adjudication = Adjudication {
    draw: Some(DrawRule {
        from_move: 40,
        moves: 8,
        score_cp: 10,
    }),
    resign: Some(ResignRule {
        moves: 3,
        score_cp: 700,
        two_sided: true,
    }),
    max_moves: None,
};

#[derive(clap::Args)]
pub struct SearchArguments {
    /// Folder for search.toml and all that is needed to resume
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Time control of the games, as for gauntlet
    #[arg(long, value_name = "TC", default_value = "nodes=8000")]
    tc: TimeControl,

    /// How often all numbers are moved
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    iterations: u64,

    /// Games that tell which way; an even number, both colours of each opening
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = games)]
    games_per_iteration: usize,

    /// Iterations in play at the same time, a game of each
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// Openings: EPD or FEN lines, a .pgn file or a Polyglot .bin book; without,
    /// every game begins at the start position
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Tune only these numbers of search.toml [default: all]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    only: Vec<String>,

    /// Seed of throws and of the openings' order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The part of its step by which a number moves in the last iteration for each
    /// game won more than lost
    #[arg(long, value_name = "R", default_value_t = 0.002)]
    rate: f64,

    /// Go on with the tuning in that folder
    #[arg(long)]
    resume: bool,
}

fn games(text: &str) -> Result<usize, String> {
    let games = text.parse().ok();
    games
        .filter(|games: &usize| (2..=10_000).contains(games) && games.is_multiple_of(2))
        .ok_or_else(|| "expected an even number, both colours of each opening".to_owned())
}

pub fn search(
    arguments: &SearchArguments,
    start: &Tables,
    command: String,
) -> Result<Ending, Failure> {
    check(arguments)?;
    let numbers = numbers(arguments, start)?;
    let settings = settings(arguments, start, &numbers)?;
    let arena = arena(arguments, start.clone(), &numbers)?;
    let beginning = Spsa::new(
        numbers,
        arguments.iterations,
        arguments.rate,
        arguments.seed,
    );
    let mut record = Record::open(&arguments.out, settings, beginning, arguments.resume)?;
    let digest = sha256(start.text(Table::Search).as_bytes());
    let provenance = Provenance {
        command,
        start: format!("{}, SHA-256 {digest}", origin(start, Table::Search)),
        seed: arguments.seed,
    };

    let stop = interrupt_flag();
    let before = record.spsa().done();
    let games_before = u64::from(record.games().games());
    let mut progress = Progress::new("iterations", Some(arguments.iterations), before);
    let mut written = before / TABLE_EVERY;
    let outcome = trials::run(
        &mut record,
        usize::from(arguments.concurrency),
        &stop,
        |slot, trial| arena.play(slot, trial),
        |record| {
            let done = record.spsa().done();
            if done / TABLE_EVERY > written {
                written = done / TABLE_EVERY;
                record.write_table(start, &provenance)?;
            }
            let games = u64::from(record.games().games());
            progress.update(done, &|elapsed| {
                let hours = elapsed.as_secs_f64().max(0.001) / 3600.0;
                let an_hour = (games - games_before) as f64 / hours;
                format!("{games} games, {an_hour:.0} an hour")
            });
            Ok(())
        },
    );
    progress.close();
    outcome?;
    let table = record.write_table(start, &provenance)?;
    for tuned in record.spsa().numbers() {
        let began = PARAMETERS.iter().find(|one| one.name == tuned.name);
        let built = began.map_or(0, |parameter| parameter.value);
        say(format!(
            "{} {:.2} (built in: {built})",
            tuned.name, tuned.value
        ));
    }
    let done = record.spsa().done();
    say(format!(
        "{} written after {done} iterations, {} games.",
        table.display(),
        record.games().games()
    ));
    if done < arguments.iterations {
        say(format!(
            "Stopped before {} iterations; add --resume to go on.",
            arguments.iterations
        ));
        return Ok(Ending::CheckFailed);
    }
    Ok(Ending::Done)
}

fn check(arguments: &SearchArguments) -> Result<(), Failure> {
    if !PARAMETERS_CAN_BE_SET {
        return Err(Failure(
            "in this program the search's numbers are constants: build it with \
             'cargo build --release --workspace --features plumb/tunable,plumb-lab/tunable' to tune them"
                .to_owned(),
        ));
    }
    if !(arguments.rate > 0.0 && arguments.rate <= 10.0) {
        return Err(Failure(format!(
            "--rate {}: expected a number above 0 and at most 10, such as 0.002",
            arguments.rate
        )));
    }
    Ok(())
}

/// The numbers to be tuned, as they are in these tables.
fn numbers(arguments: &SearchArguments, tables: &Tables) -> Result<Vec<TunedNumber>, Failure> {
    let unknown = |name: &&String| PARAMETERS.iter().all(|one| one.name != name.as_str());
    if let Some(name) = arguments.only.iter().find(unknown) {
        return Err(Failure(format!(
            "--only '{name}': expected names from tables/search.toml, such as {}",
            PARAMETERS.first().map_or("", |parameter| parameter.name)
        )));
    }
    let values = parameter_values(tables.text(Table::Search))?;
    let all = PARAMETERS.iter().zip(values);
    let chosen = all.filter(|(parameter, _)| {
        arguments.only.is_empty() || arguments.only.iter().any(|name| name == parameter.name)
    });
    Ok(chosen
        .map(|(parameter, value)| TunedNumber {
            name: parameter.name.to_owned(),
            value: f64::from(value),
            least: parameter.least,
            most: parameter.most,
            step: parameter.step,
        })
        .collect())
}

/// All that the result depends on. How many slots there are decides only when
/// numbers are drawn, and may change.
fn settings(
    arguments: &SearchArguments,
    tables: &Tables,
    numbers: &[TunedNumber],
) -> Result<Settings, Failure> {
    let openings = match &arguments.openings {
        Some(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            format!("{name}, SHA-256 {}", fingerprint(path)?.sha256)
        }
        None => "none".to_owned(),
    };
    let names: Vec<&str> = numbers.iter().map(|tuned| tuned.name.as_str()).collect();
    let setting = |name: &str, value: String| (name.to_owned(), value);
    Ok(vec![
        setting("version", env!("CARGO_PKG_VERSION").to_owned()),
        setting("signature", SIGNATURE.to_string()),
        setting("set of tables", tables.digest(Table::ALL)),
        setting("list of numbers", names.join(",")),
        setting("time control", arguments.tc.to_string()),
        setting("number of iterations", arguments.iterations.to_string()),
        setting(
            "number of games per iteration",
            arguments.games_per_iteration.to_string(),
        ),
        setting("file of openings", openings),
        setting("seed", arguments.seed.to_string()),
        setting("rate", arguments.rate.to_string()),
    ])
}

fn arena(
    arguments: &SearchArguments,
    tables: Tables,
    numbers: &[TunedNumber],
) -> Result<Arena, Failure> {
    let program = plumb_program()?;
    let openings = match &arguments.openings {
        Some(path) => read_openings(path, DEFAULT_OPENING_PLIES, arguments.seed)?,
        None => {
            warn("every game begins at the start position: give --openings");
            vec![Opening::bare(Position::start())]
        }
    };
    Ok(Arena {
        program,
        folder: arguments.out.clone(),
        tables,
        names: numbers.iter().map(|tuned| tuned.name.clone()).collect(),
        control: arguments.tc,
        rules: GameRules {
            chess960: false,
            ponder: false,
            margin_ms: MARGIN_MS,
            adjudication: ADJUDICATION,
            tablebases: None,
        },
        seed: arguments.seed,
        openings,
        games_per_iteration: arguments.games_per_iteration,
    })
}

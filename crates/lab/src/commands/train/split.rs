//! `plumb-lab train split`: games in parts that share no player, no event and no game.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use plumb_fairplay::{SourceGame, game_keys, games};
use plumb_lab::tune::TunedGames;
use plumb_support::partition::{Division, GameKeys, Partition};
use plumb_support::unpack;
use plumb_support::wording::counted;

use super::fitting::names;
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, interrupt_flag, per_minute};

#[derive(clap::Args)]
pub struct Arguments {
    /// PGN files of one collection, also packed (.gz, .bz2, .xz, .zst)
    #[arg(value_name = "GAMES.pgn", required = true)]
    games: Vec<PathBuf>,

    /// The parts and their shares of the games
    #[arg(
        long,
        value_name = "NAME=SHARE,...",
        value_delimiter = ',',
        default_value = "training=3,validation=2,reference=2,threshold=2,test=2",
        value_parser = part
    )]
    parts: Vec<(String, f64)>,

    /// Only games of so many plies or more
    #[arg(long, value_name = "PLIES", default_value_t = 30)]
    min_plies: usize,

    /// A partition of another collection, with parts of the same names: whoever is in a part
    /// there stays in it; may be given several times
    #[arg(long, value_name = "FILE")]
    beside: Vec<PathBuf>,

    /// Seed of the attempts
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Where the parts go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn part(text: &str) -> Result<(String, f64), String> {
    let wrong = || format!("'{text}' is no part; expected a name, = and a share above 0");
    let (name, share) = text.split_once('=').ok_or_else(wrong)?;
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let share: f64 = share.parse().map_err(|_| wrong())?;
    let is_right = is_name(name) && share > 0.0 && share.is_finite();
    is_right.then(|| (name.to_owned(), share)).ok_or_else(wrong)
}

pub fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    let parts = &arguments.parts;
    for (index, (name, _)) in parts.iter().enumerate() {
        if parts[..index].iter().any(|(other, _)| other == name) {
            return Err(Failure(format!("--parts: '{name}' is there twice")));
        }
    }
    if parts.len() < 2 {
        return Err(Failure("--parts: expected two or more".to_owned()));
    }
    let earlier = arguments.beside.iter();
    let earlier: Vec<Partition> = earlier
        .map(|path| read_partition(path, parts))
        .collect::<Result<_, Failure>>()?;
    let Some(read) = read(arguments)? else {
        return Err(Failure(
            "stopped; nothing was written: parts are of all games or none".to_owned(),
        ));
    };
    if read.keys.is_empty() {
        return Err(Failure(format!(
            "no game of two known players and {} plies or more in {}",
            arguments.min_plies,
            names(&arguments.games)
        )));
    }
    let all = counted(read.keys.len(), "game");
    let division = Division::with_earlier(read.keys, &earlier).with_first_only(read.tuned);
    let partition = division.partition(parts, arguments.seed);
    let kept: usize = partition.parts().iter().map(|part| part.games).sum();
    let kept = format!("{kept} of {all}");
    fs::write(&arguments.out, text(arguments, &kept, &partition))
        .map_err(|error| format!("cannot write {}: {error}", arguments.out.display()))?;
    say(format!(
        "{kept} in {}; {} too short, of unknown players, or not readable.",
        arguments.out.display(),
        read.others
    ));
    for part in partition.parts() {
        say(format!(
            "{}: {}, {}, {}",
            part.name,
            counted(part.games, "game"),
            counted(part.players.len(), "player"),
            counted(part.events.len(), "event")
        ));
    }
    Ok(Ending::Done)
}

/// An earlier partition, which must have these parts in this order.
fn read_partition(path: &Path, parts: &[(String, f64)]) -> Result<Partition, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    let partition = Partition::parse(&text).map_err(|error| format!("{name}: {error}"))?;
    let found: Vec<&str> = partition
        .parts()
        .iter()
        .map(|part| part.name.as_str())
        .collect();
    let wanted: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
    match found == wanted {
        true => Ok(partition),
        false => Err(Failure(format!(
            "--beside: {name} has the parts {}; expected {}",
            found.join(", "),
            wanted.join(", ")
        ))),
    }
}

struct Read {
    keys: Vec<GameKeys>,
    /// Keys of the moves of games that the evaluation was tuned on.
    tuned: HashSet<u64>,
    others: u64,
}

/// The keys of all games that can be in a part; nothing if it was interrupted.
fn read(arguments: &Arguments) -> Result<Option<Read>, Failure> {
    let interrupt = interrupt_flag();
    let mut progress = Progress::new("games", None, 0);
    let mut read = Read {
        keys: Vec::new(),
        tuned: HashSet::new(),
        others: 0,
    };
    let tuned_games = TunedGames::embedded().map_err(|error| error.to_string())?;
    let is_tuned = |game: &SourceGame| {
        let mut position = game.start.clone();
        game.plies.iter().map_while(|ply| ply.mv).any(|mv| {
            position = position.play(mv);
            tuned_games.has(&position)
        })
    };
    for path in &arguments.games {
        let name = path.display().to_string();
        let source = unpack::open(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        for game in games(&name, source) {
            let is_long = |game: &SourceGame| game.plies.len() >= arguments.min_plies;
            let game = game.ok().filter(is_long);
            match game
                .as_ref()
                .and_then(|game| Some((game, game_keys(game)?)))
            {
                Some((game, keys)) => {
                    if is_tuned(game) {
                        read.tuned.insert(keys.moves);
                    }
                    read.keys.push(keys);
                }
                None => read.others += 1,
            }
            let done = read.keys.len() as u64 + read.others;
            progress.update(done, &|elapsed| {
                format!(
                    "{}, {} a minute",
                    counted(done, "game"),
                    per_minute(done, elapsed)
                )
            });
            if interrupt.load(Ordering::Relaxed) {
                progress.close();
                return Ok(None);
            }
        }
    }
    progress.close();
    Ok(Some(read))
}

/// The file: what made it, and the parts.
fn text(arguments: &Arguments, kept: &str, partition: &Partition) -> String {
    let shares = arguments.parts.iter();
    let shares: Vec<String> = shares
        .map(|(name, share)| format!("{name}={share}"))
        .collect();
    let beside = arguments.beside.iter();
    let beside: String = beside
        .map(|path| format!(" --beside {}", path.display()))
        .collect();
    format!(
        "# Games in parts that share no player, no event and no game: {kept}. A player or\n\
         # an event stands here as a key of its name (src/partition/keys.rs). Made by:\n\
         #   plumb-lab train split {} --parts {}{beside} --min-plies {} --seed {} --out FILE\n\n{}",
        names(&arguments.games),
        shares.join(","),
        arguments.min_plies,
        arguments.seed,
        partition.to_text()
    )
}

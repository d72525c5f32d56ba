//! `plumb rate`: ratings from PGN files, or from a table of results.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use plumb::gauntlet::{
    Curve, Interval, Likelihood, Pool, RatingSettings, Ratings, TableRating, parse_table, rate,
    rate_table,
};
use plumb::notation::pgn::Summaries;

use super::{Ending, Failure, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// Files with the games
    #[arg(
        value_name = "PGN",
        required_unless_present = "table",
        conflicts_with = "table"
    )]
    files: Vec<PathBuf>,

    /// Rate one player from a table of results against opponents of known
    /// rating: TOML with [[result]], opponent, rating, score and games
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// A player whose rating is known; as often as you like
    #[arg(long = "anchor", value_name = "NAME=ELO", conflicts_with = "table")]
    anchors: Vec<String>,

    /// Mean rating where no player is anchored
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    average: f64,

    /// What of a result counts
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Counts::Draws)]
    likelihood: Counts,

    /// White's advantage; worked out from the games unless given
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    white_advantage: Option<f64>,

    /// Games credited to each player, half won and half lost
    #[arg(long, value_name = "GAMES", default_value_t = RatingSettings::PRIOR, allow_negative_numbers = true)]
    prior: f64,

    /// Credit no games; refuses players who won or lost everything
    #[arg(long, conflicts_with = "prior")]
    no_prior: bool,

    /// Resamples for the 95 % intervals; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    bootstrap: u32,

    /// Seed of the resampling
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Show the chances that each player is stronger than each other
    #[arg(long, conflicts_with = "table")]
    los: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Counts {
    /// Wins, draws and losses, with the draw rate in the model
    Draws,
    /// Points only, a draw as half of each
    Logistic,
}

pub fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    match &arguments.table {
        Some(table) => from_table(table, arguments.json),
        None => from_games(arguments),
    }
}

fn from_table(path: &Path, json: bool) -> Result<Ending, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let in_file = |error| format!("{}: {error}", path.display());
    let results = parse_table(&text).map_err(in_file)?;
    let normal = rate_table(&results, Curve::Normal).map_err(in_file)?;
    let logistic = rate_table(&results, Curve::Logistic).map_err(in_file)?;
    if json {
        let model = |found: &TableRating| {
            json!({
                "rating": rounded(found.rating),
                "low_90": rounded(found.low),
                "high_90": rounded(found.high),
                "tempered": found.tempered,
            })
        };
        say(json!({ "normal": model(&normal), "logistic": model(&logistic) }));
        return Ok(Ending::Done);
    }
    let games: u32 = results.iter().map(|row| row.games).sum();
    let score: f64 = results.iter().map(|row| row.score).sum();
    say(format!("{score} points of {games}"));
    say("model      rating   90 % interval");
    for (name, found) in [("normal", normal), ("logistic", logistic)] {
        say(format!(
            "{name:<9} {:>7.1}   {:.0} to {:.0}",
            found.rating, found.low, found.high
        ));
    }
    if normal.tempered {
        say("All points won or all lost: a quarter of a point was moved to have a rating at all.");
    }
    Ok(Ending::Done)
}

fn from_games(arguments: &Arguments) -> Result<Ending, Failure> {
    let (pool, read) = read_games(&arguments.files)?;
    let settings = RatingSettings {
        likelihood: match arguments.likelihood {
            Counts::Draws => Likelihood::Draws,
            Counts::Logistic => Likelihood::Logistic,
        },
        first_move: arguments.white_advantage,
        prior: if arguments.no_prior {
            0.0
        } else {
            arguments.prior
        },
        anchors: anchors(&arguments.anchors, &pool)?,
        average: arguments.average,
        resamples: arguments.bootstrap as usize,
        seed: arguments.seed,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let ratings = rate(&pool, &settings)?;
    if arguments.json {
        say(as_json(&pool, &ratings, &read, arguments.los));
        return Ok(Ending::Done);
    }
    summary(&ratings, &read);
    table(&pool, &ratings);
    if arguments.los {
        los_matrix(&pool, &ratings);
    }
    Ok(Ending::Done)
}

/// What became of the games of all files.
#[derive(Default)]
struct Read {
    games: u64,
    unfinished: u64,
    skipped: u64,
}

fn read_games(files: &[PathBuf]) -> Result<(Pool, Read), Failure> {
    let mut pool = Pool::new();
    let mut read = Read::default();
    for path in files {
        let unreadable = |error| format!("cannot read {}: {error}", path.display());
        let file = File::open(path).map_err(unreadable)?;
        for game in Summaries::new(file) {
            match game.map_err(unreadable)? {
                Ok(game) if pool.add(&game) => read.games += 1,
                Ok(_) => read.unfinished += 1,
                Err(error) => {
                    read.skipped += 1;
                    eprintln!("plumb: {}: {error}; skipped", path.display());
                }
            }
        }
    }
    if read.games == 0 {
        let names: Vec<String> = files
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        return Err(Failure(format!(
            "no finished game with two named players in {}",
            names.join(", ")
        )));
    }
    Ok((pool, read))
}

fn anchors(texts: &[String], pool: &Pool) -> Result<Vec<(usize, f64)>, Failure> {
    (texts.iter())
        .map(|text| {
            let (name, elo) = text
                .rsplit_once('=')
                .and_then(|(name, elo)| Some((name.trim(), elo.trim().parse().ok()?)))
                .ok_or_else(|| {
                    format!("cannot read the anchor '{text}': expected NAME=ELO, such as \"Fairy-Max=1900\"")
                })?;
            let player = pool.find(name).ok_or_else(|| {
                let mut names: Vec<&str> = pool.names().iter().map(String::as_str).collect();
                names.sort_unstable();
                let more = if names.len() > 10 { ", ..." } else { "" };
                names.truncate(10);
                format!(
                    "the anchor '{name}' played no finished game; the players are {}{more}",
                    names.join(", ")
                )
            })?;
            Ok((player, elo))
        })
        .collect()
}

fn margin(interval: &Interval) -> String {
    match interval.margin() {
        Some(margin) => format!("± {margin:.0}"),
        None => String::new(),
    }
}

fn counted(count: impl Into<u64>, one: &str, many: &str) -> String {
    match count.into() {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}

fn summary(ratings: &Ratings, read: &Read) {
    let mut line = format!(
        "{}, {}",
        counted(ratings.players.len() as u64, "player", "players"),
        counted(read.games, "game", "games"),
    );
    if ratings.pairs > 0 {
        let pairs = counted(ratings.pairs as u64, "pair", "pairs");
        line += &format!(" ({pairs}, {} single)", ratings.units - ratings.pairs);
    }
    for (count, what) in [(read.unfinished, "unfinished"), (read.skipped, "skipped")] {
        if count > 0 {
            line += &format!(", {count} {what}");
        }
    }
    say(line);
    let mut line = format!(
        "White's advantage {:.0} {}",
        whole(ratings.first_move.value),
        margin(&ratings.first_move)
    );
    line.truncate(line.trim_end().len());
    if let Some(rate) = ratings.draw_rate {
        line += &format!(", draws between equals {:.0} %", 100.0 * rate);
    }
    say(line);
    if ratings.groups > 1 {
        say(format!(
            "The players fall into {} groups that no chain of games links: ratings of different groups cannot be compared.",
            ratings.groups
        ));
    }
    say("");
}

fn table(pool: &Pool, ratings: &Ratings) {
    let width = (pool.names().iter().map(|name| name.chars().count()))
        .chain([4])
        .max()
        .unwrap_or(4);
    say(format!(
        "rank  {:<width$}  rating   95 %  games  score  draws",
        "name"
    ));
    let (mut group, mut rank) = (0, 0);
    for number in ratings.ranking() {
        let player = &ratings.players[number];
        if player.group != group {
            group = player.group;
            rank = 0;
            say(format!("-- group {}", group + 1));
        }
        rank += 1;
        let error = match player.anchored {
            true => "known".to_owned(),
            false => margin(&player.rating),
        };
        let percent = |count: f64| 100.0 * count / player.games.max(1) as f64;
        say(format!(
            "{rank:>4}  {:<width$}  {:>6.0}  {error:>5}  {:>5}  {:>4.1}%  {:>4.1}%",
            pool.names()[number],
            whole(player.rating.value),
            player.games,
            percent(player.half_points as f64 / 2.0),
            percent(player.draws as f64),
        ));
    }
}

fn los_matrix(pool: &Pool, ratings: &Ratings) {
    let order = ratings.ranking();
    say("");
    say("Chance, in %, that the player of the row is stronger than that of the column:");
    let numbers: Vec<String> = (1..=order.len()).map(|n| format!("{n:>6}")).collect();
    say(format!("     {}", numbers.concat()));
    for (index, &row) in order.iter().enumerate() {
        let cells: Vec<String> = (order.iter())
            .map(|&column| match ratings.los(row, column) {
                Some(los) if row != column => format!("{:>6.1}", 100.0 * los),
                _ => format!("{:>6}", "-"),
            })
            .collect();
        say(format!(
            "{:>4} {}  {}",
            index + 1,
            cells.concat(),
            pool.names()[row]
        ));
    }
}

/// To a hundredth, without a minus before a zero.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0 + 0.0
}

/// To a whole number, without a minus before a zero.
fn whole(number: f64) -> f64 {
    number.round() + 0.0
}

fn as_json(pool: &Pool, ratings: &Ratings, read: &Read, los: bool) -> Value {
    let interval = |found: &Interval| match found.bounds {
        Some((low, high)) => json!([rounded(low), rounded(high)]),
        None => Value::Null,
    };
    let order = ratings.ranking();
    let players: Vec<Value> = (order.iter())
        .map(|&number| {
            let player = &ratings.players[number];
            json!({
                "name": pool.names()[number],
                "rating": rounded(player.rating.value),
                "interval_95": interval(&player.rating),
                "anchored": player.anchored,
                "games": player.games,
                "score": player.half_points as f64 / 2.0,
                "draws": player.draws,
                "group": player.group + 1,
            })
        })
        .collect();
    let mut value = json!({
        "games": read.games,
        "pairs": ratings.pairs,
        "unfinished": read.unfinished,
        "skipped": read.skipped,
        "groups": ratings.groups,
        "white_advantage": rounded(ratings.first_move.value),
        "white_advantage_interval_95": interval(&ratings.first_move),
        "draw_rate_between_equals": ratings.draw_rate.map(|rate| (rate * 1e4).round() / 1e4),
        "players": players,
    });
    if los {
        let rows: Vec<Vec<Value>> = (order.iter())
            .map(|&row| {
                (order.iter())
                    .map(|&column| match ratings.los(row, column) {
                        Some(los) if row != column => json!((los * 1e4).round() / 1e4),
                        _ => Value::Null,
                    })
                    .collect()
            })
            .collect();
        value["los"] = json!(rows);
    }
    value
}

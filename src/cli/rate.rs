//! `plumb rate`: ratings from PGN files, or from a table of results. What it
//! prints is in `print`.

mod games;
mod print;

use std::path::{Path, PathBuf};

use serde_json::json;

use plumb::statistics::{
    Counting, Curve, Likelihood, Pool, RatingSettings, TableRating, parse_table, rate, rate_table,
};

use games::read_games;
use plumb_terminal::{Ending, Failure, say};
use print::{as_json, los_matrix, rounded, summary, table};

#[derive(clap::Args)]
pub struct Arguments {
    /// Files with the games, also packed (.gz, .bz2, .xz, .zst)
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

    /// Count games that an engine's failure ended (crash, hang, illegal move, broken protocol) as
    /// lost by it
    #[arg(long, alias = "count-crashes", conflicts_with = "table")]
    count_failures: bool,

    /// Count games that repeat an earlier one move for move
    #[arg(long, conflicts_with = "table")]
    count_repeats: bool,

    /// Rate only games of this variant, such as chess or chess960
    #[arg(long, value_name = "NAME", conflicts_with = "table")]
    variant: Option<String>,

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
    let counting = Counting {
        failures: arguments.count_failures,
        repeats: arguments.count_repeats,
    };
    let (pool, read) = read_games(&arguments.files, counting, arguments.variant.as_deref())?;
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

//! `plumb serve`: what the commands answer, over HTTP.

use std::fs;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;

use plumb::choice::ReganReference;
use plumb::eval::{WdlModel, Weights};
use plumb::fairplay::Profile;
use plumb::serve::{
    Access, JobSettings, ServeOptions, ServiceLimits, check_health, read_tokens, serve,
};
use plumb::syzygy::Tablebases;
use plumb::tables::Models;

use super::policy_choice::PolicyChoice;
use plumb_terminal::EngineListArgument;
use plumb_terminal::{Ending, Failure, say, warn};

#[derive(clap::Args)]
pub struct Arguments {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    bind: SocketAddr,

    /// Answer only who shows a token of this file, one a line, 32 characters or more; needed
    /// where others can reach the address
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// Another name under which the service is asked, as a proxy's
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// Searches at a time [default: all processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// The largest body of a request, as 16MiB, 64KiB or bytes
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = bytes)]
    max_body: u64,

    /// The folder that jobs live in, and go on from after a restart [default: a private
    /// one that goes away with the service]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// How long the results of a job stay, as 24h, 30m, 90s or 7d
    #[arg(long, value_name = "TIME", default_value = "24h", value_parser = seconds)]
    retain: u64,

    /// How thoroughly fair-play jobs look at games that ask for no other: screen or full
    #[arg(long, value_name = "PROFILE", default_value_t)]
    profile: Profile,

    /// A folder of Syzygy tables, whose positions fair-play jobs count as known; may be given
    /// several times
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,

    /// What says how people play, where a question names no other: model, second-look, regan,
    /// empirical:GAMES.pgn, maia:FILE[,FILE...] or maia:FOLDER (networks of Maia-1), uci:ENGINE or
    /// program:COMMAND
    #[arg(long, value_name = "POLICY", default_value = "model")]
    policy: String,

    #[command(flatten)]
    engines: EngineListArgument,

    /// Ask the service that listens there for its health, and end: 0 if it is well, 1 if not
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
struct LimitArguments {
    /// Until a request's head must be there
    #[arg(long, value_name = "SECONDS", default_value_t = ServiceLimits::default().header_s, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    header_time: u64,

    /// Until its body must be there
    #[arg(long, value_name = "SECONDS", default_value_t = ServiceLimits::default().body_s, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    body_time: u64,

    /// Until a request's searches are stopped, and it is answered with what there is
    #[arg(long, value_name = "SECONDS", default_value_t = ServiceLimits::default().search_s, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    search_time: u64,

    /// The same for requests that draw lines
    #[arg(long, value_name = "SECONDS", default_value_t = ServiceLimits::default().long_search_s, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    long_search_time: u64,

    /// Open connections
    #[arg(long, value_name = "N", default_value_t = ServiceLimits::default().connections as u32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_connections: u32,

    /// Searches that wait for a thread
    #[arg(long, value_name = "N", default_value_t = ServiceLimits::default().queue as u32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_queue: u32,

    /// Jobs that wait for their turn
    #[arg(long, value_name = "N", default_value_t = ServiceLimits::default().jobs as u32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_jobs: u32,

    /// Games of an upload
    #[arg(long, value_name = "N", default_value_t = ServiceLimits::default().games, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    max_games: u64,

    /// What an upload may be unpacked, as 1GiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = bytes)]
    max_unpacked: u64,

    /// Lines that a counterfactual job may draw
    #[arg(long, value_name = "N", default_value_t = ServiceLimits::default().samples, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    max_samples: u64,

    /// What the files of jobs that are over may take on the disk; the oldest go first
    #[arg(long, value_name = "SIZE", default_value = "10GiB", value_parser = bytes)]
    max_kept: u64,

    /// The nodes that a request may ask for
    #[arg(long, value_name = "N", default_value_t = ServiceLimits::default().nodes, value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 200))]
    max_nodes: u64,

    /// The milliseconds for each search that a request may ask for
    #[arg(long, value_name = "MS", default_value_t = ServiceLimits::default().movetime_ms, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    max_movetime: u64,

    /// Requests a minute with one token
    #[arg(long, value_name = "N", default_value_t = ServiceLimits::default().requests_per_minute, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
}

/// A size in bytes, from 1 on.
fn bytes(text: &str) -> Result<u64, String> {
    let units = [
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("", 1),
    ];
    let (number, unit) = units
        .iter()
        .find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)))
        .unwrap_or((text, 1));
    let number: Option<u64> = number.trim().parse().ok();
    number
        .and_then(|number| number.checked_mul(unit))
        .filter(|size| (1..=1 << 40).contains(size))
        .ok_or_else(|| format!("'{text}' is no size like 16MiB, 64KiB or 1000000"))
}

/// A time in seconds, from 1 on.
fn seconds(text: &str) -> Result<u64, String> {
    let units = [("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400)];
    let parts = units
        .iter()
        .find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)));
    parts
        .and_then(|(number, unit)| number.parse::<u64>().ok()?.checked_mul(unit))
        .filter(|seconds| (1..=100 * 365 * 86_400).contains(seconds))
        .ok_or_else(|| format!("'{text}' is no time like 24h, 30m, 90s or 7d"))
}

impl Arguments {
    fn limits(&self) -> ServiceLimits {
        let limits = &self.limits;
        ServiceLimits {
            header_s: limits.header_time,
            body_s: limits.body_time,
            body_bytes: self.max_body,
            connections: limits.max_connections as usize,
            queue: limits.max_queue as usize,
            nodes: limits.max_nodes,
            movetime_ms: limits.max_movetime,
            search_s: limits.search_time,
            long_search_s: limits.long_search_time,
            requests_per_minute: limits.rate,
            jobs: limits.max_jobs as usize,
            games: limits.max_games,
            unpacked_bytes: limits.max_unpacked,
            samples: limits.max_samples,
            retain_s: self.retain,
            kept_bytes: limits.max_kept,
            ..ServiceLimits::default()
        }
    }

    fn options(&self, models: &Models) -> Result<ServeOptions, Failure> {
        let limits = self.limits();
        let rate = limits.requests_per_minute;
        let tokens = match &self.token_file {
            None => Vec::new(),
            Some(path) => {
                let named =
                    |error: &dyn std::fmt::Display| Failure(format!("{}: {error}", path.display()));
                let text = fs::read_to_string(path).map_err(|error| named(&error))?;
                read_tokens(&text, rate).map_err(|error| named(&error))?
            }
        };
        if !self.syzygy.is_empty() {
            // Jobs open them anew; what is wrong with them is said now.
            Tablebases::open(&self.syzygy)?;
        }
        let processors = available_parallelism().map_or(1, NonZeroUsize::get);
        Ok(ServeOptions {
            bind: self.bind,
            access: Access::new(self.bind, tokens, &self.host, rate)?,
            jobs: self.jobs.map_or(processors, NonZeroUsize::get),
            limits,
            data: self.data.clone(),
            job_settings: JobSettings {
                profile: self.profile,
                syzygy: self.syzygy.clone(),
                policy: PolicyChoice::parse(&self.policy)?.source(&self.engines, models)?,
            },
        })
    }
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    if arguments.check {
        return Ok(match check_health(arguments.bind) {
            Ok(()) => Ending::Done,
            Err(error) => {
                warn(error);
                Ending::CheckFailed
            }
        });
    }
    // What many requests need: better a start that fails than every answer.
    models.get::<Weights>()?;
    models.get::<WdlModel>()?;
    let options = arguments.options(models)?;
    models.get::<ReganReference>()?;
    serve(&options, models.clone(), |address| {
        say(format!("http://{address}"))
    })?;
    Ok(Ending::Done)
}

//! Jobs of the kind `counterfactual`: what `plumb counterfactual --json` says of one window.

use std::io::Write;

use super::job_kind::RESULT_JSON;
use super::job_settings::JobSettings;
use super::job_task::JobFailure;
use super::job_work::JobWork;
use crate::fields::Fields;
use crate::limits::ServiceLimits;
use crate::policy_source::PolicySource;
use crate::problem::Problem;
use crate::search_question::nothing_read;
use crate::window_question::{MOST_BETA, MOST_SEED, RATINGS, WindowQuestion};
use plumb_chess::board::{Color, Game};
use plumb_chess::notation::pgn::parse_rating;
use plumb_counterfactual::{
    LossDepth, MOST_PLIES, QuestionRequest, RatingScale, Ratings, Window, WindowChoice,
};
use plumb_engine::choice::HumanModel;
use plumb_engine::tables::Models;
use plumb_fairplay::{SourceGame, games, pool_of, time_class_of};
use plumb_support::output_file::OutputFile;
use plumb_support::wording::{self, say};

/// The members of the request.
pub(super) const MEMBERS: [&str; 19] = [
    "pgn",
    "side",
    "from",
    "window",
    "book_plies",
    "elo",
    "opponent_elo",
    "policy",
    "target",
    "beta",
    "kernel",
    "rho",
    "samples",
    "burn_in",
    "chains",
    "besag_clifford",
    "seed",
    "depth",
    "lines",
];

/// So many plies from the start are book if nothing else is said, as on the command line.
const BOOK_PLIES: u64 = 16;

/// The largest numbers that may be given.
pub(super) const MOST_CHAINS: u64 = 1_000;
pub(super) const MOST_BURN_IN: u64 = 1_000_000;
pub(super) const MOST_DEPTH: u64 = 30;
pub(super) const MOST_LINES: u64 = 256;

/// Whose moves are looked at.
struct Side(Color);

impl std::str::FromStr for Side {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Side, &'static str> {
        match text {
            "white" => Ok(Side(Color::White)),
            "black" => Ok(Side(Color::Black)),
            _ => Err(wording::text!(expected.side)),
        }
    }
}

pub(super) fn check(
    fields: Fields,
    models: &Models,
    limits: &ServiceLimits,
    settings: &JobSettings,
) -> Result<(), Problem> {
    read(fields, models, limits, settings).map(drop)
}

fn read(
    mut fields: Fields,
    models: &Models,
    limits: &ServiceLimits,
    settings: &JobSettings,
) -> Result<WindowQuestion, Problem> {
    let side = match fields.has("side") {
        true => fields.parsed::<Side>("side").map(|side| side.0),
        false => {
            fields.refuse("side", wording::text!(expected.side));
            None
        }
    };
    let source = read_game(&mut fields);
    let policy = fields.parsed("policy").map(PolicySource::BuiltIn);
    let policy = policy.unwrap_or_else(|| settings.policy.clone());
    if let Some(reason) = policy.hindrance(models) {
        fields.refuse("policy", reason);
    }
    let question = read_question(&mut fields, limits);
    let usual = LossDepth::default();
    let plies = fields.number("depth", 1, MOST_DEPTH);
    let lines = fields.number("lines", 1, MOST_LINES);
    let depth = LossDepth {
        plies: plies.map_or(usual.plies, |plies| plies as u32),
        lines: lines.map_or(usual.lines, |lines| lines as usize),
    };
    let window = read_window(&mut fields, source.as_ref(), side);
    let ratings = read_ratings(&mut fields, source.as_ref(), side, policy.scale(), models)?;
    fields.finish(&MEMBERS)?;
    let (window, choice) = window.ok_or_else(nothing_read)?;
    Ok(WindowQuestion {
        window,
        choice,
        ratings: ratings.ok_or_else(nothing_read)?,
        policy,
        question,
        depth,
    })
}

fn read_game(fields: &mut Fields) -> Option<SourceGame> {
    if !fields.has("pgn") {
        fields.refuse("pgn", wording::text!(expected.game));
        return None;
    }
    let text = fields.text("pgn")?;
    match games("pgn", text.as_bytes()).next() {
        Some(Ok(game)) => Some(game),
        Some(Err(problem)) => {
            fields.refuse("pgn", problem.reason);
            None
        }
        None => {
            fields.refuse("pgn", wording::text!(expected.game_found_none));
            None
        }
    }
}

fn read_question(fields: &mut Fields, limits: &ServiceLimits) -> QuestionRequest {
    let usual = QuestionRequest::default();
    let number = |number: Option<u64>, usual: usize| number.map_or(usual, |number| number as usize);
    let usual_samples = usual.samples.min(limits.samples as usize);
    let request = QuestionRequest {
        target: fields.parsed("target").unwrap_or(usual.target),
        beta: fields.decimal("beta", 0.0, MOST_BETA).unwrap_or(usual.beta),
        kernel: fields.parsed("kernel"),
        rho: fields.decimal("rho", 0.0, 1.0).unwrap_or(usual.rho),
        samples: number(fields.number("samples", 1, limits.samples), usual_samples),
        chains: number(fields.number("chains", 1, MOST_CHAINS), usual.chains),
        burn_in: fields
            .number("burn_in", 0, MOST_BURN_IN)
            .unwrap_or(usual.burn_in),
        besag_clifford: fields.flag("besag_clifford").unwrap_or(false),
        seed: fields.number("seed", 0, MOST_SEED).unwrap_or(usual.seed),
    };
    if let Err(error) = request.question(1) {
        fields.refuse(error.value, error.to_string());
    }
    request
}

fn read_window(
    fields: &mut Fields,
    source: Option<&SourceGame>,
    side: Option<Color>,
) -> Option<(Window, WindowChoice)> {
    let from = fields.number("from", 1, u64::from(u32::MAX));
    let plies = fields.number("window", 1, MOST_PLIES as u64).unwrap_or(10);
    let book_plies = fields.number("book_plies", 0, u64::from(u32::MAX));
    let (source, side) = (source?, side?);
    let mut game = Game::new(source.start.clone());
    for ply in &source.plies {
        match ply.mv {
            Some(mv) => game.play(mv),
            None => game.play_null(),
        }
    }
    let (first, choice, place) = match from {
        Some(from) => (from, WindowChoice::Named, "from"),
        None => {
            let book = book_plies.unwrap_or(BOOK_PLIES);
            (book + 1, WindowChoice::FirstOutOfBook, "pgn")
        }
    };
    match Window::of(&game, side, first as usize, plies as usize) {
        Ok(window) => Some((window, choice)),
        Err(error) => {
            fields.refuse(place, error.to_string());
            None
        }
    }
}

fn read_ratings(
    fields: &mut Fields,
    source: Option<&SourceGame>,
    side: Option<Color>,
    scale: RatingScale,
    models: &Models,
) -> Result<Option<Ratings>, Problem> {
    let (low, high) = RATINGS;
    let given = [
        fields.number("elo", low, high),
        fields.number("opponent_elo", low, high),
    ];
    let (Some(source), Some(side)) = (source, side) else {
        return Ok(None);
    };
    let people = models.get::<HumanModel>();
    let people = people.map_err(|error| Problem::internal(error.to_string()))?;
    let mut of = |color: Color| {
        let (given, name) = match color == side {
            true => (given[0], "elo"),
            false => (given[1], "opponent_elo"),
        };
        let tag = color.fold("WhiteElo", "BlackElo");
        let of_game = || parse_rating(source.tag(tag)?).map(u64::from);
        let Some(rating) = given.or_else(of_game) else {
            fields.refuse(name, say!(expected.rating_of_game, tag));
            return None;
        };
        let rating = rating as f64;
        Some(match scale {
            RatingScale::AsGiven => rating,
            RatingScale::OverTheBoard => {
                people.comparable(rating, pool_of(source), time_class_of(source))
            }
        })
    };
    let (white, black) = (of(Color::White), of(Color::Black));
    Ok(white
        .zip(black)
        .map(|(white, black)| Ratings { white, black }))
}

pub(super) fn run(fields: Fields, work: &JobWork<'_>) -> Result<(), JobFailure> {
    let models = work.models;
    let request = read(fields, models, work.limits, work.settings);
    let request = request.map_err(|problem| problem.detail().to_owned())?;
    let mut advance = |done: u64, all: u64| work.advance(done, all);
    let report = request.report(models, work.threads, &work.stop, &mut advance)?;
    // What was drawn until then is not what was asked for.
    if report.partial || work.is_stopped() {
        return Err(JobFailure::Stopped);
    }
    work.out()?;
    let mut file = OutputFile::create(work.path(RESULT_JSON))?;
    writeln!(file, "{}", serde_json::to_string(&report)?)?;
    file.finish()?;
    Ok(())
}

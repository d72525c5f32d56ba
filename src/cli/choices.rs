//! `plumb choices`: how often people of some ratings would play which move; on the command
//! line and, with the same words, in a session.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb::analysis::{HumanChoices, Probe, SHOWN_MOVES, SHOWN_RATINGS};
use plumb::board::{Game, Move, Position};
use plumb::choice::{HumanModel, Pool, TimeClass};
use plumb::counterfactual::{BuiltInPolicy, PolicyQuestion, shares_of_legal_moves};
use plumb::eval::Weights;
use plumb::fairplay::human_model;
use plumb::glance::GLANCE_HASH_MB;
use plumb::notation::CastlingStyle;
use plumb::protocol::{Extension, Job};
use plumb::request::{Elo, NullMoves, PositionRequest};
use plumb::tables::Models;

use super::policy_choice::PolicyChoice;
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{EngineListArgument, interrupt_flag};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionRequest,

    /// Ratings over the board at long time controls [default: 1000,1400,1800,2200,2600]
    #[arg(long, value_name = "ELO,...", value_delimiter = ',')]
    rating: Vec<Elo>,

    /// Policy that gives the probabilities: model, second-look, regan, empirical:GAMES.pgn,
    /// maia:FILE[,FILE...] or maia:FOLDER (networks of Maia-1), uci:ENGINE, program:COMMAND
    #[arg(long, value_name = "POLICY", default_value = "model")]
    policy: String,

    /// How many moves are shown
    #[arg(long, value_name = "N", default_value_t = SHOWN_MOVES as u16, value_parser = clap::value_parser!(u16).range(1..))]
    lines: u16,

    /// All moves as one JSON object on one line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    engines: EngineListArgument,
}

const HELP: &str =
    "  choices [ELO...] [json]             how often people of these ratings would play which move";

/// Those that are asked for, or the usual ones.
fn ratings(asked: &[Elo]) -> Vec<u16> {
    match asked.is_empty() {
        true => SHOWN_RATINGS.to_vec(),
        false => asked.iter().map(|elo| elo.get() as u16).collect(),
    }
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let start = Game::new(Position::start());
    let game = arguments.position.point(&start, NullMoves::Kept)?.game;
    let ratings = ratings(&arguments.rating);
    let choices = match PolicyChoice::parse(&arguments.policy)? {
        PolicyChoice::BuiltIn(BuiltInPolicy::Model) => {
            let model = human_model(models)?;
            let never = AtomicBool::new(false);
            let style = CastlingStyle::Standard;
            choices(&models.get()?, &game, style, &model, &ratings, &never)?
        }
        policy => choices_of_policy(policy, &game, &ratings, &arguments.engines, models)?,
    };
    match arguments.json {
        true => say(serde_json::to_string(&choices)?),
        false => choices
            .table(usize::from(arguments.lines))
            .into_iter()
            .for_each(say),
    }
    Ok(Ending::Done)
}

/// `choices` for sessions: the position on the board.
pub fn extension(models: &Models) -> Extension {
    let models = models.clone();
    Extension {
        name: "choices",
        help: HELP,
        prepare: Box::new(move |board, words| {
            let (json, asked): (Vec<&str>, Vec<&str>) =
                words.split_whitespace().partition(|word| *word == "json");
            let is_json = !json.is_empty();
            let rating = |word: &str| {
                let elo = word.parse::<Elo>();
                elo.map_err(|error| format!("{}: {error}", word.escape_default()))
            };
            let asked: Vec<Elo> = asked.into_iter().map(rating).collect::<Result<_, _>>()?;
            let model = human_model(&models).map_err(|error| error.to_string())?;
            let weights = models.get().map_err(|error| error.to_string())?;
            let ratings = ratings(&asked);
            let (game, castling) = (board.game.clone(), board.castling);
            let job: Job = Box::new(move |_, stop| {
                let choices = choices(&weights, &game, castling, &model, &ratings, stop);
                let lines = choices.and_then(|choices| match is_json {
                    true => Ok(vec![serde_json::to_string(&choices)?]),
                    false => Ok(choices.table(SHOWN_MOVES)),
                });
                lines.unwrap_or_else(|Failure(message)| {
                    vec![format!("info string error: choices: {message}")]
                })
            });
            Ok(job)
        }),
    }
}

fn choices(
    weights: &Arc<Weights>,
    game: &Game,
    castling: CastlingStyle,
    model: &HumanModel,
    ratings: &[u16],
    stop: &AtomicBool,
) -> Result<HumanChoices, Failure> {
    check_not_over(game)?;
    let mut probe = Probe::new(Arc::clone(weights), GLANCE_HASH_MB)?;
    HumanChoices::of(&mut probe, game, castling, model, ratings, stop)
        .ok_or_else(|| Failure("stopped".to_owned()))
}

/// Probabilities of any policy. Ratings are over the board at long time controls, converted to
/// those that the policy counts; the opponent gets the same rating.
fn choices_of_policy(
    policy: PolicyChoice,
    game: &Game,
    ratings: &[u16],
    engines: &EngineListArgument,
    models: &Models,
) -> Result<HumanChoices, Failure> {
    check_not_over(game)?;
    let policy = policy.ready(engines, models, &interrupt_flag())?;
    let people = models.get::<HumanModel>()?;
    let mut instance = policy.instance()?;
    let position = game.position();
    let legal: Vec<Move> = position.legal_moves().iter().copied().collect();
    let mut of_rating = |&rating: &u16| -> Result<Vec<f64>, Failure> {
        let (pool, class) = (Pool::OverTheBoard, TimeClass::Classical);
        let scale = policy.scale();
        let rating = scale.rating(f64::from(rating), pool, class, &people);
        let chances = instance.chances(&PolicyQuestion {
            game,
            legal: &legal,
            rating,
            opponent_rating: rating,
        })?;
        Ok(shares_of_legal_moves(position, &legal, &chances)?)
    };
    let shares: Vec<Vec<f64>> = ratings
        .iter()
        .map(&mut of_rating)
        .collect::<Result<_, _>>()?;
    let style = CastlingStyle::Standard;
    let choices = HumanChoices::of_shares(position, style, ratings, &legal, &shares);
    Ok(choices.with_policy(policy.name()))
}

fn check_not_over(game: &Game) -> Result<(), Failure> {
    match game.position().has_no_moves() {
        true => Err(Failure(
            "the game is over: there is nothing to choose".to_owned(),
        )),
        false => Ok(()),
    }
}

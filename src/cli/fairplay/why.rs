//! `plumb fairplay why`: a move of a run beside what people and engines choose, down to the
//! terms of the two models; of a run in the profile full its trend, down to the curve.

use std::path::PathBuf;

use plumb::analysis::{CurveFeature, TREND_LEVELS, Trend, TrendModel};
use plumb::fairplay::{
    ChoiceAccount, ChoiceModels, Chooser, Depths, MoveTrend, PlyContext, Profile, RecordedMove,
    RecordedMoves, asks_for_choice,
};
use plumb::notation::to_san;
use plumb::tables::Models;

use plumb_terminal::choice_models;
use plumb_terminal::{Ending, Failure, say};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folder of a run in the profile screen, or full: there it is the trend of the move's levels
    #[arg(value_name = "DIR")]
    run: PathBuf,

    /// The game's place in the run, from 1: its id in the reports
    #[arg(value_name = "GAME", value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,

    /// The ply, from 1
    #[arg(value_name = "PLY", value_parser = clap::value_parser!(u64).range(1..))]
    ply: u64,

    /// Terms that are shown one by one
    #[arg(long, value_name = "N", default_value_t = 12)]
    terms: usize,
}

pub(super) fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    if let Some(run) = RecordedMoves::open_full(&arguments.run, models)? {
        let model = models.get::<TrendModel>()?;
        let own = Depths::of(Profile::Full).levels_settings();
        if model.settings != own {
            return Err(Failure(format!(
                "trend.toml belongs to levels of searches with {}, and these are with {own}",
                model.settings
            )));
        }
        return at_ply(&run, arguments, |recorded| {
            explain_trend(&model, recorded, arguments)
        });
    }
    let choice_models = choice_models(models, true)?;
    let run = RecordedMoves::open(&arguments.run, models)?;
    at_ply(&run, arguments, |recorded| {
        explain(&choice_models, recorded, arguments)
    })
}

/// Shows the recorded move that was asked for to `explain`.
fn at_ply(
    run: &RecordedMoves,
    arguments: &Arguments,
    explain: impl Fn(&RecordedMove<'_>) -> Result<Ending, Failure>,
) -> Result<Ending, Failure> {
    let (place, games) = (arguments.run.display(), run.games()?);
    if arguments.game > games {
        return Err(Failure(format!(
            "{place} has no game {}; its games are 1 to {games}",
            arguments.game
        )));
    }
    let plies = run.plies(arguments.game)?;
    if arguments.ply > plies as u64 {
        return Err(Failure(format!(
            "{place}: game {} has {plies} plies",
            arguments.game
        )));
    }
    let mut answer = Err(Failure(format!(
        "{place}: game {} has no record of ply {}: theory, the opening, and positions of the tablebases are not looked at",
        arguments.game, arguments.ply
    )));
    run.of_game(arguments.game, |recorded| {
        let is_asked = recorded.index as u64 + 1 == arguments.ply;
        if is_asked {
            answer = explain(&recorded);
        }
        !is_asked
    })?;
    answer
}

/// The trend of the move's levels, down to the features of the curve.
fn explain_trend(
    model: &TrendModel,
    recorded: &RecordedMove<'_>,
    arguments: &Arguments,
) -> Result<Ending, Failure> {
    let (source, game, record) = (recorded.source, recorded.game, recorded.record);
    let place = format!("ame {}, ply {}", arguments.game, arguments.ply);
    let levels = <[i32; TREND_LEVELS]>::try_from(record.after.levels.as_slice());
    let (Some(trend), Ok(levels)) = (MoveTrend::of(record, model), levels) else {
        return Err(Failure(format!(
            "g{place}: the game is over after it, so there are no levels"
        )));
    };
    let san = source.plies[recorded.index].mv;
    let san = san.map_or("--".to_owned(), |mv| to_san(game.position(), mv));
    let side = game.position().turn();
    let name = source.player(side).unwrap_or("the player");
    let [ascending, descending, other] = trend.probabilities.map(|share| 100.0 * share);
    say(format!(
        "G{place}: {san}, played by {name}. With depth it looks better and better (ascending) with a probability of {ascending:.1} %, worse and worse (descending) with {descending:.1} %, neither with {other:.1} %."
    ));
    let list = levels.map(|level| level.to_string()).join(" ");
    say(format!(
        "Its levels, in centipawns from the player's side at selective depth 1 and on: {list}"
    ));
    say("A probability is in proportion to exp(u), with u = 0 for neither. The terms of u:");
    for trend in [Trend::Ascending, Trend::Descending] {
        let Some(terms) = model.terms(&levels, trend) else {
            continue;
        };
        let of = match trend {
            Trend::Descending => ", of the curve turned upside down",
            _ => "",
        };
        let sum: f64 = terms.iter().sum();
        say(format!("{trend}, u = {sum:+.3}{of}:"));
        for (feature, term) in CurveFeature::ALL.into_iter().zip(terms) {
            say(format!("  {term:+.3}  {}", feature.sentence()));
        }
    }
    say(
        "What people and engines choose is said of runs in the profile screen, to whose records those models belong.",
    );
    Ok(Ending::Done)
}

fn explain(
    choice_models: &ChoiceModels,
    recorded: &RecordedMove<'_>,
    arguments: &Arguments,
) -> Result<Ending, Failure> {
    let (source, game) = (recorded.source, recorded.game);
    let position = game.position();
    let side = position.turn();
    let played = source.plies[recorded.index].mv;
    let chooser = Chooser::of(source, side);
    let place = format!("game {}, ply {}", arguments.game, arguments.ply);
    if source.rating(side).is_none() {
        return Err(Failure(format!(
            "{place}: the player has no rating, so there are no people to hold the move against"
        )));
    }
    let account = played.and_then(|mv| {
        Some((
            mv,
            choice_models.account(game, recorded.record, mv, &chooser)?,
        ))
    });
    let Some((mv, account)) = account else {
        return Err(Failure(format!(
            "{place}: its record does not tell what there was to choose from"
        )));
    };
    let name = source.player(side).unwrap_or("the player");
    say(format!(
        "Game {}, ply {}: {}, played by {name}, rated as {:.0} over the board at long time controls.",
        arguments.game,
        arguments.ply,
        to_san(position, mv),
        account.rating
    ));
    if !asks_for_choice(recorded.record, &PlyContext::of(source, game)) {
        say(
            "It is in no figure of choices: the position is decided, forced, repeated or early, or the game short. (Books and endgame tables are not looked at here.)",
        );
    }
    tell(&account, arguments.terms);
    Ok(Ending::Done)
}

fn tell(account: &ChoiceAccount, shown: usize) {
    let expected = &account.expected;
    say(format!(
        "Of people of this rating {:.1} % would play it, of engines {:.1} %: a log ratio of {:+.3}, where people's moves here have {:+.3} on average.",
        100.0 * expected.share,
        100.0 * expected.engine_share,
        expected.log_ratio,
        expected.expected_log_ratio
    ));
    say(format!(
        "It is {}the engine's first choice, which {:.1} % of them would play.",
        if account.is_match { "" } else { "not " },
        100.0 * expected.first_choice_share
    ));
    match account.deep_loss {
        Some(loss) => say(format!(
            "It lost {loss:.3} (scaled) by a deep look; people of this rating lose {:.3} here.",
            account.expected_deep_loss
        )),
        None => say(format!(
            "Nobody looked deeper at what it lost; people of this rating lose {:.3} here (scaled).",
            account.expected_deep_loss
        )),
    }
    let beyond = expected.log_ratio - expected.expected_log_ratio;
    say(format!(
        "What makes it likelier for an engine (+) or for people (-) than their moves here are; all terms are {beyond:+.3}:"
    ));
    let (first, others) = account.terms.split_at(shown.min(account.terms.len()));
    for (feature, value) in first {
        say(format!("  {value:+.3}  {}", feature.sentence()));
    }
    if !others.is_empty() {
        let sum: f64 = others.iter().map(|(_, value)| value).sum();
        say(format!("  {sum:+.3}  {} more terms.", others.len()));
    }
    if account.rest.abs() >= 5e-4 {
        let rest = account.rest;
        say(format!(
            "  {rest:+.3}  Shares below one in 10,000 count as that."
        ));
    }
}

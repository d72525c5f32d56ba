//! `plumb-lab simulate`: how well the figures see assistance, by honest people's
//! positions in which another engine makes some of the moves.

mod arm_table;
mod assistance_tables;
mod assistant_answers;
mod assistant_engine;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plumb_chess::board::{Game, Move};
use plumb_chess::notation::{CastlingStyle, to_uci_move};
use plumb_engine::tables::Models;
use plumb_fairplay::{MoveRecord, PlumbJudge, RecordedMoves, scaled_loss};
use plumb_lab::training::{AssistancePlan, AssistedSample, drawn_players};
use plumb_protocol::peer::SearchBudget;
use plumb_support::wording::counted;

pub(super) use arm_table::{say_arm, say_head};
use assistance_tables::tell;
use assistant_answers::{Answers, Head};
pub(super) use assistant_engine::AssistantEngine;
use plumb_terminal::Assistant;
use plumb_terminal::choice_models;
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, interrupt_flag};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Runs of whole games by honest people: of plumb-lab train records --moves 300, or in the
    /// profile screen
    #[arg(value_name = "DIR", required = true)]
    runs: Vec<PathBuf>,

    #[command(flatten)]
    assistant: Assistant,

    /// How long the assistant thinks about a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    movetime: u64,

    /// Threads of the assistant [default: one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// In which parts of the moves the assistant makes the move, in hundredths
    #[arg(
        long,
        value_name = "N,N...",
        value_delimiter = ',',
        default_value = "100,50,25,10,5"
    )]
    shares: Vec<f64>,

    /// Choices that a player must have
    #[arg(long, value_name = "N", default_value_t = 100)]
    choices: usize,

    /// Choices of a player that are used, at most
    #[arg(long, value_name = "N", default_value_t = 150)]
    most_choices: usize,

    /// Players, at most, drawn by the seed
    #[arg(long, value_name = "N", default_value_t = 60)]
    players: usize,

    /// Seed of all draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The file for the assistant's answers; those that are there are not asked for again
    #[arg(long, value_name = "FILE")]
    answers: PathBuf,
}

pub(super) fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    for &share in &arguments.shares {
        if !(share > 0.0 && share <= 100.0) {
            return Err(Failure(format!(
                "--shares: found {share}; expected hundredths above 0 and up to 100"
            )));
        }
    }
    let choice_models = choice_models(models, true)?;
    let open = |folder: &PathBuf| RecordedMoves::open(folder, models);
    let runs = arguments.runs.iter().map(open);
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    let interrupt = interrupt_flag();
    let limits = SearchBudget {
        move_time: Some(Duration::from_millis(arguments.movetime)),
        ..SearchBudget::default()
    };
    let setup = arguments.assistant.setup(&interrupt)?;
    let settings = format!("{} ms a move", arguments.movetime);
    let mut assistant = AssistantEngine::start(setup, arguments.threads, limits, &settings)?;
    let head = Head {
        assistant: assistant.stamp().to_string(),
        deep_looks: RecordedMoves::stamp_of_choices(models).to_string(),
    };
    let mut answers = Answers::open(&arguments.answers, &head)?;
    let mut judge = RecordedMoves::deep_judge(models)?;

    let plan = AssistancePlan {
        least_choices: arguments.choices,
        most_choices: arguments.most_choices,
        most_players: arguments.players,
        seed: arguments.seed,
    };
    let going = || !interrupt.load(Ordering::Relaxed);
    let Some(players) = drawn_players(&runs, &plan, going)? else {
        return Ok(stopped());
    };
    let mut sample = AssistedSample::default();
    let mut progress = Progress::new("choices", None, 0);
    let mut done = 0;
    for run in &runs {
        let is_whole = sample.add(run, &choice_models, &players, &plan, |asked, record| {
            done += 1;
            progress.update(done, &|_| String::new());
            if let Some(known) = answers.known(asked) {
                return Ok(going().then_some(known));
            }
            assistant.forget();
            let Some(mut answer) = assistant.advice(asked, &interrupt)? else {
                return Ok(None);
            };
            for advised in &mut answer {
                advised.deep_loss = deep_loss(&mut judge, asked, record, advised.mv, &interrupt);
            }
            if !going() {
                return Ok(None);
            }
            answers.keep(asked, &answer)?;
            Ok::<_, Failure>(Some(answer))
        })?;
        if !is_whole {
            progress.close();
            return Ok(stopped());
        }
    }
    progress.close();
    if sample.players() == 0 {
        return Err(Failure(format!(
            "no rated player has {} in these runs",
            counted(arguments.choices, "choice")
        )));
    }
    say(format!(
        "{} with {}, assisted by {}; seed {}.",
        counted(sample.players(), "player"),
        counted(sample.choices(), "choice"),
        assistant.stamp(),
        arguments.seed
    ));
    tell(&sample, &choice_models, &arguments.shares, arguments.seed);
    Ok(Ending::Done)
}

/// What another move of a recorded position loses by a deep look, scaled.
fn deep_loss(
    judge: &mut PlumbJudge,
    game: &Game,
    record: &MoveRecord,
    mv: Move,
    interrupt: &AtomicBool,
) -> Option<f64> {
    let other = MoveRecord {
        played: to_uci_move(game.position(), mv, CastlingStyle::Chess960),
        ..record.clone()
    };
    let look = judge.deep_look(game, &other, interrupt)?;
    Some(scaled_loss(&look))
}

fn stopped() -> Ending {
    say("Stopped. The assistant's answers are kept; the same command goes on.");
    Ending::CheckFailed
}

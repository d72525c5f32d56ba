//! `plumb fairplay simulate`: how well the figures see assistance, by honest people's
//! positions in which another engine makes some of the moves.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plumb::board::{Game, Move};
use plumb::fairplay::{ChoiceModels, MoveRecord, PlumbJudge, RecordedMoves, scaled_loss};
use plumb::notation::{CastlingStyle, FenStyle, parse_uci_move, to_fen, to_uci_move};
use plumb::peer::Limits;
use plumb::training::{
    AdvisedMove, ArmFigures, AssistancePlan, AssistedSample, Occasion, Pick, drawn_players,
};
use plumb::wording::counted;
use serde::{Deserialize, Serialize};

use super::arm_table;
use super::helper::Helper;
use super::judges::Assistant;
use crate::cli::command::{Ending, Failure, Knowledge, say};
use crate::cli::progress::{Progress, interrupt_flag};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Runs of whole games by honest people: of plumb train records --moves 300, or in the
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

pub(super) fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    for &share in &arguments.shares {
        if !(share > 0.0 && share <= 100.0) {
            return Err(Failure(format!(
                "--shares: found {share}; expected hundredths above 0 and up to 100"
            )));
        }
    }
    let equipment = knowledge.equipment();
    let models = ChoiceModels::from_tables(&equipment.tables)?;
    let own = RecordedMoves::stamp_of_choices(&equipment).to_string();
    if let Some(reason) = models.differ(&own, true) {
        return Err(Failure(reason));
    }
    let open = |folder: &PathBuf| RecordedMoves::open(folder, &equipment);
    let runs = arguments.runs.iter().map(open);
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    let interrupt = interrupt_flag();
    let limits = Limits {
        move_time: Some(Duration::from_millis(arguments.movetime)),
        ..Limits::default()
    };
    let setup = arguments.assistant.setup(&interrupt)?;
    let settings = format!("{} ms a move", arguments.movetime);
    let mut helper = Helper::start(setup, arguments.threads, limits, &settings)?;
    let head = Head {
        assistant: helper.stamp().to_string(),
        deep_looks: own,
    };
    let mut answers = Answers::open(&arguments.answers, &head)?;
    let mut judge = RecordedMoves::deep_judge(&equipment)?;

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
        let is_whole = sample.add(run, &models, &players, &plan, |asked, record| {
            done += 1;
            progress.update(done, &|_| String::new());
            if let Some(known) = answers.known(asked) {
                return Ok(going().then_some(known));
            }
            helper.forget();
            let Some(mut answer) = helper.advice(asked, &interrupt)? else {
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
    tell(arguments, &models, &sample, &helper.stamp().to_string());
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

/// A table with a line for each arm.
fn tell(arguments: &Arguments, models: &ChoiceModels, sample: &AssistedSample, assistant: &str) {
    say(format!(
        "{} with {}, assisted by {assistant}; seed {}.",
        counted(sample.players(), "player"),
        counted(sample.choices(), "choice"),
        arguments.seed
    ));
    arm_table::say_head();
    let arm = |occasion, pick| sample.arm(models, occasion, pick, arguments.seed);
    let honest = arm(Occasion::Any(0.0), Pick::First);
    let mut arms = vec![("none".to_owned(), Occasion::Any(0.0), Pick::First)];
    for (pick, what) in [
        (Pick::First, "first choice"),
        (Pick::OfThree, "any of three"),
        (Pick::MostHuman, "the most human of three"),
    ] {
        for share in &arguments.shares {
            arms.push((
                format!("{what}, {share} %"),
                Occasion::Any(share / 100.0),
                pick,
            ));
        }
    }
    let first = Pick::First;
    arms.push((
        "first choice, where it is critical".to_owned(),
        Occasion::Critical,
        first,
    ));
    arms.push((
        "first choice, where worse".to_owned(),
        Occasion::Worse,
        first,
    ));
    for (name, occasion, pick) in arms {
        let assisted = arm(occasion, pick);
        if let Some(figures) = ArmFigures::of(&assisted, &honest, arguments.seed) {
            arm_table::say_arm(&name, &figures);
        }
    }
}

/// The assistant's answers in a file, a line each behind a line that says whose they are.
struct Answers {
    file: File,
    path: PathBuf,
    /// By the position's FEN.
    known: HashMap<String, Vec<Line>>,
}

#[derive(PartialEq, Serialize, Deserialize)]
struct Head {
    assistant: String,
    /// Whose deep looks at its moves the file has.
    deep_looks: String,
}

/// A move in coordinates, what the assistant makes of it, and what it loses by a deep look.
type Line = (String, i32, Option<f64>);

#[derive(Serialize, Deserialize)]
struct Answer {
    fen: String,
    lines: Vec<Line>,
}

impl Answers {
    /// Reads what is there; answers of another assistant are an error, and so is a file of
    /// something else. A last line that was not written whole is asked for again.
    fn open(path: &Path, asked: &Head) -> Result<Answers, Failure> {
        let place = path.display();
        let unreadable = |error: std::io::Error| format!("cannot open {place}: {error}");
        let head = serde_json::to_string(asked)?;
        let mut known = HashMap::new();
        let mut whole = 0;
        if path.exists() {
            let mut lines = BufReader::new(File::open(path).map_err(unreadable)?);
            let mut text = String::new();
            let mut number = 0;
            while lines.read_line(&mut text).map_err(unreadable)? > 0 {
                number += 1;
                if !text.ends_with('\n') {
                    if number == 1 && !head.starts_with(&text) {
                        return Err(Failure(format!("{place} is no file of answers")));
                    }
                    break;
                }
                let wrong = |error: serde_json::Error| format!("{place}, line {number}: {error}");
                if number == 1 {
                    let found: Head = serde_json::from_str(&text).map_err(wrong)?;
                    if found != *asked {
                        return Err(Failure(format!(
                            "{place} has answers of {}, looked at by {}, not of {}, looked at by {}; choose another file",
                            found.assistant, found.deep_looks, asked.assistant, asked.deep_looks
                        )));
                    }
                } else {
                    let answer: Answer = serde_json::from_str(&text).map_err(wrong)?;
                    known.insert(answer.fen, answer.lines);
                }
                whole += text.len() as u64;
                text.clear();
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(unreadable)?;
        file.set_len(whole).map_err(unreadable)?;
        let mut answers = Answers {
            file,
            path: path.to_owned(),
            known,
        };
        if whole == 0 {
            answers.write(&head)?;
        }
        Ok(answers)
    }

    /// What is known of a position; nothing where it was not asked.
    fn known(&self, asked: &Game) -> Option<Vec<AdvisedMove>> {
        let position = asked.position();
        let lines = self.known.get(&to_fen(position, FenStyle::default()))?;
        let moves = lines.iter();
        let moves = moves.map(|(mv, cp, deep_loss)| {
            Some(AdvisedMove {
                mv: parse_uci_move(position, mv)?,
                cp: *cp,
                deep_loss: *deep_loss,
            })
        });
        moves.collect()
    }

    fn keep(&mut self, asked: &Game, answer: &[AdvisedMove]) -> Result<(), Failure> {
        let position = asked.position();
        let text = |one: &AdvisedMove| {
            let mv = to_uci_move(position, one.mv, CastlingStyle::Chess960);
            (mv, one.cp, one.deep_loss)
        };
        let answer = Answer {
            fen: to_fen(position, FenStyle::default()),
            lines: answer.iter().map(text).collect(),
        };
        self.write(&serde_json::to_string(&answer)?)?;
        self.known.insert(answer.fen, answer.lines);
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| Failure(format!("cannot write {}: {error}", self.path.display())))
    }
}

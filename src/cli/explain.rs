//! `plumb explain`: why a move is good or bad; on the command line and, with the same
//! words, in a session.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::board::{Game, Move, Position};
use plumb::choice::HumanModel;
use plumb::explain::{ExplainRequest, ExplainSettings, MoveExplanation, People, explain};
use plumb::fairplay::{HumanModelError, human_model};
use plumb::notation::CastlingStyle;
use plumb::protocol::{Extension, Job};
use plumb::request::{Elo, Fen, parse_words};
use plumb::tables::Models;

use super::game_file::GameFile;
use plumb_terminal::{Ending, Failure, position, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// The position, in quotation marks [default: the start position]
    #[arg(value_name = "FEN")]
    fen: Option<String>,

    /// The move to explain, as coordinates or SAN [default: the best one, or the game's]
    #[arg(value_name = "MOVE")]
    mv: Option<String>,

    #[command(flatten)]
    file: GameFile,

    #[command(flatten)]
    request: ExplainRequest,

    /// One JSON object on one line
    #[arg(long, conflicts_with = "ascii")]
    json: bool,

    /// Draw the bars in plain ASCII
    #[arg(long)]
    ascii: bool,

    /// Write a page with a board, on which the lines can be played through
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "ascii"])]
    html: Option<PathBuf>,
}

/// What follows `explain` in a session.
#[derive(clap::Args)]
struct SessionArguments {
    #[arg(id = "move")]
    mv: Option<String>,

    #[command(flatten)]
    request: ExplainRequest,

    #[arg(long)]
    json: bool,

    #[arg(long)]
    ascii: bool,
}

/// What is asked about a board.
struct Question {
    game: Game,
    asked: Option<Move>,
    settings: ExplainSettings,
    people: Option<(Arc<HumanModel>, u16)>,
    castling: CastlingStyle,
    json: bool,
    ascii: bool,
}

/// The model of people, where a rating asks for it.
fn people(
    models: &Models,
    elo: Option<Elo>,
) -> Result<Option<(Arc<HumanModel>, u16)>, HumanModelError> {
    let with_model = |elo: Elo| human_model(models).map(|model| (model, elo.get() as u16));
    elo.map(with_model).transpose()
}

impl Question {
    fn explanation(&self, models: &Models, stop: &AtomicBool) -> Result<MoveExplanation, Failure> {
        let people = self.people.as_ref();
        let people = people.map(|(model, elo)| People { model, elo: *elo });
        let (game, settings) = (&self.game, &self.settings);
        Ok(explain(game, self.asked, people, settings, models, stop)?)
    }

    fn answer(&self, models: &Models, stop: &AtomicBool) -> Result<Vec<String>, Failure> {
        let explanation = self.explanation(models, stop)?;
        match self.json {
            true => Ok(vec![explanation.to_json(self.castling)?]),
            false => Ok(explanation.to_text(self.ascii)),
        }
    }
}

impl Arguments {
    /// The request, with its position and move. The only word beside a file is a move.
    fn request(&self) -> Result<ExplainRequest, Failure> {
        let mut request = self.request.clone();
        request.played = self.mv.clone();
        match (&self.file.pgn, &self.fen) {
            (None, fen) => {
                request.position.fen = fen.as_deref().map(position).transpose()?.map(Fen)
            }
            (Some(_), _) if self.mv.is_some() => {
                let text =
                    "with --pgn the game gives the position: expected a move alone, or nothing";
                return Err(Failure(text.to_owned()));
            }
            (Some(_), mv) => request.played = mv.clone(),
        }
        self.file.read_into(&mut request.position)?;
        Ok(request)
    }
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let real = |path: &Option<PathBuf>| path.as_ref().and_then(|path| path.canonicalize().ok());
    if let Some(path) = real(&arguments.html)
        && real(&arguments.file.pgn).is_some_and(|games| games == path)
    {
        let name = path.display();
        return Err(Failure(format!(
            "{name} would be written over: name another file for the page"
        )));
    }
    let request = arguments.request()?;
    let board = request.board(&Game::new(Position::start()));
    let (game, asked) = board.map_err(|error| match error.member {
        "played" => Failure(error.detail),
        _ => arguments.file.named(error),
    })?;
    let question = Question {
        castling: CastlingStyle::natural(game.start()),
        game,
        asked,
        settings: request.settings(),
        people: people(models, request.elo)?,
        json: arguments.json,
        ascii: arguments.ascii,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program, and what was found is lost.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    if let Some(path) = &arguments.html {
        question.explanation(models, &stop)?.write_html(path)?;
        say(path.display());
        return Ok(Ending::Done);
    }
    let lines = question.answer(models, &stop)?;
    lines.into_iter().for_each(say);
    Ok(Ending::Done)
}

const HELP: &str =
    "  explain [MOVE]                      why a move is good or bad (docs/explain.md)";

/// `explain` for sessions: the position on the board.
pub fn extension(models: &Models) -> Extension {
    let models = models.clone();
    Extension {
        name: "explain",
        help: HELP,
        prepare: Box::new(move |board, words| {
            let mut arguments: SessionArguments = parse_words(words)?;
            let request = &mut arguments.request;
            request.played = arguments.mv;
            let asked = request.board(&board.game);
            let (game, asked) = asked.map_err(|error| error.detail)?;
            let people = people(&models, request.elo);
            let question = Question {
                game,
                asked,
                settings: request.settings(),
                people: people.map_err(|error| error.to_string())?,
                castling: board.castling,
                json: arguments.json,
                ascii: arguments.ascii,
            };
            let models = models.clone();
            let job: Job = Box::new(move |_, stop| match question.answer(&models, stop) {
                Ok(lines) => lines,
                Err(Failure(message)) => vec![format!("info string error: explain: {message}")],
            });
            Ok(job)
        }),
    }
}

//! `plumb explain`: why a move is good or bad; on the command line and, with the same
//! words, in a session.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::board::{Game, Move};
use plumb::choice::HumanModel;
use plumb::explain::{
    EXPLAIN_NODES, ExplainRequest, ExplainSettings, MoveExplanation, People, explain,
    parse_asked_move,
};
use plumb::fairplay::{HumanModelError, human_model};
use plumb::notation::CastlingStyle;
use plumb::notation::pgn::GamePoint;
use plumb::protocol::{Extension, Job};
use plumb::tables::Models;

use super::analyse::recorded_game;
use super::choices::rating;
use plumb_terminal::{Ending, Failure, position, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// The position, in quotation marks [default: the start position]
    #[arg(value_name = "FEN")]
    fen: Option<String>,

    /// The move to explain, as coordinates or SAN [default: the best one, or the game's]
    #[arg(value_name = "MOVE")]
    mv: Option<String>,

    /// Take the position from a game of this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Which game of the file
    #[arg(long, value_name = "N", requires = "pgn", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,

    /// The position after so many plies of the game, whose next move is explained
    /// [default: the last move of the game]
    #[arg(long, value_name = "N", requires = "pgn")]
    ply: Option<usize>,

    /// Look at this many positions, all searches together
    #[arg(long, value_name = "N", default_value_t = EXPLAIN_NODES, value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 200))]
    nodes: u64,

    /// Compare with what people of this rating would play
    #[arg(long, value_name = "ELO", value_parser = rating)]
    elo: Option<u16>,

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
    elo: Option<u16>,
) -> Result<Option<(Arc<HumanModel>, u16)>, HumanModelError> {
    let with_model = |elo| human_model(models).map(|model| (model, elo));
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
    /// The board and the move to be explained.
    fn board(&self) -> Result<(Game, Option<Move>), Failure> {
        let Some(path) = &self.pgn else {
            let game = Game::new(position(self.fen.as_deref().unwrap_or("startpos"))?);
            let asked = parse_asked_move(game.position(), self.mv.as_deref())?;
            return Ok((game, asked));
        };
        if self.mv.is_some() {
            let text = "with --pgn the game gives the position: expected a move alone, or nothing";
            return Err(Failure(text.to_owned()));
        }
        let source = recorded_game(path, self.game)?;
        let GamePoint { game, next } = source.at_move(self.ply).map_err(|error| {
            let (name, number) = (path.display(), self.game);
            Failure(format!("{name}: game {number} {error}"))
        })?;
        // The only word beside a file is a move.
        let asked = parse_asked_move(game.position(), self.fen.as_deref())?;
        Ok((game, asked.or(next)))
    }
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let real = |path: &Option<PathBuf>| path.as_ref().and_then(|path| path.canonicalize().ok());
    if let Some(path) = real(&arguments.html)
        && real(&arguments.pgn).is_some_and(|games| games == path)
    {
        let name = path.display();
        return Err(Failure(format!(
            "{name} would be written over: name another file for the page"
        )));
    }
    let (game, asked) = arguments.board()?;
    let question = Question {
        castling: CastlingStyle::natural(game.start()),
        game,
        asked,
        settings: ExplainSettings {
            nodes: arguments.nodes,
            ..ExplainSettings::default()
        },
        people: people(models, arguments.elo)?,
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
            let request = ExplainRequest::parse(words, board.game.position())
                .map_err(|error| error.to_string())?;
            let people = people(&models, request.elo);
            let question = Question {
                game: board.game.clone(),
                asked: request.asked,
                settings: request.settings,
                people: people.map_err(|error| error.to_string())?,
                castling: board.castling,
                json: request.json,
                ascii: request.ascii,
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

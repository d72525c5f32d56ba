//! `plumb explain`: why a move is good or bad; on the command line and, with the same
//! words, in a session.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::board::{Game, Move};
use plumb::choice::HumanModel;
use plumb::eval::WdlModel;
use plumb::explain::{
    EXPLAIN_NODES, Evidence, ExplainRequest, ExplainSettings, MoveExplanation, People,
    parse_explained_move,
};
use plumb::fairplay::Equipment;
use plumb::notation::CastlingStyle;
use plumb::notation::pgn::PgnGame;
use plumb::protocol::{Extension, Job};

use super::analyse::recorded_game;
use super::choices::{model, rating};
use super::{Ending, Failure, Knowledge, position, say};

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

/// What is explained with: the same for every move.
struct Explainer {
    equipment: Equipment,
    chances: WdlModel,
}

/// What is asked about a board.
struct Question {
    game: Game,
    asked: Option<Move>,
    settings: ExplainSettings,
    people: Option<(HumanModel, u16)>,
    castling: CastlingStyle,
    json: bool,
    ascii: bool,
}

impl Explainer {
    fn new(knowledge: &Knowledge) -> Explainer {
        Explainer {
            equipment: knowledge.equipment(),
            chances: knowledge.chances,
        }
    }

    /// The model of people, where a rating asks for it.
    fn people(&self, elo: Option<u16>) -> Result<Option<(HumanModel, u16)>, Failure> {
        let with_model = |elo| model(&self.equipment).map(|model| (model, elo));
        elo.map(with_model).transpose()
    }

    fn explanation(
        &self,
        question: &Question,
        stop: &AtomicBool,
    ) -> Result<MoveExplanation, Failure> {
        let people = question.people.as_ref();
        let people = people.map(|(model, elo)| People { model, elo: *elo });
        let weights = &self.equipment.weights;
        let (game, asked) = (&question.game, question.asked);
        let evidence = Evidence::gather(game, asked, people, &question.settings, weights, stop)?;
        Ok(MoveExplanation::of(&evidence, weights, &self.chances))
    }

    fn answer(&self, question: &Question, stop: &AtomicBool) -> Result<Vec<String>, Failure> {
        let explanation = self.explanation(question, stop)?;
        match question.json {
            true => Ok(vec![explanation.to_json(question.castling)?]),
            false => Ok(explanation.to_text(question.ascii)),
        }
    }
}

impl Arguments {
    /// The board and the move to be explained.
    fn board(&self) -> Result<(Game, Option<Move>), Failure> {
        let Some(path) = &self.pgn else {
            let game = Game::new(position(self.fen.as_deref().unwrap_or("startpos"))?);
            let asked = explained_move(&game, self.mv.as_deref())?;
            return Ok((game, asked));
        };
        if self.mv.is_some() {
            let text = "with --pgn the game gives the position: expected a move alone, or nothing";
            return Err(Failure(text.to_owned()));
        }
        let name = format!("{}: game {}", path.display(), self.game);
        let source = recorded_game(path, self.game)?;
        let (game, next) = at_ply(&source, self.ply, &name)?;
        // The only word beside a file is a move.
        let asked = explained_move(&game, self.fen.as_deref())?;
        Ok((game, asked.or(next)))
    }
}

/// The move that was asked for; none where the game is over: that is the answer then.
fn explained_move(game: &Game, text: Option<&str>) -> Result<Option<Move>, Failure> {
    match text.filter(|_| !game.position().has_no_moves()) {
        Some(text) => Ok(Some(parse_explained_move(game.position(), text)?)),
        None => Ok(None),
    }
}

/// The game after so many plies, or before its last move, and the move that follows; null
/// moves are passed over.
fn at_ply(
    source: &PgnGame,
    ply: Option<usize>,
    name: &str,
) -> Result<(Game, Option<Move>), Failure> {
    let count = source.moves.len();
    let Some(last) = source.moves.iter().rposition(|played| played.mv.is_some()) else {
        return Err(Failure(format!("{name} has no moves")));
    };
    let ply = ply.unwrap_or(last);
    if ply > count {
        return Err(Failure(format!("{name} has {count} plies, not {ply}")));
    }
    let mut game = Game::new(source.start.clone());
    for (index, played) in source.moves.iter().enumerate() {
        match played.mv {
            Some(mv) if index >= ply => return Ok((game, Some(mv))),
            Some(mv) => game.play(mv),
            None => game.play_null(),
        }
    }
    Ok((game, None))
}

pub fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
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
    let explainer = Explainer::new(knowledge);
    let question = Question {
        castling: CastlingStyle::natural(game.start()),
        game,
        asked,
        settings: ExplainSettings {
            nodes: arguments.nodes,
            ..ExplainSettings::default()
        },
        people: explainer.people(arguments.elo)?,
        json: arguments.json,
        ascii: arguments.ascii,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program, and what was found is lost.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    if let Some(path) = &arguments.html {
        explainer.explanation(&question, &stop)?.write_html(path)?;
        say(path.display());
        return Ok(Ending::Done);
    }
    let lines = explainer.answer(&question, &stop)?;
    lines.into_iter().for_each(say);
    Ok(Ending::Done)
}

const HELP: &str =
    "  explain [MOVE]                      why a move is good or bad (docs/explain.md)";

/// `explain` for sessions: the position on the board.
pub fn extension(knowledge: &Knowledge) -> Extension {
    let explainer = Arc::new(Explainer::new(knowledge));
    Extension {
        name: "explain",
        help: HELP,
        prepare: Box::new(move |board, words| {
            let request = ExplainRequest::parse(words, board.game.position())
                .map_err(|error| error.to_string())?;
            let people = explainer.people(request.elo);
            let question = Question {
                game: board.game.clone(),
                asked: request.asked,
                settings: request.settings,
                people: people.map_err(|Failure(message)| message)?,
                castling: board.castling,
                json: request.json,
                ascii: request.ascii,
            };
            let explainer = Arc::clone(&explainer);
            let job: Job = Box::new(move |say, stop| match explainer.answer(&question, stop) {
                Ok(lines) => lines.into_iter().for_each(say),
                Err(Failure(message)) => say(format!("info string error: explain: {message}")),
            });
            Ok(job)
        }),
    }
}

//! `plumb analyse`: a position looked at in every way, on the command line and,
//! with the same words, in a session.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::analysis::{Request, assess};
use plumb::board::{Game, Position};
use plumb::notation::pgn::{GamePoint, PgnGame, PgnOptions, read_games};
use plumb::notation::{CastlingStyle, to_uci_move};
use plumb::protocol::{Extension, Job};
use plumb::tables::Models;
use plumb::unpack;

use plumb_terminal::{Ending, Failure, position, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// The position, in quotation marks [default: the start position]
    fen: Option<String>,

    /// Moves from there, in quotation marks
    #[arg(long, value_name = "MOVES", conflicts_with = "pgn")]
    moves: Option<String>,

    /// Take the position from a game of this file
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pgn: Option<PathBuf>,

    /// Which game of the file
    #[arg(long, value_name = "N", requires = "pgn", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,

    /// The position after so many plies of the game; its next move counts as
    /// played [default: the last move of the game]
    #[arg(long, value_name = "N", requires = "pgn")]
    ply: Option<usize>,

    /// The move that was played there
    #[arg(long, value_name = "MOVE")]
    played: Option<String>,

    /// Search this many plies deep
    #[arg(long, value_name = "PLIES", group = "effort")]
    depth: Option<u64>,

    /// Look at this many positions in each search [default: 400000]
    #[arg(long, value_name = "N", group = "effort")]
    nodes: Option<u64>,

    /// Search until this selective depth is reached
    #[arg(long, value_name = "PLIES", group = "effort")]
    seldepth: Option<u64>,

    /// Search for this long each time
    #[arg(long, value_name = "MS", group = "effort")]
    movetime: Option<u64>,

    /// List this many alternatives [default: 8]
    #[arg(long, value_name = "K")]
    multipv: Option<u64>,

    /// Length of the vector of levels [default: 20]
    #[arg(long, value_name = "N")]
    levels: Option<u64>,

    /// Centipawns by which a forced move is ahead of the next [default: 30]
    #[arg(long, value_name = "CP")]
    margin: Option<u64>,

    /// Size of the transposition table in MB [default: 16]
    #[arg(long, value_name = "MB")]
    hash: Option<u64>,

    /// One fact a line, for programs, as in a session
    #[arg(long, conflicts_with = "json")]
    lines: bool,

    /// One JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// The same in the words of a session.
    fn words(&self, played: Option<&str>) -> String {
        let mut words = String::new();
        let mut add = |word: &str, value: Option<String>| {
            if let Some(value) = value {
                words.push_str(&format!(" {word} {value}"));
            }
        };
        add("fen", self.fen.clone().filter(|fen| fen != "startpos"));
        add("moves", self.moves.clone());
        add("played", played.map(str::to_owned));
        for (word, number) in [
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("seldepth", self.seldepth),
            ("movetime", self.movetime),
            ("multipv", self.multipv),
            ("levels", self.levels),
            ("margin", self.margin),
            ("hash", self.hash),
        ] {
            add(word, number.map(|number| number.to_string()));
        }
        add("json", self.json.then(String::new));
        words
    }

    /// The game up to the position, and the move played there if the game has one.
    fn board(&self) -> Result<(Game, Option<String>), Failure> {
        let Some(path) = &self.pgn else {
            return Ok((Game::new(Position::start()), None));
        };
        let source = recorded_game(path, self.game)?;
        let GamePoint { game, next } = source.at_ply(self.ply).map_err(|error| {
            let (name, number) = (path.display(), self.game);
            Failure(format!("{name}: game {number} {error}"))
        })?;
        let played = next.map(|mv| to_uci_move(game.position(), mv, CastlingStyle::Chess960));
        Ok((game, played))
    }
}

/// A game of a PGN file, by its number from 1, null moves kept.
pub(super) fn recorded_game(path: &Path, number: u64) -> Result<PgnGame, Failure> {
    let name = path.display();
    let text = unpack::open(path).map_err(|error| Failure(format!("{name}: {error}")))?;
    let options = PgnOptions {
        null_moves: true,
        ..PgnOptions::MOVES
    };
    match read_games(text, options).nth((number as usize).saturating_sub(1)) {
        Some(Ok(entry)) => Ok(entry.game),
        Some(Err(problem)) => Err(Failure(format!("{name}, {problem}"))),
        None => Err(Failure(format!("{name}: there is no game {number}"))),
    }
}

/// What is said about a request, line by line.
fn answer(
    request: &Request,
    models: &Models,
    castling: CastlingStyle,
    stop: &AtomicBool,
) -> Result<String, String> {
    let assessment = assess(request, models, stop).map_err(|error| error.to_string())?;
    if request.json {
        assessment.to_json(request, castling)
    } else {
        Ok(assessment.to_lines(request, castling))
    }
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let (board, game_move) = arguments.board()?;
    let played = arguments.played.as_ref().or(game_move.as_ref());
    if let Some(fen) = arguments.fen.as_deref() {
        // The words of a session would not know about quotation marks.
        position(fen)?;
    }
    let words = arguments.words(played.map(String::as_str));
    let request = Request::parse(&words, &board)?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program, and what was found is lost.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let castling = CastlingStyle::natural(request.game.start());
    let text = if arguments.lines || arguments.json {
        answer(&request, models, castling, &stop).map_err(Failure)?
    } else {
        assess(&request, models, &stop)?.to_prose(&request)
    };
    say(text.trim_end());
    Ok(Ending::Done)
}

const HELP: &str =
    "  analyse played e2e4 nodes 100000    look at the position in every way (docs/analysis.md)";

/// `analyse` for sessions.
pub fn extension(models: &Models) -> Extension {
    let models = models.clone();
    Extension {
        name: "analyse",
        help: HELP,
        prepare: Box::new(move |board, words| {
            let request = Request::parse(words, &board.game).map_err(|error| error.to_string())?;
            let (models, castling) = (models.clone(), board.castling);
            let job: Job =
                Box::new(
                    move |_, stop| match answer(&request, &models, castling, stop) {
                        Ok(text) => text.lines().map(str::to_owned).collect(),
                        Err(error) => vec![format!("info string error: analyse: {error}")],
                    },
                );
            Ok(job)
        }),
    }
}

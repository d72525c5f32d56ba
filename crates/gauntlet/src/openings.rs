//! Where games begin: EPD and PGN files, Polyglot books.

use std::collections::HashSet;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use plumb_chess::board::{Game, Move, Outcome, Position};
use plumb_chess::notation::pgn::{PgnOptions, PgnProblem, read_games};
use plumb_chess::notation::{Book, FenStyle, read_epd, to_fen};

use plumb_support::random::Random;
use plumb_support::unpack;

/// A start: a position, and moves already made from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Where the game record begins.
    pub start: Position,
    /// Moves made before the engines take over.
    pub moves: Vec<Move>,
    /// Its name, if the file has one.
    pub name: Option<String>,
}

impl Opening {
    /// The ordinary start position, or another one, without moves.
    pub fn bare(start: Position) -> Opening {
        Opening {
            start,
            moves: Vec::new(),
            name: None,
        }
    }

    /// The game as far as the opening goes.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        self.moves.iter().for_each(|&mv| game.play(mv));
        game
    }
}

/// Why nobody can play on from an opening; none where somebody can.
fn ended(opening: &Opening) -> Option<String> {
    let how = match opening.game().outcome()? {
        Outcome::Checkmate => "checkmate",
        Outcome::Stalemate => "stalemate",
        Outcome::InsufficientMaterial => "a draw by insufficient material",
        Outcome::FiftyMoves => "a draw by the fifty-move rule",
        Outcome::Threefold => "a draw by threefold repetition",
    };
    Some(format!(
        "the opening ends in {how}: expected a position from which a game goes on"
    ))
}

/// Why a file of openings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("openings {path}: {reason}")]
pub struct OpeningsError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

/// Plies taken from a game or a book when nothing else is said.
pub const DEFAULT_OPENING_PLIES: usize = 8;
/// Openings drawn out of a Polyglot book.
const BOOK_OPENINGS: usize = 500;

/// Reads openings. What the file is, its name tells: `.pgn` games (their first
/// `plies`), `.bin` a Polyglot book (walks of `plies` plies, seeded), anything
/// else EPD or FEN, a position a line. Text may be packed.
pub fn read_openings(path: &Path, plies: usize, seed: u64) -> Result<Vec<Opening>, OpeningsError> {
    let wrong = |reason: String| OpeningsError {
        path: path.to_owned(),
        reason,
    };
    let unreadable = |error: std::io::Error| wrong(error.to_string());
    let openings = if path.extension().is_some_and(|extension| extension == "bin") {
        let book = Book::open(path).map_err(|error| wrong(error.to_string()))?;
        walks(&book, plies, seed)
    } else if unpack::is_named(path, "pgn") {
        let text = unpack::open(path).map_err(unreadable)?;
        from_pgn(text, plies).map_err(wrong)?
    } else {
        let text = unpack::open(path).map_err(unreadable)?;
        from_epd(text).map_err(wrong)?
    };
    if openings.is_empty() {
        return Err(wrong("there is no opening in it".to_owned()));
    }
    Ok(openings)
}

fn from_epd(text: impl BufRead) -> Result<Vec<Opening>, String> {
    read_epd(text)
        .map(|line| {
            let line = line.map_err(|error| error.to_string())?;
            let (number, epd) = line.map_err(|error| error.to_string())?;
            let name = epd.id().map(str::to_owned);
            let opening = Opening {
                start: epd.position,
                moves: Vec::new(),
                name,
            };
            match ended(&opening) {
                Some(reason) => Err(format!("line {number}: {reason}")),
                None => Ok(opening),
            }
        })
        .collect()
}

fn from_pgn(source: impl BufRead, plies: usize) -> Result<Vec<Opening>, String> {
    let options = PgnOptions {
        tags: &["FEN", "Variant", "Opening", "ECO"],
        plies,
        ..PgnOptions::MOVES
    };
    let mut openings: Vec<Opening> = Vec::new();
    let mut seen = HashSet::new();
    for entry in read_games(source, options) {
        let entry = entry.map_err(|problem| problem.to_string())?;
        let game = entry.game;
        let name = game.tag("Opening").or(game.tag("ECO")).map(str::to_owned);
        let moves: Vec<Move> = game.played().collect();
        let start = game.start;
        // Many games begin alike.
        if seen.insert((to_fen(&start, FenStyle::XFen), moves.clone())) {
            let opening = Opening { start, moves, name };
            if let Some(reason) = ended(&opening) {
                let problem = PgnProblem::of_game(entry.number, entry.line, reason);
                return Err(problem.to_string());
            }
            openings.push(opening);
        }
    }
    Ok(openings)
}

fn walks(book: &Book, plies: usize, seed: u64) -> Vec<Opening> {
    let mut random = Random::stream(seed, 0);
    let mut openings: Vec<Opening> = Vec::new();
    for _ in 0..BOOK_OPENINGS {
        let start = Position::start();
        let mut position = start.clone();
        let mut moves = Vec::new();
        while moves.len() < plies
            && let Some(mv) = book.choose(&position, random.bits())
        {
            position = position.play(mv);
            moves.push(mv);
        }
        let opening = Opening {
            start,
            moves,
            name: None,
        };
        let is_new = !openings.iter().any(|other| other.moves == opening.moves);
        if !opening.moves.is_empty() && is_new && ended(&opening).is_none() {
            openings.push(opening);
        }
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_openings_are_read() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../epd/openings.epd");
        let openings = read_openings(&path, 8, 1).unwrap();
        assert_eq!(openings.len(), 120);
        assert!(
            openings
                .iter()
                .all(|opening| opening.name.is_some() && opening.game().outcome().is_none())
        );
    }

    #[test]
    fn games_that_begin_alike_are_one_opening() {
        let games = "1. e4 e5 *\n\n1. e4 e5 2. Nf3 *\n\n1. e4 c5 *\n\n\
            [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n\n1. e4 e5 2. d4 *\n";
        let openings = from_pgn(games.as_bytes(), 2).unwrap();
        let moves: Vec<usize> = openings.iter().map(|opening| opening.moves.len()).collect();
        assert_eq!(moves, [2, 2, 2]);
        assert_eq!(openings[0].start, openings[1].start);
        assert_ne!(openings[0].start, openings[2].start);
    }

    #[test]
    fn openings_that_are_over_are_refused_with_their_place() {
        for (fen, how) in [
            (
                "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -",
                "checkmate",
            ),
            ("7k/5Q2/6K1/8/8/8/8/8 b - -", "stalemate"),
            ("7k/8/6K1/8/8/8/8/8 b - -", "insufficient material"),
            (
                "7k/8/6K1/8/8/8/R7/8 w - - hmvc 100; fmvn 90;",
                "fifty-move rule",
            ),
        ] {
            let text = format!("# openings\n4k3/8/8/8/8/8/4P3/4K3 w - -\n{fen}\n");
            let message = from_epd(text.as_bytes()).unwrap_err();
            assert!(
                message.starts_with("line 3: the opening ends in "),
                "{message}"
            );
            assert!(message.contains(how), "{message}");
        }
        let games = "1. e4 e5 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let message = from_pgn(games.as_bytes(), 8).unwrap_err();
        assert!(
            message.starts_with("game 2 (line 3): the opening ends in checkmate"),
            "{message}"
        );
        // Two plies before the mate it is an opening.
        assert_eq!(from_pgn(games.as_bytes(), 2).unwrap().len(), 2);
        let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n";
        let message = from_pgn(repeated.as_bytes(), 8).unwrap_err();
        assert!(message.contains("threefold repetition"), "{message}");
    }

    #[test]
    fn bad_files_are_named() {
        let message = read_openings(Path::new("no/such.epd"), 8, 1)
            .unwrap_err()
            .to_string();
        assert!(message.starts_with("openings no/such.epd: "), "{message}");
        assert_eq!(from_epd("\n# nothing\n".as_bytes()), Ok(Vec::new()));
        let message = from_epd("8/8/8/8/8/8/8/8 w - -".as_bytes()).unwrap_err();
        assert!(message.contains("line 1"), "{message}");
    }
}

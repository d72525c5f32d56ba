//! Where games begin: EPD and PGN files, Polyglot books.

use std::collections::HashSet;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use plumb_chess::board::{Game, Move, Position};
use plumb_chess::notation::pgn::{PgnOptions, read_games};
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
            let (_, epd) = line.map_err(|error| error.to_string())?;
            let name = epd.id().map(str::to_owned);
            Ok(Opening {
                start: epd.position,
                moves: Vec::new(),
                name,
            })
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
        let game = entry.map_err(|problem| problem.to_string())?.game;
        let name = game.tag("Opening").or(game.tag("ECO")).map(str::to_owned);
        let moves: Vec<Move> = game.played().collect();
        let start = game.start;
        // Many games begin alike.
        if seen.insert((to_fen(&start, FenStyle::XFen), moves.clone())) {
            openings.push(Opening { start, moves, name });
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
        if !moves.is_empty() && !openings.iter().any(|other| other.moves == moves) {
            openings.push(Opening {
                start,
                moves,
                name: None,
            });
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

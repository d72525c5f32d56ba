//! What is asked of an analysis, and the words that ask it: the same in a
//! session and on the command line.

use std::fmt;

use plumb_chess::board::{Game, Move};
use plumb_chess::notation::{FenError, SanError, parse_fen, parse_move};

/// How far each search of an analysis goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many nodes before the move, after it, and for the alternatives; half
    /// as many for the forced line and for mates.
    Nodes(u64),
    /// So many plies; what has no depth may use the nodes that this took.
    Depth(u32),
    /// Until an iteration has reached this selective depth, in plies.
    Seldepth(usize),
    /// So many milliseconds for each of the first three searches. The only
    /// effort whose result is not the same every time.
    MoveTime(i64),
}

/// Nodes of each search if nothing else is said.
pub const DEFAULT_NODES: u64 = 400_000;

impl Default for Effort {
    fn default() -> Effort {
        Effort::Nodes(DEFAULT_NODES)
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Effort::Depth(plies) => write!(f, "depth {plies}"),
            Effort::Seldepth(plies) => write!(f, "seldepth {plies}"),
            Effort::MoveTime(ms) => write!(f, "movetime {ms}"),
        }
    }
}

/// How a position is to be analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How far each search goes.
    pub effort: Effort,
    /// How many alternatives are listed.
    pub multi_pv: usize,
    /// The length of the vector of levels.
    pub levels: usize,
    /// Centipawns by which the best move must be ahead for a line to be forced.
    pub forced_margin_cp: i32,
    /// Megabytes of the transposition table.
    pub hash_mb: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            effort: Effort::default(),
            multi_pv: 8,
            levels: 20,
            forced_margin_cp: 30,
            hash_mb: 16,
        }
    }
}

/// A position with its history, the move played there, and how to look at it.
#[derive(Clone)]
pub struct Request {
    /// The game up to the position.
    pub game: Game,
    /// The move whose merits are asked for; legal.
    pub played: Option<Move>,
    /// How to look.
    pub settings: Settings,
    /// One line of JSON instead of text.
    pub json: bool,
}

/// Why a request cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestError {
    /// A word that belongs nowhere.
    UnknownWord(String),
    /// A word whose value is missing or wrong.
    BadValue {
        /// The word before it.
        word: &'static str,
        /// What stands there; nothing if it is missing.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The FEN is wrong.
    Fen(FenError),
    /// A move of the list is wrong.
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it.
        error: SanError,
    },
    /// The played move is wrong.
    Played(SanError),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::UnknownWord(word) => write!(
                f,
                "'{}' means nothing here; expected played, fen, startpos, moves, depth, nodes, \
                 seldepth, movetime, multipv, levels, margin, hash or json",
                word.escape_default()
            ),
            RequestError::BadValue {
                word,
                found,
                expected,
            } if found.is_empty() => write!(f, "nothing stands after {word}: expected {expected}"),
            RequestError::BadValue {
                word,
                found,
                expected,
            } => write!(
                f,
                "'{}' stands after {word}: expected {expected}",
                found.escape_default()
            ),
            RequestError::Fen(error) => write!(f, "{error}"),
            RequestError::Move { number, error } => write!(f, "move {number}: {error}"),
            RequestError::Played(error) => write!(f, "played: {error}"),
        }
    }
}

impl std::error::Error for RequestError {}

impl Request {
    /// Reads what follows `analyse`. Without `fen` or `startpos` the position
    /// is that of `board`, to which `moves` are added.
    pub fn parse(text: &str, board: &Game) -> Result<Request, RequestError> {
        let mut words = text.split_ascii_whitespace().peekable();
        let mut settings = Settings::default();
        let mut game = board.clone();
        let mut played_text = None;
        let mut json = false;
        while let Some(word) = words.next() {
            let mut value = || words.next().unwrap_or_default();
            match word {
                "played" => played_text = Some(value().to_owned()),
                "startpos" => game = Game::new(plumb_chess::board::Position::start()),
                "fen" => {
                    let mut fields = Vec::new();
                    while fields.len() < 6
                        && let Some(field) = words.next_if(|word| !is_keyword(word))
                    {
                        fields.push(field);
                    }
                    let position = parse_fen(&fields.join(" ")).map_err(RequestError::Fen)?;
                    game = Game::new(position);
                }
                "moves" => {
                    let mut number = 0;
                    while let Some(text) = words.next_if(|word| !is_keyword(word)) {
                        number += 1;
                        let mv = parse_move(game.position(), text)
                            .map_err(|error| RequestError::Move { number, error })?;
                        game.play(mv);
                    }
                }
                "depth" => {
                    let plies = number("depth", value(), 1, 200, "plies from 1 to 200")?;
                    settings.effort = Effort::Depth(plies as u32);
                }
                "nodes" => {
                    let nodes = number("nodes", value(), 1, u64::MAX / 8, "a number of nodes")?;
                    settings.effort = Effort::Nodes(nodes);
                }
                "seldepth" => {
                    let plies = number("seldepth", value(), 1, 200, "plies from 1 to 200")?;
                    settings.effort = Effort::Seldepth(plies as usize);
                }
                "movetime" => {
                    let expected = "milliseconds from 1 to 86400000";
                    let ms = number("movetime", value(), 1, 86_400_000, expected)?;
                    settings.effort = Effort::MoveTime(ms as i64);
                }
                "multipv" => {
                    let lines = number("multipv", value(), 2, 256, "2 to 256 lines")?;
                    settings.multi_pv = lines as usize;
                }
                "levels" => {
                    let levels = number("levels", value(), 1, 100, "1 to 100 levels")?;
                    settings.levels = levels as usize;
                }
                "margin" => {
                    let cp = number("margin", value(), 1, 10_000, "centipawns from 1 to 10000")?;
                    settings.forced_margin_cp = cp as i32;
                }
                "hash" => {
                    let mb = number("hash", value(), 1, 65_536, "megabytes from 1 to 65536")?;
                    settings.hash_mb = mb as usize;
                }
                "json" => json = true,
                other => return Err(RequestError::UnknownWord(other.to_owned())),
            }
        }
        let played = match played_text {
            Some(text) => Some(parse_move(game.position(), &text).map_err(RequestError::Played)?),
            None => None,
        };
        Ok(Request {
            game,
            played,
            settings,
            json,
        })
    }
}

const KEYWORDS: [&str; 13] = [
    "played", "startpos", "fen", "moves", "depth", "nodes", "seldepth", "movetime", "multipv",
    "levels", "margin", "hash", "json",
];

fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

fn number(
    word: &'static str,
    found: &str,
    least: u64,
    most: u64,
    expected: &'static str,
) -> Result<u64, RequestError> {
    found
        .parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| RequestError::BadValue {
            word,
            found: found.to_owned(),
            expected,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Position;

    fn start() -> Game {
        Game::new(Position::start())
    }

    #[test]
    fn words_come_in_any_order() {
        let text = "json moves e2e4 e5 nodes 5000 played Nf3 levels 30 multipv 4";
        let request = Request::parse(text, &start()).unwrap();
        assert_eq!(request.game.ply(), 2);
        assert!(request.json && request.played.is_some());
        assert_eq!(request.settings.effort, Effort::Nodes(5_000));
        assert_eq!(request.settings.levels, 30);
        assert_eq!(request.settings.multi_pv, 4);
    }

    #[test]
    fn a_fen_replaces_the_board_and_may_lack_its_counters() {
        let mut game = start();
        game.play(game.position().legal_moves()[0]);
        let request = Request::parse("fen 8/8/8/8/8/5k2/5p2/5K2 w - - depth 3", &game).unwrap();
        assert_eq!(request.game.ply(), 0);
        assert_eq!(request.settings.effort, Effort::Depth(3));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| Request::parse(text, &start()).err().unwrap().to_string();
        assert!(error("nodes many").contains("'many' stands after nodes"));
        assert!(error("depth").contains("nothing stands after depth"));
        assert!(error("deph 3").contains("'deph' means nothing here"));
        assert!(error("moves e4 e4").starts_with("move 2:"));
        assert!(error("played Ke2").starts_with("played:"));
        assert!(error("fen 8/8/8 w").len() > 10);
    }
}

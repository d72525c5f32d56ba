//! Players, result and opening of each game in a PGN file. The moves are not
//! checked: for a rating only their beginning matters, as text.

use std::fmt;
use std::io::{self, Read};
use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum GameResult {
    WhiteWins,
    Draw,
    BlackWins,
}

impl GameResult {
    pub(super) fn of(known: Outcome) -> Option<GameResult> {
        use shakmaty::{Color, KnownOutcome};
        match known {
            Outcome::Unknown => None,
            Outcome::Known(KnownOutcome::Draw) => Some(GameResult::Draw),
            Outcome::Known(KnownOutcome::Decisive { winner }) => Some(match winner {
                Color::White => GameResult::WhiteWins,
                Color::Black => GameResult::BlackWins,
            }),
        }
    }
}

/// A result as PGN writes it; `*` where there is none.
fn result_text(result: Option<GameResult>) -> &'static str {
    match result {
        Some(GameResult::WhiteWins) => "1-0",
        Some(GameResult::Draw) => "1/2-1/2",
        Some(GameResult::BlackWins) => "0-1",
        None => "*",
    }
}

/// What a rating needs to know of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The game's number in its file, from 1.
    pub number: usize,
    /// The `White` tag.
    pub white: String,
    /// The `Black` tag.
    pub black: String,
    /// The result; none where the game was not finished.
    pub result: Option<GameResult>,
    /// The `Round` tag, empty where it says nothing.
    pub round: String,
    /// Where the game began: the position's first four FEN fields (empty for
    /// the start position) and the opening moves, those marked as book moves by
    /// a comment or else the first eight plies.
    pub opening: String,
}

/// Why a game is of no use.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PgnProblem {
    NoPlayer(&'static str),
    SamePlayer(String),
    NoResult,
    BadResult(String),
    TwoResults {
        tag: &'static str,
        moves: &'static str,
    },
    Unreadable(String),
}

/// Which game of a file is of no use, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGameError {
    /// The game's number in its file, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub problem: PgnProblem,
}

impl fmt::Display for PgnGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: ", self.number)?;
        match &self.problem {
            PgnProblem::NoPlayer(tag) => write!(f, "the {tag} tag names no player"),
            PgnProblem::SamePlayer(name) => {
                write!(f, "'{}' plays both sides", name.escape_debug())
            }
            PgnProblem::NoResult => {
                f.write_str("it has no result, neither tag nor after the moves")
            }
            PgnProblem::BadResult(text) => write!(
                f,
                "the Result tag is '{}', expected 1-0, 0-1, 1/2-1/2 or *",
                text.escape_debug()
            ),
            PgnProblem::TwoResults { tag, moves } => {
                write!(f, "the Result tag is {tag} and the moves end with {moves}")
            }
            PgnProblem::Unreadable(what) => write!(f, "{what}"),
        }
    }
}

impl std::error::Error for PgnGameError {}

/// The games of a PGN file, one after the other. The outer error ends the file,
/// the inner one costs one game.
pub struct Summaries<R> {
    reader: Reader<R>,
    number: usize,
    ended: bool,
}

impl<R: Read> Summaries<R> {
    /// Reads games from `source`, which needs no buffer of its own.
    pub fn new(source: R) -> Summaries<R> {
        Summaries {
            reader: Reader::build(source)
                .set_supported_tag_line_length(4096)
                .finish(),
            number: 0,
            ended: false,
        }
    }
}

impl<R: Read> Iterator for Summaries<R> {
    type Item = io::Result<Result<GameSummary, PgnGameError>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let number = self.number + 1;
        let problem = match self.reader.read_game(&mut Collector) {
            Ok(None) => {
                self.ended = true;
                return None;
            }
            Ok(Some(draft)) => match draft.finish(number) {
                Ok(summary) => {
                    self.number = number;
                    return Some(Ok(Ok(summary)));
                }
                Err(problem) => problem,
            },
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                PgnProblem::Unreadable(error.to_string())
            }
            Err(error) => {
                self.ended = true;
                return Some(Err(error));
            }
        };
        self.number = number;
        Some(Ok(Err(PgnGameError { number, problem })))
    }
}

/// Plies that make an opening where no comment marks book moves.
const OPENING_PLIES: usize = 8;
/// Plies after which no book moves are looked for.
const BOOK_PLIES: usize = 60;

#[derive(Default)]
struct Draft {
    white: String,
    black: String,
    result: Option<String>,
    round: String,
    fen: String,
    plies: Vec<SanPlus>,
    book_plies: usize,
    ending: Option<Outcome>,
}

impl Draft {
    fn finish(self, number: usize) -> Result<GameSummary, PgnProblem> {
        let result = self.result()?;
        for (tag, name) in [("White", &self.white), ("Black", &self.black)] {
            if name.is_empty() || name == "?" {
                return Err(PgnProblem::NoPlayer(tag));
            }
        }
        if self.white == self.black {
            return Err(PgnProblem::SamePlayer(self.white));
        }
        let round = match self.round.as_str() {
            "?" | "-" => String::new(),
            _ => self.round.clone(),
        };
        Ok(GameSummary {
            number,
            result,
            round,
            opening: self.opening(),
            white: self.white,
            black: self.black,
        })
    }

    fn result(&self) -> Result<Option<GameResult>, PgnProblem> {
        let after_moves = self.ending.map(GameResult::of);
        let tag = match self.result.as_deref() {
            None | Some("" | "?") => return after_moves.ok_or(PgnProblem::NoResult),
            Some("*") => None,
            Some("1-0") => Some(GameResult::WhiteWins),
            Some("0-1") => Some(GameResult::BlackWins),
            Some("1/2-1/2" | "1/2" | "½-½") => Some(GameResult::Draw),
            Some(other) => return Err(PgnProblem::BadResult(other.to_owned())),
        };
        match after_moves {
            Some(moves) if moves != tag => Err(PgnProblem::TwoResults {
                tag: result_text(tag),
                moves: result_text(moves),
            }),
            _ => Ok(tag),
        }
    }

    fn opening(&self) -> String {
        let mut text = String::new();
        for field in self.fen.split_whitespace().take(4) {
            text.push_str(field);
            text.push(' ');
        }
        if text.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ") {
            text.clear();
        }
        let plies = if self.book_plies > 0 {
            self.book_plies
        } else {
            OPENING_PLIES
        };
        for ply in self.plies.iter().take(plies) {
            text.push_str(&ply.san.to_string());
            text.push(' ');
        }
        text.truncate(text.trim_end().len());
        text
    }
}

struct Collector;

impl Visitor for Collector {
    type Tags = Draft;
    type Movetext = Draft;
    type Output = Draft;

    fn begin_tags(&mut self) -> ControlFlow<Draft, Draft> {
        ControlFlow::Continue(Draft::default())
    }

    fn tag(&mut self, draft: &mut Draft, name: &[u8], value: RawTag<'_>) -> ControlFlow<Draft> {
        let text = || text_of(&value.decode());
        match name {
            b"White" => draft.white = text(),
            b"Black" => draft.black = text(),
            b"Result" => draft.result = Some(text()),
            b"Round" => draft.round = text(),
            b"FEN" => draft.fen = text(),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, draft: Draft) -> ControlFlow<Draft, Draft> {
        ControlFlow::Continue(draft)
    }

    fn san(&mut self, draft: &mut Draft, ply: SanPlus) -> ControlFlow<Draft> {
        if draft.plies.len() < BOOK_PLIES {
            draft.plies.push(ply);
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, draft: &mut Draft, comment: RawComment<'_>) -> ControlFlow<Draft> {
        let start = comment.as_bytes().trim_ascii_start();
        if start
            .get(..4)
            .is_some_and(|word| word.eq_ignore_ascii_case(b"book"))
            && draft.plies.len() < BOOK_PLIES
        {
            draft.book_plies = draft.plies.len();
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, draft: &mut Draft, outcome: Outcome) -> ControlFlow<Draft> {
        draft.ending = Some(outcome);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, draft: Draft) -> Draft {
        draft
    }
}

/// The text of a tag: UTF-8, or Latin-1 as old files have it.
fn text_of(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.trim().to_owned(),
        Err(_) => bytes
            .iter()
            .map(|&byte| char::from(byte))
            .collect::<String>()
            .trim()
            .to_owned(),
    }
}

#[cfg(test)]
#[path = "summary_tests.rs"]
mod tests;

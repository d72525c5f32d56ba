//! Puzzles of lichess.org with their themes, from the tables that they are published in.

use std::collections::BTreeSet;
use std::io::Read;

use csv::StringRecord;
use sha2::{Digest, Sha256};

use plumb_chess::board::{Move, Position};
use plumb_chess::notation::{parse_fen, parse_san, parse_uci_move};

/// A puzzle: the opponent's move, then the solution.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its name on lichess.org.
    pub id: String,
    /// The position before the opponent's move.
    pub before: Position,
    /// The opponent's move, then the solver's and his in turn.
    pub moves: Vec<Move>,
    /// The labels, as lichess.org writes them.
    pub themes: BTreeSet<String>,
}

/// Detectors are mended on one half of the puzzles and measured on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleHalf {
    /// The half to mend detectors on.
    Tune,
    /// The half to report.
    Report,
}

impl Puzzle {
    /// Which half it belongs to, by its name alone.
    pub fn half(&self) -> PuzzleHalf {
        match Sha256::digest(self.id.as_bytes())[0] & 1 {
            0 => PuzzleHalf::Tune,
            _ => PuzzleHalf::Report,
        }
    }
}

/// A table or a line of it that holds no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct PuzzleError {
    /// The line, from 1.
    pub line: u64,
    /// What was wrong and what was expected.
    pub reason: String,
}

/// Where a table has what.
struct Columns {
    id: usize,
    fen: usize,
    moves: usize,
    themes: usize,
}

impl Columns {
    /// By the names of the first line; a table whose first line is a puzzle has the columns
    /// of lichess.org's own.
    fn of(first: &StringRecord) -> Option<Columns> {
        let find = |names: [&str; 2]| first.iter().position(|name| names.contains(&name));
        if first.get(1).is_some_and(|fen| parse_fen(fen).is_ok()) {
            return Some(Columns {
                id: 0,
                fen: 1,
                moves: 2,
                themes: 7,
            });
        }
        Some(Columns {
            id: find(["PuzzleId", "puzzle_id"])?,
            fen: find(["FEN", "fen_before_opponent_move"])?,
            moves: find(["Moves", "moves_san"])?,
            themes: find(["Themes", "themes"])?,
        })
    }

    fn puzzle(&self, record: &StringRecord) -> Result<Puzzle, String> {
        let field = |column: usize| record.get(column).unwrap_or_default();
        let before = parse_fen(field(self.fen)).map_err(|error| {
            let shown: String = field(self.fen).chars().take(SHOWN_CHARACTERS).collect();
            format!("cannot read the FEN '{}': {error}", shown.escape_default())
        })?;
        let moves = read_moves(&before, field(self.moves))?;
        if moves.len() < 2 {
            return Err("expected the opponent's move and an answer".to_owned());
        }
        Ok(Puzzle {
            id: field(self.id).to_owned(),
            before,
            moves,
            themes: field(self.themes)
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
        })
    }
}

/// So many characters of a field are shown where it cannot be read: without its closing quote
/// a field is the rest of the file.
const SHOWN_CHARACTERS: usize = 100;

/// Moves in coordinates or SAN, move numbers and results left out.
fn read_moves(start: &Position, text: &str) -> Result<Vec<Move>, String> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let number = word.trim_end_matches('.');
        let is_result = ["*", "1-0", "0-1", "1/2-1/2"].contains(&word);
        if is_result || number.chars().all(|letter| letter.is_ascii_digit()) {
            continue;
        }
        let mv = match parse_uci_move(&position, word) {
            Some(mv) => mv,
            None => parse_san(&position, word).map_err(|error| error.to_string())?,
        };
        position = position.play(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// Reads the puzzles of a table in CSV, the columns found by their names; each line that
/// holds none is an error of its own.
pub fn read_puzzles(table: impl Read) -> impl Iterator<Item = Result<Puzzle, PuzzleError>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(table);
    let mut columns: Option<Columns> = None;
    let mut ended = false;
    std::iter::from_fn(move || {
        let mut record = StringRecord::new();
        while !ended {
            let line = reader.position().line();
            let fail = |reason: String| Some(Err(PuzzleError { line, reason }));
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    ended = error.is_io_error();
                    return fail(error.to_string());
                }
            }
            let Some(known) = &columns else {
                columns = Columns::of(&record);
                let Some(known) = &columns else {
                    ended = true;
                    return fail("expected columns PuzzleId, FEN, Moves and Themes".to_owned());
                };
                if parse_fen(record.get(known.fen).unwrap_or_default()).is_err() {
                    continue;
                }
                return match known.puzzle(&record) {
                    Ok(puzzle) => Some(Ok(puzzle)),
                    Err(reason) => fail(reason),
                };
            };
            return match known.puzzle(&record) {
                Ok(puzzle) => Some(Ok(puzzle)),
                Err(reason) => fail(reason),
            };
        }
        None
    })
}

//! EPD: a position on one line with what is known about it.
//!
//! Reads both customs, `bm Nf3; id "one; two";` and the perft suites'
//! `;D1 20 ;D2 400`, after four or six fields of FEN. Operations that this
//! project uses are read into typed fields, the others are kept as they are.
//! Start with `parse_epd` for a line and `read_epd` for a file.

use std::io::{self, BufRead, Read};

use crate::board::{MAX_PERFT_DEPTH, Move, Position};

use super::epd_error::{EpdError, EpdLineError};
use super::fen::{FenError, parse_setup};
use super::san_read::parse_san;

/// A position and what its line says about it.
#[derive(Clone, Debug)]
pub struct Epd {
    /// The position; `hmvc` and `fmvn` set its counters.
    pub position: Position,
    /// Every operation as it was written, those below included.
    pub operations: Vec<Operation>,
    /// `bm`: any of these moves is best.
    pub best_moves: Vec<Move>,
    /// `am`: none of these should be played.
    pub avoid_moves: Vec<Move>,
    /// `dm`: the side to move mates in this many moves.
    pub direct_mate: Option<u32>,
    /// `D1`, `D2` and so on: depth in plies and the number of leaves.
    pub perft: Vec<(u32, u64)>,
}

/// One operation: its name and what follows it, quotation marks taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Such as `bm`, `id` or `c0`.
    pub opcode: String,
    /// What follows the name.
    pub operands: Vec<String>,
}

impl Epd {
    /// What follows an operation's name, if the line has that operation.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        self.operations
            .iter()
            .find(|operation| operation.opcode == opcode)
            .map(|operation| operation.operands.as_slice())
    }

    /// The first thing that follows an operation's name.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(String::as_str)
    }

    /// The name of the position.
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// A comment, `c0` to `c9`.
    pub fn comment(&self, number: usize) -> Option<&str> {
        self.text(&format!("c{number}"))
    }
}

/// Reads one line.
pub fn parse_epd(line: &str) -> Result<Epd, EpdError> {
    let tokens = tokens(line)?;
    let is_number = |token: Option<&Token>| matches!(token, Some(Token::Word(word)) if word.bytes().all(|byte| byte.is_ascii_digit()));
    let mut fields = tokens
        .iter()
        .take_while(|token| matches!(token, Token::Word(_)))
        .take(4)
        .count();
    if fields < 4 {
        return Err(FenError::FieldCount(fields).into());
    }
    if is_number(tokens.get(4)) && is_number(tokens.get(5)) {
        fields = 6;
    }
    let fen: Vec<&str> = tokens[..fields].iter().map(Token::text).collect();
    let mut setup = parse_setup(&fen.join(" "))?;
    let operations = operations(&tokens[fields..])?;
    for operation in &operations {
        match operation.opcode.as_str() {
            "hmvc" => setup.halfmove_clock = number(operation)?.min(10_000) as u16,
            "fmvn" => setup.fullmove_number = number(operation)?.clamp(1, 100_000) as u32,
            _ => {}
        }
    }
    let position = Position::from_setup(&setup).map_err(FenError::Illegal)?;
    let mut epd = Epd {
        position,
        operations: Vec::new(),
        best_moves: Vec::new(),
        avoid_moves: Vec::new(),
        direct_mate: None,
        perft: Vec::new(),
    };
    for operation in &operations {
        match operation.opcode.as_str() {
            "bm" => epd.best_moves = moves(&epd.position, operation)?,
            "am" => epd.avoid_moves = moves(&epd.position, operation)?,
            "dm" => epd.direct_mate = Some(number(operation)?.min(10_000) as u32),
            opcode => {
                if let Some(depth) = perft_depth(opcode)? {
                    epd.perft.push((depth, number(operation)?));
                }
            }
        }
    }
    epd.operations = operations;
    Ok(epd)
}

/// A longer line, in bytes, is no EPD; no more of it is held.
const LONGEST_LINE: usize = 64 << 10;

/// Reads a text; see [`read_epd`].
pub fn epd_lines(text: &str) -> impl Iterator<Item = Result<(usize, Epd), EpdLineError>> {
    // Reading what is there already never fails.
    read_epd(text.as_bytes()).map_while(Result::ok)
}

/// Reads a file: each position with the number of its line, the first of which is 1.
/// Blank lines and those that start with `#` are passed over. The outer error is one of
/// reading, and the last.
pub fn read_epd(
    mut source: impl BufRead,
) -> impl Iterator<Item = io::Result<Result<(usize, Epd), EpdLineError>>> {
    let mut line = 0;
    let mut bytes = Vec::new();
    let mut ended = false;
    std::iter::from_fn(move || {
        while !ended {
            bytes.clear();
            line += 1;
            let is_too_long = match read_line(&mut source, &mut bytes) {
                Ok(is_too_long) => is_too_long,
                Err(error) => {
                    ended = true;
                    return Some(Err(error));
                }
            };
            ended = bytes.is_empty();
            let text = String::from_utf8_lossy(&bytes).replace('\0', "");
            let text = match line {
                1 => text.trim_start_matches('\u{feff}').trim(),
                _ => text.trim(),
            };
            if text.starts_with('#') || text.is_empty() && !is_too_long {
                continue;
            }
            let epd = match is_too_long {
                true => Err(EpdError::TooLong(LONGEST_LINE)),
                false => parse_epd(text),
            };
            return Some(Ok(match epd {
                Ok(epd) => Ok((line, epd)),
                Err(error) => Err(EpdLineError { line, error }),
            }));
        }
        None
    })
}

/// Reads a line with its end, none at the end of the source, and passes over what is
/// too long of it; says whether something was.
fn read_line(source: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let mut start = (&mut *source).take(LONGEST_LINE as u64);
    start.read_until(b'\n', bytes)?;
    if bytes.len() < LONGEST_LINE || bytes.ends_with(b"\n") {
        return Ok(false);
    }
    Ok(source.skip_until(b'\n')? > 0)
}

enum Token<'a> {
    Word(&'a str),
    Quoted(&'a str),
    Semicolon,
}

impl Token<'_> {
    fn text(&self) -> &str {
        match self {
            Token::Word(text) | Token::Quoted(text) => text,
            Token::Semicolon => ";",
        }
    }
}

fn tokens(line: &str) -> Result<Vec<Token<'_>>, EpdError> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let token = if first == ';' {
            rest = &rest[1..];
            Token::Semicolon
        } else if let Some(inside) = rest.strip_prefix('"') {
            let (text, after) = inside.split_once('"').ok_or(EpdError::OpenQuote)?;
            rest = after;
            Token::Quoted(text)
        } else {
            let end = rest
                .find(|letter: char| letter == ';' || letter.is_whitespace())
                .unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            Token::Word(word)
        };
        tokens.push(token);
        rest = rest.trim_start();
    }
    Ok(tokens)
}

/// Operations are kept apart by semicolons, of which there may be too many.
fn operations(tokens: &[Token<'_>]) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    for part in tokens.split(|token| matches!(token, Token::Semicolon)) {
        let Some((opcode, operands)) = part.split_first() else {
            continue;
        };
        let opcode = match opcode {
            Token::Word(word) if word.starts_with(|letter: char| letter.is_ascii_alphabetic()) => {
                word.to_string()
            }
            other => return Err(EpdError::Opcode(shortened(other.text()))),
        };
        let operands = operands.iter().map(|operand| operand.text().to_string());
        operations.push(Operation {
            opcode,
            operands: operands.collect(),
        });
    }
    Ok(operations)
}

fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

fn number(operation: &Operation) -> Result<u64, EpdError> {
    let text = operation.operands.first().map_or("", String::as_str);
    text.parse().map_err(|_| EpdError::Number {
        opcode: shortened(&operation.opcode),
        text: shortened(text),
    })
}

fn moves(position: &Position, operation: &Operation) -> Result<Vec<Move>, EpdError> {
    let read = |text: &String| {
        parse_san(position, text).map_err(|error| EpdError::Move {
            opcode: operation.opcode.clone(),
            text: shortened(text),
            error,
        })
    };
    operation.operands.iter().map(read).collect()
}

/// The depth that an operation's name gives, if it is one of perft.
fn perft_depth(opcode: &str) -> Result<Option<u32>, EpdError> {
    let digits = opcode.strip_prefix('D').unwrap_or_default();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    match digits.parse() {
        Ok(depth) if depth <= MAX_PERFT_DEPTH => Ok(Some(depth)),
        _ => Err(EpdError::PerftDepth(shortened(opcode))),
    }
}

#[cfg(test)]
#[path = "epd_tests.rs"]
mod tests;

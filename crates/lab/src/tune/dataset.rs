//! Labelled positions out of files, one at a time.
//!
//! Formats, told apart by the first line:
//!
//! * `FEN;result;centipawns;depth`, and with a game number as a fifth field:
//!   result `1-0`, `0-1`, `1/2-1/2` or `*` (unknown), centipawns or `#2`, mate
//!   in two moves, from White's side;
//! * `FEN,evaluation` with `+79`, `-25`, `#+3` or `#-2`: centipawns, or moves
//!   to mate, from White's side;
//! * `FEN,evaluation` with a decimal number: 10,000ths of it are centipawns
//!   from White's side.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::error::DataError;
use super::groups::Groups;
use super::source;
use plumb_chess::board::Position;
use plumb_chess::notation::parse_fen;

/// A position and what is known about its worth.
#[derive(Clone, Debug)]
pub struct LabelledPosition {
    /// The position.
    pub position: Position,
    /// How the game ended, from White's side: 1, 0.5 or 0.
    pub result: Option<f32>,
    /// What an engine said, from White's side.
    pub eval: Option<Label>,
    /// The number of the game that it comes from: the file's own where it
    /// gives one, otherwise counted from 0 within the file.
    pub group: u32,
    /// Its line in the file, from 1.
    pub line: usize,
}

/// An engine's evaluation, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// Centipawns.
    Cp(i32),
    /// White mates in so many moves, or Black if negative; 0 on the board.
    Mate(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Game,
    Centipawns,
    Decimal,
}

/// Opens a file of labelled positions, packed or not. Lines that are wrong
/// come as errors that name file and line; the rest can still be read.
pub fn read(path: &Path) -> Result<Labels, DataError> {
    Ok(Labels::of(path, source::open(path)?))
}

/// The same; once `stop` is set, it soon ends in an error.
pub fn read_until(path: &Path, stop: &Arc<AtomicBool>) -> Result<Labels, DataError> {
    Ok(Labels::of(path, source::open_until(path, stop)?))
}

/// The labelled positions of a file, in its order.
pub struct Labels {
    text: Box<dyn BufRead + Send>,
    path: PathBuf,
    line: usize,
    format: Option<Format>,
    groups: Groups,
    ended: bool,
}

impl Iterator for Labels {
    type Item = Result<LabelledPosition, DataError>;

    fn next(&mut self) -> Option<Result<LabelledPosition, DataError>> {
        let mut bytes = Vec::new();
        while !self.ended {
            bytes.clear();
            match self.text.read_until(b'\n', &mut bytes) {
                Ok(0) => self.ended = true,
                Ok(_) => {
                    self.line += 1;
                    let text = String::from_utf8_lossy(&bytes);
                    if !text.trim().is_empty() {
                        return Some(self.parse(text.trim()));
                    }
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(DataError::unreadable(&self.path, error)));
                }
            }
        }
        None
    }
}

impl Labels {
    fn of(path: &Path, text: Box<dyn BufRead + Send>) -> Labels {
        Labels {
            text,
            path: path.to_owned(),
            line: 0,
            format: None,
            groups: Groups::default(),
            ended: false,
        }
    }

    fn parse(&mut self, text: &str) -> Result<LabelledPosition, DataError> {
        let format = match self.format {
            Some(format) => format,
            None => match recognise(text) {
                Some(format) => *self.format.insert(format),
                None => {
                    self.ended = true;
                    let path = self.path.clone();
                    return Err(DataError::UnknownFormat { path });
                }
            },
        };
        let fields = match format {
            Format::Game => parse_game(text),
            Format::Centipawns | Format::Decimal => parse_pair(text, format),
        };
        let read = fields.and_then(|fields| {
            let position = parse_fen(fields.fen)
                .map_err(|error| format!("cannot read the FEN '{}': {error}", fields.fen))?;
            Ok((position, fields))
        });
        let (position, fields) = read.map_err(|reason| DataError::Line {
            path: self.path.clone(),
            line: self.line,
            reason,
        })?;
        let group = match fields.game {
            Some(number) => number,
            None => self.groups.of(&position, fields.result),
        };
        Ok(LabelledPosition {
            position,
            result: fields.result,
            eval: fields.eval,
            group,
            line: self.line,
        })
    }
}

struct Fields<'a> {
    fen: &'a str,
    result: Option<f32>,
    eval: Option<Label>,
    game: Option<u32>,
}

fn recognise(first: &str) -> Option<Format> {
    if matches!(first.split(';').count(), 4 | 5) {
        return Some(Format::Game);
    }
    let (_, value) = first.split_once(',')?;
    if value.contains('.') {
        value.parse::<f64>().ok().map(|_| Format::Decimal)
    } else {
        parse_evaluation(value).ok().map(|_| Format::Centipawns)
    }
}

fn parse_game(text: &str) -> Result<Fields<'_>, String> {
    let fields: Vec<&str> = text.split(';').map(str::trim).collect();
    let (fen, result, cp, game) = match fields[..] {
        [fen, result, cp, _] => (fen, result, cp, None),
        [fen, result, cp, _, game] => (fen, result, cp, Some(game)),
        _ => {
            return Err(format!(
                "found {} fields, expected 'FEN;result;centipawns;depth' or with a game number at the end",
                fields.len()
            ));
        }
    };
    let result = match result {
        "1-0" => Some(1.0),
        "0-1" => Some(0.0),
        "1/2-1/2" => Some(0.5),
        // An engine's label for a position of no known game.
        "*" => None,
        other => {
            return Err(format!(
                "the result is '{other}', expected 1-0, 0-1, 1/2-1/2 or *"
            ));
        }
    };
    let game = match game {
        Some(text) => Some(
            text.parse()
                .map_err(|_| format!("the game number is '{text}', expected a whole number"))?,
        ),
        None => None,
    };
    Ok(Fields {
        fen,
        result,
        eval: Some(parse_evaluation(cp)?),
        game,
    })
}

fn parse_pair(text: &str, format: Format) -> Result<Fields<'_>, String> {
    let Some((fen, value)) = text.split_once(',') else {
        return Err("found no comma, expected 'FEN,evaluation'".to_owned());
    };
    let value = value.trim();
    let eval = if format == Format::Decimal {
        match value.parse::<f64>() {
            Ok(number) if number.abs() <= 100.0 => Label::Cp((number * 10_000.0).round() as i32),
            _ => {
                return Err(format!(
                    "the evaluation is '{value}', expected a decimal number from -100 to 100"
                ));
            }
        }
    } else {
        parse_evaluation(value)?
    };
    Ok(Fields {
        fen: fen.trim(),
        result: None,
        eval: Some(eval),
        game: None,
    })
}

/// `+79`, `-25`, `0`, `#+3`, `#-2`.
fn parse_evaluation(text: &str) -> Result<Label, String> {
    let (mate, digits) = match text.strip_prefix('#') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    match digits.parse::<i32>() {
        Ok(number) if number.abs() <= 1_000_000 => Ok(if mate {
            Label::Mate(number)
        } else {
            Label::Cp(number)
        }),
        _ => Err(format!(
            "the evaluation is '{text}', expected centipawns such as +79 or a mate such as #-2"
        )),
    }
}

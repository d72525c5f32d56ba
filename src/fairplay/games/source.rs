//! Games from PGN files of any size and dirt.
//!
//! Nothing is held but the game at hand. A game that cannot be read is a
//! `Problem` that says where and why, and the rest go on. Start with `games`.

use std::fmt;
use std::io::{BufRead, Read};
use std::ops::ControlFlow;

use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use super::clock;
use super::game::{Ply, SourceGame};
use super::split::{self, GameText};
use super::token::{readable, unread};
use crate::board::Position;
use crate::notation::{parse_fen, parse_san};

/// More tags than any game has.
const MOST_TAGS: usize = 500;
/// No game is longer: after 75 moves without a capture or a pawn's move it is over.
const MOST_PLIES: usize = 18_000;

/// A game, or part of a file, that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file's name as it was given.
    pub file: String,
    /// The game's number in the file, from 1.
    pub number: usize,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, game {} (line {}): {}",
            self.file, self.number, self.line, self.reason
        )
    }
}

/// The games of a file, in order; `file` is its name for messages.
pub fn games<R: BufRead>(
    file: &str,
    source: R,
) -> impl Iterator<Item = Result<SourceGame, Problem>> + use<R> {
    let file = file.to_owned();
    let mut number = 0;
    let mut line = 0;
    split::games(source).flat_map(move |text| {
        let found = match text {
            Ok(text) => {
                line = text.line;
                read(&text)
            }
            Err(error) => vec![Err(format!(
                "the file ends in an error, and the rest of it is missing: {error}"
            ))],
        };
        let mut out = Vec::with_capacity(found.len());
        for game in found {
            number += 1;
            out.push(match game {
                Ok(game) => Ok(SourceGame {
                    file: file.clone(),
                    number,
                    line,
                    ..game
                }),
                Err(reason) => Err(Problem {
                    file: file.clone(),
                    number,
                    line,
                    reason,
                }),
            });
        }
        out
    })
}

/// The games of a text: several only where they have no tags.
fn read(text: &GameText) -> Vec<Result<SourceGame, String>> {
    if text.is_cut {
        return vec![Err("it is longer than any game can be".to_owned())];
    }
    let readable = readable(&text.bytes);
    // Nothing in a game is longer than the game; more room costs time to clear.
    let room = readable.len();
    let mut reader = Reader::build(readable.as_ref().take(u64::MAX))
        .set_supported_tag_line_length(room)
        .set_supported_comment_length(room)
        .finish();
    let mut found = Vec::new();
    loop {
        match reader.read_game(&mut Collector) {
            Ok(None) => break,
            Ok(Some(draft)) => found.push(draft.finish()),
            Err(error) => {
                found.push(Err(error.to_string()));
                break;
            }
        }
    }
    found
}

#[derive(Default)]
struct Draft {
    tags: Vec<(String, String)>,
    moves: Vec<(SanPlus, String)>,
    /// The first token that should be a move and is none.
    unread: Option<String>,
}

impl Draft {
    fn tag(&self, wanted: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_str())
    }

    fn finish(self) -> Result<SourceGame, String> {
        if let Some(token) = self.unread {
            return Err(format!("'{token}' is not a move"));
        }
        if self.tags.len() > MOST_TAGS {
            return Err(format!("it has more than {MOST_TAGS} tags"));
        }
        if self.moves.len() > MOST_PLIES {
            return Err(format!("it has more than {MOST_PLIES} plies"));
        }
        if let Some(variant) = self.tag("Variant")
            && !is_chess(variant)
        {
            return Err(format!("'{variant}' is not chess or Chess960"));
        }
        let start = match self.tag("FEN").filter(|fen| !fen.is_empty()) {
            Some(fen) => parse_fen(fen).map_err(|error| format!("FEN tag: {error}"))?,
            None => Position::start(),
        };
        let mut position = start.clone();
        let mut plies = Vec::with_capacity(self.moves.len());
        for (index, (san, comment)) in self.moves.into_iter().enumerate() {
            let mv = match san.san {
                pgn_reader::shakmaty::san::San::Null if position.in_check() => {
                    return Err(format!("ply {}: a null move in check", index + 1));
                }
                pgn_reader::shakmaty::san::San::Null => None,
                _ => {
                    let mv = parse_san(&position, &san.to_string());
                    Some(mv.map_err(|error| format!("ply {}: {error}", index + 1))?)
                }
            };
            position = match mv {
                Some(mv) => position.play(mv),
                None => position.play_null(),
            };
            plies.push(Ply {
                mv,
                clock_ms: clock::clock_ms(&comment),
                spent_ms: clock::spent_ms(&comment),
            });
        }
        Ok(SourceGame {
            file: String::new(),
            number: 0,
            line: 0,
            tags: self.tags,
            start,
            plies,
        })
    }
}

fn is_chess(variant: &str) -> bool {
    let name = variant.trim().to_ascii_lowercase();
    let known = [
        "",
        "?",
        "chess",
        "standard",
        "normal",
        "from position",
        "chess960",
        "chess 960",
        "fischerandom",
        "fischerrandom",
        "freestyle",
    ];
    known.contains(&name.as_str())
}

/// UTF-8, or what old files have instead of it.
fn decoded(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    // Control characters would garble reports and terminals.
    text.chars().filter(|c| !c.is_control()).collect()
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
        let name = decoded(name).trim().to_owned();
        // A tag that comes twice would begin another game when written again.
        if draft.tags.len() <= MOST_TAGS && draft.tag(&name).is_none() {
            let value = decoded(&value.decode());
            draft.tags.push((name, value.trim().to_owned()));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, draft: Draft) -> ControlFlow<Draft, Draft> {
        ControlFlow::Continue(draft)
    }

    fn san(&mut self, draft: &mut Draft, ply: SanPlus) -> ControlFlow<Draft> {
        if draft.moves.len() <= MOST_PLIES {
            draft.moves.push((ply, String::new()));
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, draft: &mut Draft, comment: RawComment<'_>) -> ControlFlow<Draft> {
        if let Some(token) = unread(comment.as_bytes()) {
            draft.unread.get_or_insert(token);
        } else if let Some((_, text)) = draft.moves.last_mut() {
            text.push(' ');
            text.push_str(&decoded(comment.as_bytes()));
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Draft) -> ControlFlow<Draft, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, draft: Draft) -> Draft {
        draft
    }
}

#[cfg(test)]
#[path = "source_tests.rs"]
mod tests;

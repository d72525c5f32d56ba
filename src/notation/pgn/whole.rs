//! Whole games from a PGN file: players, result, every move of the main line
//! and what is said about it.

use std::io::{self, Read};
use std::ops::ControlFlow;

use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use super::GameResult;
use crate::board::{Move, Position};
use crate::notation::{parse_fen, parse_san};

/// A game as a PGN file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The `White` tag; empty if there is none.
    pub white: String,
    /// The `Black` tag; empty if there is none.
    pub black: String,
    /// The `Result` tag; none where it says nothing.
    pub result: Option<GameResult>,
    /// Where the game begins.
    pub start: Position,
    /// The moves of the main line, each with the comments after it.
    pub moves: Vec<(Move, String)>,
}

/// The games of a file, one after the other. A game that cannot be read is an
/// error that names its number; reading goes on after it.
pub fn whole_games<R: Read>(source: R) -> impl Iterator<Item = Result<WholeGame, String>> {
    let mut reader = Reader::build(source)
        .set_supported_tag_line_length(4096)
        .set_supported_comment_length(4096)
        .finish();
    let mut number = 0;
    let mut ended = false;
    std::iter::from_fn(move || {
        if ended {
            return None;
        }
        number += 1;
        match reader.read_game(&mut Collector) {
            Ok(None) => None,
            Ok(Some(draft)) => Some(
                draft
                    .finish(number)
                    .map_err(|reason| format!("game {number}: {reason}")),
            ),
            Err(error) => {
                ended = error.kind() != io::ErrorKind::InvalidData;
                Some(Err(format!("game {number}: {error}")))
            }
        }
    })
}

#[derive(Default)]
struct Draft {
    white: String,
    black: String,
    result: String,
    fen: Option<String>,
    moves: Vec<(SanPlus, String)>,
}

impl Draft {
    fn finish(self, number: usize) -> Result<WholeGame, String> {
        let start = match &self.fen {
            Some(fen) => parse_fen(fen).map_err(|error| format!("FEN tag: {error}"))?,
            None => Position::start(),
        };
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(self.moves.len());
        for (san, comment) in self.moves {
            let mv = parse_san(&position, &san.to_string()).map_err(|error| error.to_string())?;
            position = position.play(mv);
            moves.push((mv, comment));
        }
        Ok(WholeGame {
            number,
            white: self.white,
            black: self.black,
            result: match self.result.as_str() {
                "1-0" => Some(GameResult::WhiteWins),
                "0-1" => Some(GameResult::BlackWins),
                "1/2-1/2" => Some(GameResult::Draw),
                _ => None,
            },
            start,
            moves,
        })
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
        let text = || value.decode_utf8_lossy().trim().to_owned();
        match name {
            b"White" => draft.white = text(),
            b"Black" => draft.black = text(),
            b"Result" => draft.result = text(),
            b"FEN" => draft.fen = Some(text()).filter(|fen| !fen.is_empty()),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, draft: Draft) -> ControlFlow<Draft, Draft> {
        ControlFlow::Continue(draft)
    }

    fn san(&mut self, draft: &mut Draft, ply: SanPlus) -> ControlFlow<Draft> {
        draft.moves.push((ply, String::new()));
        ControlFlow::Continue(())
    }

    fn comment(&mut self, draft: &mut Draft, comment: RawComment<'_>) -> ControlFlow<Draft> {
        if let Some((_, text)) = draft.moves.last_mut() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(String::from_utf8_lossy(comment.as_bytes()).trim());
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
mod tests {
    use super::*;

    #[test]
    fn games_come_with_their_comments() {
        let pgn = b"[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n{before} 1. e4 {[%eval 0.25,9]} {more} \
            (1. d4 {not this}) e5 0-1\n\n[White \"x\"]\n\n1. e5 *\n\n\
            [FEN \"k7/8/8/8/8/8/7P/K7 w - - 0 1\"]\n\n1. h4 *\n";
        let games: Vec<_> = whole_games(&pgn[..]).collect();
        let first = games[0].as_ref().unwrap();
        assert_eq!((first.white.as_str(), first.black.as_str()), ("A", "B"));
        assert_eq!(first.result, Some(GameResult::BlackWins));
        let comments: Vec<&str> = first.moves.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(comments, ["[%eval 0.25,9] more", ""]);
        assert!(games[1].as_ref().unwrap_err().starts_with("game 2: "));
        let third = games[2].as_ref().unwrap();
        assert_eq!(
            (third.number, third.result, third.moves.len()),
            (3, None, 1)
        );
        assert_eq!(games.len(), 3);
    }
}

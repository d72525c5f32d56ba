//! How the games of a PGN file begin, for use as openings.

use std::io::{self, Read};
use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawTag, Reader, SanPlus, Skip, Visitor};

use super::summary::GameResult;

use crate::board::{Move, Position};
use crate::notation::{parse_fen, parse_san};

/// The first moves of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Beginning {
    /// Where the game begins.
    pub start: Position,
    /// Its first moves, main line only.
    pub moves: Vec<Move>,
    /// The `Opening` or `ECO` tag.
    pub name: Option<String>,
    /// How the whole game ended: the `Result` tag, or else what stands after
    /// the moves; none where it was not finished, or both say different things.
    pub result: Option<GameResult>,
}

/// The first `plies` moves of every game. A game that cannot be read is an
/// error that names its number; reading the others goes on after it.
pub fn beginnings<R: Read>(
    source: R,
    plies: usize,
) -> impl Iterator<Item = Result<Beginning, String>> {
    let mut reader = Reader::new(source);
    let mut number = 0;
    let mut ended = false;
    std::iter::from_fn(move || {
        if ended {
            return None;
        }
        number += 1;
        match reader.read_game(&mut Collector { plies }) {
            Ok(None) => None,
            Ok(Some(draft)) => Some(
                draft
                    .finish(plies)
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
    fen: Option<String>,
    opening: Option<String>,
    eco: Option<String>,
    moves: Vec<SanPlus>,
    result: Option<String>,
    ending: Option<Outcome>,
}

impl Draft {
    fn finish(self, plies: usize) -> Result<Beginning, String> {
        let start = match &self.fen {
            Some(fen) => parse_fen(fen).map_err(|error| format!("FEN tag: {error}"))?,
            None => Position::start(),
        };
        let mut position = start.clone();
        let mut moves = Vec::new();
        for san in self.moves.iter().take(plies) {
            let mv = parse_san(&position, &san.to_string()).map_err(|error| error.to_string())?;
            position = position.play(mv);
            moves.push(mv);
        }
        Ok(Beginning {
            result: self.result(),
            start,
            moves,
            name: self.opening.or(self.eco),
        })
    }

    fn result(&self) -> Option<GameResult> {
        let after_moves = self.ending.map(GameResult::of);
        let tag = match self.result.as_deref() {
            None => return after_moves.flatten(),
            Some("1-0") => GameResult::WhiteWins,
            Some("0-1") => GameResult::BlackWins,
            Some("1/2-1/2") => GameResult::Draw,
            Some(_) => return None,
        };
        let agrees = after_moves.is_none_or(|after| after == Some(tag));
        agrees.then_some(tag)
    }
}

struct Collector {
    plies: usize,
}

impl Visitor for Collector {
    type Tags = Draft;
    type Movetext = Draft;
    type Output = Draft;

    fn begin_tags(&mut self) -> ControlFlow<Draft, Draft> {
        ControlFlow::Continue(Draft::default())
    }

    fn tag(&mut self, draft: &mut Draft, name: &[u8], value: RawTag<'_>) -> ControlFlow<Draft> {
        let text = || {
            Some(value.decode_utf8_lossy().trim().to_owned())
                .filter(|text| !text.is_empty() && text != "?")
        };
        match name {
            b"FEN" => draft.fen = text(),
            b"Opening" => draft.opening = text(),
            b"ECO" => draft.eco = text(),
            b"Result" => draft.result = text(),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, draft: Draft) -> ControlFlow<Draft, Draft> {
        ControlFlow::Continue(draft)
    }

    fn san(&mut self, draft: &mut Draft, ply: SanPlus) -> ControlFlow<Draft> {
        if draft.moves.len() < self.plies {
            draft.moves.push(ply);
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, draft: &mut Draft, outcome: Outcome) -> ControlFlow<Draft> {
        draft.ending = Some(outcome);
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
    fn beginnings_are_read_and_broken_games_named() {
        let pgn = b"[ECO \"C20\"]\n\n1. e4 {x} e5 (1... c5 2. Nf3) 2. Nf3 1-0\n\n[White \"x\"]\n\n1. e5 *\n\n\
            [FEN \"k7/8/8/8/8/8/7P/K7 w - - 0 1\"]\n\n1. h4 *\n";
        let read: Vec<_> = beginnings(&pgn[..], 2).collect();
        let first = read[0].as_ref().unwrap();
        assert_eq!((first.moves.len(), first.name.as_deref()), (2, Some("C20")));
        assert!(read[1].as_ref().unwrap_err().starts_with("game 2: "));
        assert_eq!(read[2].as_ref().unwrap().moves.len(), 1);
        assert_eq!(read.len(), 3);
        assert_eq!(first.result, Some(GameResult::WhiteWins));
    }

    #[test]
    fn results_come_from_the_tag_or_the_moves() {
        let result = |tag: &str, end: &str| {
            let pgn = format!("[Result \"{tag}\"]\n\n1. e4 {end}\n");
            let game = beginnings(pgn.as_bytes(), 1).next().unwrap().unwrap();
            game.result
        };
        assert_eq!(result("0-1", "0-1"), Some(GameResult::BlackWins));
        assert_eq!(result("?", "1/2-1/2"), Some(GameResult::Draw));
        assert_eq!(result("0-1", "1-0"), None);
        assert_eq!(result("*", "*"), None);
    }
}

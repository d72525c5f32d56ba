//! A line with all its positions: what every sentence is checked on.

use plumb_chess::board::{Move, Position};
use plumb_chess::notation::to_san_line;

/// Legal moves from a position, and the position before and after each.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedLine {
    /// One more than there are moves; the first is where the line begins.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl PlayedLine {
    /// Plays the moves as far as they are legal.
    pub fn new(start: &Position, moves: &[Move]) -> PlayedLine {
        let mut line = PlayedLine {
            positions: vec![start.clone()],
            moves: Vec::with_capacity(moves.len()),
        };
        for &mv in moves {
            if !line.end().is_legal(mv) {
                break;
            }
            let next = line.end().play(mv);
            line.positions.push(next);
            line.moves.push(mv);
        }
        line
    }

    /// Where it begins.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Where it ends.
    pub fn end(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Its moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// All positions, from the start to the end.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Its first so many plies, or all.
    pub fn first(&self, plies: usize) -> PlayedLine {
        let plies = plies.min(self.moves.len());
        PlayedLine {
            positions: self.positions[..=plies].to_vec(),
            moves: self.moves[..plies].to_vec(),
        }
    }

    /// The line without its first so many plies.
    pub fn after(&self, plies: usize) -> PlayedLine {
        let plies = plies.min(self.moves.len());
        PlayedLine {
            positions: self.positions[plies..].to_vec(),
            moves: self.moves[plies..].to_vec(),
        }
    }

    /// The moves as sentences have them, without blanks after numbers:
    /// `41.Rf7+ Ke5 42.Rxf4`.
    pub fn san(&self) -> String {
        to_san_line(self.start(), &self.moves).replace(". ", ".")
    }
}

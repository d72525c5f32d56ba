//! The lines of `epd/motifs.epd`, from puzzles, and of `epd/motifs_hand.epd`, made here.

use std::collections::BTreeSet;

use plumb_chess::board::{Color, Move, Position, Square};
use plumb_chess::notation::{epd_lines, parse_san};
use plumb_coach::explain::{MotifFinding, find_motifs, find_motifs_after};

use plumb_testing::positions::{flipped, flipped_move};

/// A line, the motifs that it has and those that a naive detector would see in it.
pub struct Case {
    /// Its file and line there, for messages.
    pub name: String,
    /// Before the opponent's move, if the line has one.
    pub before: Position,
    pub reply: Option<Move>,
    pub line: Vec<Move>,
    pub hits: BTreeSet<String>,
    pub misses: BTreeSet<String>,
}

impl Case {
    pub fn all() -> Vec<Case> {
        let puzzles = include_str!("../../../../epd/motifs.epd");
        let mut cases = Case::read("motifs.epd", puzzles);
        cases.extend(Case::made_here());
        cases
    }

    /// Those that were made for these tests, whatever puzzles and their labels say.
    pub fn made_here() -> Vec<Case> {
        Case::read(
            "motifs_hand.epd",
            include_str!("../../../../epd/motifs_hand.epd"),
        )
    }

    fn read(file: &str, text: &str) -> Vec<Case> {
        epd_lines(text)
            .map(|line| {
                let (number, epd) = line.unwrap();
                let name = format!("{file}, line {number}");
                let words = |opcode| epd.operands(opcode).unwrap_or_default().to_vec();
                let mut position = epd.position.clone();
                let mut moves: Vec<Move> = Vec::new();
                for word in words("pm").iter().chain(&words("pv")) {
                    let mv = parse_san(&position, word)
                        .unwrap_or_else(|error| panic!("{name}: {word}: {error}"));
                    position = position.play(mv);
                    moves.push(mv);
                }
                let line = moves.split_off(words("pm").len());
                Case {
                    name,
                    before: epd.position.clone(),
                    reply: moves.first().copied(),
                    line,
                    hits: words("hit").into_iter().collect(),
                    misses: words("miss").into_iter().collect(),
                }
            })
            .collect()
    }

    pub fn start(&self) -> Position {
        match self.reply {
            Some(reply) => self.before.play(reply),
            None => self.before.clone(),
        }
    }

    pub fn findings(&self) -> Vec<MotifFinding> {
        match self.reply {
            Some(reply) => find_motifs_after(&self.before, reply, &self.line),
            None => find_motifs(&self.before, &self.line),
        }
    }

    /// The same with colours exchanged.
    pub fn mirrored(&self) -> Case {
        let moves = |moves: &[Move]| moves.iter().map(|&mv| flipped_move(mv)).collect();
        Case {
            name: self.name.clone(),
            before: flipped(&self.before),
            reply: self.reply.map(flipped_move),
            line: moves(&self.line),
            hits: self.hits.clone(),
            misses: self.misses.clone(),
        }
    }
}

pub fn mirrored_square(square: Square) -> Square {
    square.relative_to(Color::Black)
}

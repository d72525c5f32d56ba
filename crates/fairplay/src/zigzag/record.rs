//! What the zig-zag procedure finds out about one move, as plain data.
//!
//! Scores are from the side of the player who made the move, depths in plies,
//! moves coordinates as in `MoveRecord`. Whether a move matches, and at which
//! depths, is in what SLM (one line) says; what a match or a miss is worth is in
//! what MLM (several lines) says; the two are never mixed.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::records::{ListedMove, Value};
use plumb_support::wording::{say, text};

/// The end of one round of the search for one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SingleRound {
    /// The round.
    pub depth: u32,
    /// The move that was first.
    pub mv: String,
    /// Its score.
    pub score: Value,
}

/// The end of one round of the search for several lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MultiRound {
    /// The round.
    pub depth: u32,
    /// The moves and their scores, in the engine's order.
    pub moves: Vec<(String, Value)>,
}

impl MultiRound {
    /// The score of a move, where it was listed.
    pub fn score(&self, mv: &str) -> Option<Value> {
        let (_, score) = self.moves.iter().find(|(listed, _)| listed == mv)?;
        Some(*score)
    }
}

/// Where the settings were departed from, or could not be kept to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// The game begins here: there was no previous move to fill the table with.
    NoWarmUp,
    /// Lines that lose outright were left out: so many stayed.
    LinesLowered(usize),
    /// SLM was quick and went to this depth instead.
    DepthRaised(u32),
    /// SLM ended before its depth, at this one: the engine saw no use in going on.
    SingleShort(u32),
    /// MLM ended before its depth, at this one.
    MultiShort(u32),
    /// The played move was not among the lines. Its score is from a search for it
    /// alone, away from the table of the run.
    PlayedApart,
}

/// For readers.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::NoWarmUp => f.write_str(text!(zigzag_note.no_warm_up)),
            Note::LinesLowered(lines) => f.write_str(&say!(zigzag_note.lines_lowered, lines)),
            Note::DepthRaised(depth) => f.write_str(&say!(zigzag_note.depth_raised, depth)),
            Note::SingleShort(depth) => f.write_str(&say!(zigzag_note.single_short, depth)),
            Note::MultiShort(depth) => f.write_str(&say!(zigzag_note.multi_short, depth)),
            Note::PlayedApart => f.write_str(text!(zigzag_note.played_apart)),
        }
    }
}

/// The leader of SLM where MLM was less deep: its score may still be that of the
/// deeper search, so that differences from it are skewed. This makes findings
/// weaker, never stronger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leader {
    /// The move.
    pub mv: String,
    /// It has the very score of SLM.
    pub is_kept: bool,
    /// By how much the best of MLM is ahead of it, in centipawns: above 0 a full
    /// match has a negative difference.
    pub behind_cp: Option<i32>,
}

/// One position of a zig-zag run and the move that was made there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZigzagRecord {
    /// Plies of the game before the move.
    pub ply: usize,
    /// It only filled the table: nothing of it is to be used.
    pub warm_up: bool,
    /// The move that was made.
    pub played: String,
    /// How many moves were legal.
    pub legal: usize,
    /// The depth that SLM reached.
    pub d: u32,
    /// The depth that MLM reached with all its lines.
    pub d_l: u32,
    /// Each round of SLM, in order.
    pub single: Vec<SingleRound>,
    /// For each depth from 1 on: `1` where the played move was first in SLM at the
    /// end of that round, else `0`, `-` where there was no such round; as many as `d`.
    pub first_at: String,
    /// The depths at which the first move was another one than before.
    pub changes: Vec<u32>,
    /// The depth from which the last first move stayed it.
    pub settled_depth: u32,
    /// How far SLM's score went up and down from its first counted round on, in
    /// centipawns: differences from round to round, all taken as positive.
    pub swing_cp: i32,
    /// MLM at the end of round `d_min`, before SLM began; none for the warm-up.
    pub approach: Option<MultiRound>,
    /// Each round of MLM after SLM, in order, those below `d_min` too.
    pub multi: Vec<MultiRound>,
    /// The moves at the last round of MLM, best first, the played move always
    /// among them.
    pub listed: Vec<ListedMove>,
    /// The played move's score at the last round of MLM less that at the first
    /// counted one that lists it, in centipawns: above 0 its worth shows only
    /// deeper. None where it was not listed.
    pub played_swing_cp: Option<i32>,
    /// Present where MLM was less deep than SLM.
    pub leader: Option<Leader>,
    /// Departures from the settings.
    pub notes: Vec<Note>,
    /// Nodes of all searches here.
    pub nodes: u64,
}

impl ZigzagRecord {
    /// The move that SLM ended with.
    pub fn choice(&self) -> Option<&str> {
        self.single.last().map(|round| round.mv.as_str())
    }

    /// Whether the played move was first in SLM at the end of this round; none if
    /// there was no such round.
    pub fn was_first_at(&self, depth: u32) -> Option<bool> {
        let index = usize::try_from(depth.checked_sub(1)?).ok()?;
        match self.first_at.as_bytes().get(index)? {
            b'1' => Some(true),
            b'0' => Some(false),
            _ => None,
        }
    }

    /// Best less played at the last round of MLM, in centipawns; never negative.
    pub fn loss_cp(&self) -> Option<i32> {
        let played = self.listed.iter().find(|one| one.mv == self.played)?;
        Some(self.listed.first()?.score.level_cp() - played.score.level_cp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_short_in_json() {
        let notes = [Note::NoWarmUp, Note::LinesLowered(3), Note::DepthRaised(16)];
        let text = serde_json::to_string(&notes).unwrap();
        assert_eq!(
            text,
            r#"["no_warm_up",{"lines_lowered":3},{"depth_raised":16}]"#
        );
        assert_eq!(serde_json::from_str::<Vec<Note>>(&text).unwrap(), notes);
    }
}

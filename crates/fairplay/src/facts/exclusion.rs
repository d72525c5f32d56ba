//! Why a move is not counted: a closed list, each reason with its name, a
//! sentence for readers and one character for the trace of a game.
//!
//! Which reasons a rule set knows is decided in `rules`.

use serde::{Serialize, Serializer};

use plumb_support::wording::text_in;

/// Why a move is not counted. A move has one reason, the first in this order
/// that its rule set knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Exclusion {
    /// Known theory: the position had been played before, or a book has it.
    Book,
    /// Among the first plies of the game, whether a book has it or not.
    Opening,
    /// The whole game is too short to say anything.
    TooFewMoves,
    /// The position was in a tablebase: knowledge, not play.
    Tablebase,
    /// The position had been on the board before in this game.
    Repetition,
    /// There is no engine's record of the move, or the record is incomplete: it has no first
    /// choice, does not list the played move, or (for all rule sets but Barnes) never looked at
    /// what the move lost.
    Unknown,
    /// There was no other legal move.
    OnlyMove,
    /// The move kept or began a forced mate.
    MateFound,
    /// There was a forced mate, and the move let it go.
    MateMissed,
    /// The player was being mated, whatever he played.
    MateSuffered,
    /// The move allowed a forced mate that another would have prevented.
    MateAllowed,
    /// One move was better than all others by a wide margin.
    Forced,
    /// One side was winning already.
    Decided,
}

impl Exclusion {
    /// All of them, in their order.
    pub const ALL: [Exclusion; 13] = [
        Exclusion::Book,
        Exclusion::Opening,
        Exclusion::TooFewMoves,
        Exclusion::Tablebase,
        Exclusion::Repetition,
        Exclusion::Unknown,
        Exclusion::OnlyMove,
        Exclusion::MateFound,
        Exclusion::MateMissed,
        Exclusion::MateSuffered,
        Exclusion::MateAllowed,
        Exclusion::Forced,
        Exclusion::Decided,
    ];

    /// Its name in output.
    pub fn key(self) -> &'static str {
        match self {
            Exclusion::Book => "book",
            Exclusion::Opening => "opening",
            Exclusion::TooFewMoves => "too_few_moves",
            Exclusion::Tablebase => "tablebase",
            Exclusion::Repetition => "repetition",
            Exclusion::Unknown => "unknown",
            Exclusion::OnlyMove => "only_move",
            Exclusion::MateFound => "mate_found",
            Exclusion::MateMissed => "mate_missed",
            Exclusion::MateSuffered => "mate_suffered",
            Exclusion::MateAllowed => "mate_allowed",
            Exclusion::Forced => "forced",
            Exclusion::Decided => "decided",
        }
    }

    /// What it means, for a reader.
    pub fn sentence(self) -> &'static str {
        text_in("exclusion", self.key())
    }

    /// The same in a word or two.
    pub fn words(self) -> &'static str {
        text_in("left_out", self.key())
    }

    /// Its character in the trace of a game.
    pub fn letter(self) -> char {
        match self {
            Exclusion::Book => 'b',
            Exclusion::Opening => 'o',
            Exclusion::TooFewMoves => 'g',
            Exclusion::Tablebase => 't',
            Exclusion::Repetition => 'r',
            Exclusion::Unknown => 'u',
            Exclusion::OnlyMove => '1',
            Exclusion::MateFound => 'M',
            Exclusion::MateMissed => 'm',
            Exclusion::MateSuffered => 's',
            Exclusion::MateAllowed => 'a',
            Exclusion::Forced => 'f',
            Exclusion::Decided => 'd',
        }
    }

    /// It is about a mate, which is reported apart.
    pub fn is_mate(self) -> bool {
        matches!(
            self,
            Exclusion::MateFound
                | Exclusion::MateMissed
                | Exclusion::MateSuffered
                | Exclusion::MateAllowed
        )
    }
}

impl Serialize for Exclusion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

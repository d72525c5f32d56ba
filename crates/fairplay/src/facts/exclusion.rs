//! Why a move is not counted: a closed list, each reason with its name, a
//! sentence for readers and one character for the trace of a game.
//!
//! Which reasons a rule set knows is decided in `rules`.

use serde::{Serialize, Serializer};

use plumb_support::wording::text;

macro_rules! exclusions {
    ($($(#[$doc:meta])* $exclusion:ident $key:ident $letter:literal;)*) => {
        /// Why a move is not counted. A move has one reason, the first in this order
        /// that its rule set knows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Exclusion { $($(#[$doc])* $exclusion,)* }

        impl Exclusion {
            /// All of them, in their order.
            pub const ALL: [Exclusion; 13] = [$(Exclusion::$exclusion,)*];

            /// Its name in output.
            pub const fn key(self) -> &'static str {
                match self { $(Exclusion::$exclusion => stringify!($key),)* }
            }

            /// What it means, for a reader.
            pub const fn sentence(self) -> &'static str {
                match self { $(Exclusion::$exclusion => text!(exclusion.$key),)* }
            }

            /// The same in a word or two.
            pub const fn words(self) -> &'static str {
                match self { $(Exclusion::$exclusion => text!(left_out.$key),)* }
            }

            /// Its character in the trace of a game.
            pub const fn letter(self) -> char {
                match self { $(Exclusion::$exclusion => $letter,)* }
            }
        }
    };
}

exclusions! {
    /// Known theory: the position had been played before, or a book has it.
    Book book 'b';
    /// Among the first plies of the game, whether a book has it or not.
    Opening opening 'o';
    /// The whole game is too short to say anything.
    TooFewMoves too_few_moves 'g';
    /// The position was in a tablebase: knowledge, not play.
    Tablebase tablebase 't';
    /// The position had been on the board before in this game.
    Repetition repetition 'r';
    /// There is no engine's record of the move, or the record is incomplete: it has no first
    /// choice, does not list the played move, or (for all rule sets but Barnes) never looked at
    /// what the move lost.
    Unknown unknown 'u';
    /// There was no other legal move.
    OnlyMove only_move '1';
    /// The move kept or began a forced mate.
    MateFound mate_found 'M';
    /// There was a forced mate, and the move let it go.
    MateMissed mate_missed 'm';
    /// The player was being mated, whatever he played.
    MateSuffered mate_suffered 's';
    /// The move allowed a forced mate that another would have prevented.
    MateAllowed mate_allowed 'a';
    /// One move was better than all others by a wide margin.
    Forced forced 'f';
    /// One side was winning already.
    Decided decided 'd';
}

impl Exclusion {
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

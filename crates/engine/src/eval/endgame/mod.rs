//! Endgames: driving a king to his mate, and how much of an advantage can be
//! won at all.
//!
//! `drive` counts terms like any other rule. `scale` says how many 128ths are
//! left of a score, and why: first `special`, which knows endings by their
//! exact material and hands them to `pawn`, `bishop`, `rook` and `queen`, then
//! rules for any ending. `kpk` knows king and pawn against king exactly.
//! `scale` and what it asks never add to a score, they only leave a part of it; parts
//! that are not exact are settings in the table.

mod bishop;
mod drive;
mod kpk;
mod pawn;
mod queen;
mod rook;
mod runner;
mod scale;
mod special;

pub(super) use drive::{hunter, rules};
pub(super) use scale::scale;

/// How many 128ths are left of a score, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Of the endgame half, before the halves are blended.
    pub endgame: i32,
    /// Of the whole score, at the end.
    pub whole: i32,
    /// What kind of endgame it is.
    pub reason: ScaleReason,
}

macro_rules! reasons {
    ($($(#[doc = $doc:literal])* $reason:ident $sentence:literal;)*) => {
        /// Why an advantage is worth less, or nothing.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ScaleReason { $($(#[doc = $doc])* $reason,)* }

        impl ScaleReason {
            /// Every reason.
            pub const ALL: &[ScaleReason] = &[$(ScaleReason::$reason,)*];

            /// What an account says.
            pub const fn sentence(self) -> &'static str {
                match self { $(ScaleReason::$reason => $sentence,)* }
            }
        }
    };
}

reasons! {
    /// It is worth what it says.
    None "no endgame rule";
    /// Neither side can ever mate.
    NoMatingMaterial "no material to force mate with";
    /// The stronger side has no pawn and too small an edge in pieces.
    NoPawns "no pawn and too small an edge in pieces";
    /// King and pawn against king, by exact knowledge.
    PawnEndingDrawn "this king and pawn ending is drawn";
    /// A pawn each, and the stronger one would not even win alone.
    DrawnWithoutTheirPawn "this pawn would not win even without the enemy's pawn";
    /// Rook's pawns, and the defending king holds their corner.
    RookPawns "rook's pawns and the king holds their corner";
    /// The last pawn is stopped by a king whom a bishop cannot drive away.
    Blockade "the king stands before the last pawn where he cannot be driven away";
    /// A minor piece each and one pawn.
    LastPawn "the last pawn can be bought with a piece";
    /// Two knights against pawns.
    TwoKnights "two knights can only mate while the enemy has a pawn to move";
    /// Bishops of opposite colours.
    OppositeBishops "opposite-coloured bishops";
    /// A rook against a far advanced pawn.
    RookAgainstPawn "the pawn is too far advanced for the rook alone";
    /// A rook against a minor piece.
    RookAgainstMinor "a rook seldom beats a lone minor piece";
    /// King on the queening square, rook on the sixth rank, pawn not there yet.
    Philidor "the rook on the sixth rank keeps the king from his pawn (Philidor)";
    /// King on the queening square, rook behind for checks.
    ChecksFromBehind "rook checks from behind hold the pawn";
    /// The rook stands before its own rook's pawn.
    RookBeforePawn "the rook is tied up before its rook's pawn";
    /// The king stands in the pawn's way in a rook ending.
    KingBeforePawn "the king stands before the pawn in a rook ending";
    /// Rooks, and all pawns near each other.
    OneWing "a rook ending with all pawns on one wing";
    /// A queen against a pawn on the seventh rank.
    QueenAgainstPawn "the queen cannot stop this pawn without her king";
    /// Rook and pawn guard each other against a queen.
    QueenFortress "rook and pawn hold a fortress against the queen";
    /// Few pawns left to win with.
    FewPawns "few pawns left to win with";
}

/// A score that is left as it is.
const FULL: i32 = 128;

/// Worth what it says.
const UNCHANGED: Scale = whole(FULL, ScaleReason::None);

const fn whole(whole: i32, reason: ScaleReason) -> Scale {
    Scale {
        endgame: FULL,
        whole,
        reason,
    }
}

fn endgame(endgame: i32, reason: ScaleReason) -> Scale {
    Scale {
        endgame: endgame.min(FULL),
        whole: FULL,
        reason,
    }
}

//! Every term of the evaluation, declared once.
//!
//! One line names a term, its key in `tables/eval.toml`, how its weights are
//! counted off (its slots) and what it says to a player. The enum, the table's
//! shape, the account and the tuner's columns follow from that line. To add a
//! term: a line here, a weight in the table, and an `acc.add(...)` in the rule.

use std::fmt;

/// How a term's weights are counted off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slots {
    /// One weight.
    One,
    /// The second to the seventh rank, as the owner sees them: six.
    Ranks,
    /// None, then the second to the seventh rank: seven.
    RankOrNone,
    /// The 64 squares as White sees a diagram: a8 first, h1 last.
    Squares,
    /// One weight for each whole number from the first to the last.
    From(u8, u8),
    /// Kinds of piece or other cases, by name.
    Named(&'static [&'static str]),
}

impl Slots {
    /// How many weights there are.
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(self) -> usize {
        match self {
            Slots::One => 1,
            Slots::Ranks => 6,
            Slots::RankOrNone => 7,
            Slots::Squares => 64,
            Slots::From(first, last) => (last - first) as usize + 1,
            Slots::Named(names) => names.len(),
        }
    }

    /// What one slot stands for: `e4`, `rank 5`, `3`, `queen`; empty when
    /// there is only one.
    pub fn label(self, slot: usize) -> String {
        match self {
            Slots::One => String::new(),
            Slots::Ranks => format!("rank {}", slot + 2),
            Slots::RankOrNone if slot == 0 => "none".to_owned(),
            Slots::RankOrNone => format!("rank {}", slot + 1),
            Slots::Squares => crate::board::Square::new(slot ^ 56).to_string(),
            Slots::From(first, _) => (first as usize + slot).to_string(),
            Slots::Named(names) => names.get(slot).copied().unwrap_or_default().to_owned(),
        }
    }
}

impl fmt::Display for Slots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slots::One => f.write_str("one"),
            Slots::Ranks => f.write_str("ranks 2 to 7"),
            Slots::RankOrNone => f.write_str("none, then ranks 2 to 7"),
            Slots::Squares => f.write_str("8 rows of 8, rank 8 first, as White sees them"),
            Slots::From(first, last) => write!(f, "{first} to {last}"),
            Slots::Named(names) => f.write_str(&names.join(", ")),
        }
    }
}

struct Declaration {
    group: Group,
    key: &'static str,
    slots: Slots,
    sentence: &'static str,
}

macro_rules! terms {
    ($($group:ident $group_key:literal $title:literal {
        $($term:ident $key:literal $slots:expr, $sentence:literal;)*
    })*) => {
        /// The parts of the evaluation that players talk about as one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Group { $(#[doc = $title] $group,)* }

        impl Group {
            /// Every group, in the order of the table.
            pub const ALL: &[Group] = &[$(Group::$group,)*];

            /// The name of its section in the table.
            pub const fn key(self) -> &'static str {
                match self { $(Group::$group => $group_key,)* }
            }

            /// What an account calls it.
            pub const fn title(self) -> &'static str {
                match self { $(Group::$group => $title,)* }
            }
        }

        /// One reason for a score, named as players name it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Term { $($(#[doc = $sentence] $term,)*)* }

        const DECLARED: &[Declaration] = &[$($(Declaration {
            group: Group::$group,
            key: $key,
            slots: $slots,
            sentence: $sentence,
        },)*)*];

        impl Term {
            /// Every term, in the order of the table.
            pub const ALL: &[Term] = &[$($(Term::$term,)*)*];
        }
    };
}

const PIECES: Slots = Slots::Named(&["pawn", "knight", "bishop", "rook", "queen"]);
const OFFICERS: Slots = Slots::Named(&["knight", "bishop", "rook", "queen"]);
const OPPOSED: Slots = Slots::Named(&["opposed", "on a half-open file"]);

// King danger stays last: the accumulator tells its terms by their place.
terms! {
    Material "material" "Material" {
        PieceValue "piece_value" PIECES, "A piece is worth so many centipawns before anything else is known.";
        BishopPair "bishop_pair" Slots::One, "Two bishops cover squares of both colours and help each other.";
    }
    PieceSquares "piece_squares" "Piece squares" {
        PawnSquare "pawn" Slots::Squares, "A pawn belongs on some squares more than on others.";
        KnightSquare "knight" Slots::Squares, "A knight is strong in the centre and dim on the rim.";
        BishopSquare "bishop" Slots::Squares, "A bishop likes long diagonals and safe homes.";
        RookSquare "rook" Slots::Squares, "A rook likes the central files and the far ranks.";
        QueenSquare "queen" Slots::Squares, "A queen is best placed near the enemy without being in his reach.";
        KingSquare "king" Slots::Squares, "A king hides in the corner first and walks to the centre when few pieces are left.";
    }
    Pawns "pawns" "Pawns" {
        IsolatedPawn "isolated" OPPOSED, "A pawn without a fellow on the files beside it must be guarded by pieces.";
        DoubledPawn "doubled" Slots::One, "A pawn stands behind its fellow on the same file.";
        BackwardPawn "backward" OPPOSED, "A pawn has stayed behind its fellows and cannot safely catch up.";
        Phalanx "phalanx" Slots::Ranks, "A pawn stands side by side with another and controls the squares ahead.";
        SupportedPawn "supported" Slots::Ranks, "A pawn is guarded by another pawn.";
        PawnIsland "island" Slots::One, "Each separate group of pawns needs care of its own.";
        CandidatePawn "candidate" Slots::Ranks, "A pawn with no enemy pawn ahead can become a passed pawn by exchanges.";
    }
    Passed "passed" "Passed pawns" {
        PassedPawn "passed" Slots::Ranks, "No enemy pawn can stop a passed pawn any more.";
        ProtectedPassed "protected" Slots::Ranks, "A passed pawn that another pawn guards.";
        ConnectedPassed "connected" Slots::Ranks, "Two passed pawns on neighbouring files push each other on.";
        BlockedPassed "blocked" Slots::Ranks, "An enemy piece stands right in a passed pawn's way.";
        SafeAdvance "safe_advance" Slots::Ranks, "A passed pawn may step forward without being attacked there.";
        FreePath "free_path" Slots::Ranks, "The whole way to promotion is empty and unattacked.";
        OwnKingNear "own_king_near" Slots::Ranks, "Each step of the own king towards the square before a passed pawn (of five that count).";
        EnemyKingFar "enemy_king_far" Slots::Ranks, "Each step that keeps the enemy king from the square before a passed pawn (up to five).";
        RookBehindPassed "rook_behind" Slots::One, "A rook or queen behind its own passed pawn grows stronger with every step.";
        EnemyRookBehindPassed "enemy_rook_behind" Slots::One, "An enemy rook or queen behind a passed pawn ties it down.";
        UnstoppablePawn "unstoppable" Slots::One, "The enemy king, left without pieces, is too late to catch this pawn.";
    }
    Mobility "mobility" "Mobility" {
        KnightMobility "knight" Slots::From(0, 8), "How many safe squares a knight can go to.";
        BishopMobility "bishop" Slots::From(0, 13), "How many safe squares a bishop can go to.";
        RookMobility "rook" Slots::From(0, 14), "How many safe squares a rook can go to.";
        QueenMobility "queen" Slots::From(0, 27), "How many safe squares a queen can go to.";
    }
    Pieces "pieces" "Pieces" {
        KnightOutpost "knight_outpost" Slots::One, "A knight stands guarded in enemy land where no pawn can drive it off.";
        BishopOutpost "bishop_outpost" Slots::One, "A bishop stands guarded in enemy land where no pawn can drive it off.";
        OutpostInReach "outpost_in_reach" Slots::One, "A knight can jump to an outpost.";
        MinorBehindPawn "minor_behind_pawn" Slots::One, "A knight or bishop is sheltered by a pawn right in front of it.";
        BadBishop "bad_bishop" Slots::One, "Each own pawn on the colour of a bishop's squares is in its way.";
        BishopBlockedCentre "bishop_blocked_centre" Slots::One, "Each blocked central pawn makes own pawns on the bishop's colour a lasting evil.";
        LongDiagonal "long_diagonal" Slots::One, "A bishop sees both central squares of a long diagonal past the pawns.";
        RookOpenFile "rook_open_file" Slots::One, "A rook stands on a file without pawns.";
        RookHalfOpenFile "rook_half_open_file" Slots::One, "A rook stands on a file without own pawns and aims at an enemy one.";
        RookOnSeventh "rook_on_seventh" Slots::One, "A rook on the seventh rank eats pawns or holds the king back.";
        TrappedRook "trapped_rook" Slots::Named(&["may castle", "castling lost"]), "The own king shuts a rook in on his side of the board.";
    }
    King "king" "King's shelter" {
        ShelterOnKingFile "shelter_on_king_file" Slots::RankOrNone, "Where the nearest own pawn before the king stands on his own file.";
        ShelterBeside "shelter_beside" Slots::RankOrNone, "Where the nearest own pawn stands on a file beside the king.";
        StormOnKingFile "storm_on_king_file" Slots::RankOrNone, "How near an enemy pawn has come on the king's own file (ranks as the king's side counts).";
        StormBeside "storm_beside" Slots::RankOrNone, "How near an enemy pawn has come on a file beside the king.";
        BlockedStorm "blocked_storm" Slots::RankOrNone, "An advanced enemy pawn runs into a pawn of the king's shelter.";
        CastlingRight "castling_right" Slots::One, "Each wing to which castling is still allowed.";
    }
    Threats "threats" "Threats" {
        ThreatByPawn "by_pawn" OFFICERS, "A pawn that stands safely attacks a piece.";
        ThreatByMinor "by_minor" PIECES, "A knight or bishop attacks something weak or something bigger.";
        ThreatByRook "by_rook" PIECES, "A rook attacks something that is not well guarded.";
        ThreatByKing "by_king" Slots::One, "The king attacks something that is not well guarded.";
        HangingPiece "hanging" Slots::One, "An attacked piece is not guarded, or attacked twice and badly guarded.";
        PawnPushThreat "pawn_push" Slots::One, "A pawn can step forward safely and will then attack a piece.";
        RestrictedSquare "restricted" Slots::One, "A square the enemy wants to use is under our control as well.";
    }
    Space "space" "Space" {
        SpaceSquare "safe_square" Slots::One, "A safe square behind or between the central pawns while many pieces are on the board.";
    }
    Endgame "endgame" "Endgames" {
        LoneKingCornered "lone_king_cornered" Slots::From(0, 6), "A lone king is mated at the edge, best in a corner: how many files and ranks he is away from the edges.";
        LoneKingRightCorner "lone_king_right_corner" Slots::From(0, 7), "Bishop and knight mate in a corner of the bishop's colour: how many files and ranks the king is away from it.";
        KingsTogether "kings_together" Slots::From(1, 7), "The attacking king must help: how many steps the kings are apart.";
        MateIsForced "mate_is_forced" Slots::One, "A lone king against pieces that can force mate is lost: only the mate remains to be shown.";
        HuntedKingCornered "hunted_king_cornered" Slots::From(0, 6), "A king with one piece left and no pawn is hunted to the edge: how many files and ranks he is away from the edges.";
        KnightAstray "knight_astray" Slots::From(1, 7), "A knight far from its king is caught by a rook or queen: how many steps they are apart.";
        WonPawnEnding "won_pawn_ending" Slots::Ranks, "King and pawn against king, and won whatever the defender does.";
    }
    KingDanger "king_danger" "King danger" {
        DangerBase "base" Slots::One, "What a king without trouble starts from, so that the first attacker alone means little.";
        RingAttacker "attacker" OFFICERS, "An enemy piece aims at the squares around the king.";
        RingAttack "ring_attack" Slots::One, "An attack on a square right beside the king.";
        WeakRingSquare "weak_square" Slots::One, "An attacked square near the king is guarded by nobody but king and queen.";
        SafeCheck "safe_check" OFFICERS, "A square from which an enemy piece can safely give check (up to two count).";
        UnsafeCheck "unsafe_check" Slots::One, "A check that would cost the piece but forces matters.";
        PinnedDefender "pinned" Slots::One, "A piece cannot move without exposing the king.";
        QueenGone "no_queen" Slots::One, "The attacker has no queen.";
        KnightDefender "knight_defender" Slots::One, "A knight guards the king's surroundings.";
        MissingShelter "missing_shelter" Slots::One, "A file at or beside the king without an own pawn in front of him.";
        NoFlight "no_flight" Slots::One, "The king has no safe square to go to.";
    }
}

const FIRST_DANGER: u8 = Term::DangerBase as u8;

const OFFSETS: [u16; DECLARED.len() + 1] = {
    let mut offsets = [0; DECLARED.len() + 1];
    let mut index = 0;
    while index < DECLARED.len() {
        offsets[index + 1] = offsets[index] + DECLARED[index].slots.len() as u16;
        index += 1;
    }
    offsets
};

/// The number of weights of all terms together.
pub const WEIGHT_COUNT: usize = OFFSETS[DECLARED.len()] as usize;

impl Term {
    /// The part of the evaluation it belongs to.
    pub const fn group(self) -> Group {
        DECLARED[self as usize].group
    }

    /// Its key within its group's section of the table.
    pub const fn key(self) -> &'static str {
        DECLARED[self as usize].key
    }

    /// Its full key in the table: `pawns.isolated`.
    pub fn path(self) -> String {
        format!("{}.{}", self.group().key(), self.key())
    }

    /// How its weights are counted off.
    pub const fn slots(self) -> Slots {
        DECLARED[self as usize].slots
    }

    /// What it says, for a club player.
    pub const fn sentence(self) -> &'static str {
        DECLARED[self as usize].sentence
    }

    /// The place of its first weight among all weights.
    #[inline]
    pub const fn offset(self) -> usize {
        OFFSETS[self as usize] as usize
    }

    /// True when its weights are danger points of a king, which count through
    /// the danger curve, instead of centipawns.
    #[inline]
    pub const fn is_danger(self) -> bool {
        self as u8 >= FIRST_DANGER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_consistent() {
        let mut paths: Vec<String> = Term::ALL.iter().map(|term| term.path()).collect();
        for &term in Term::ALL {
            assert_eq!(term.is_danger(), term.group() == Group::KingDanger);
            assert!(term.sentence().ends_with('.'), "{}", term.path());
            for slot in 0..term.slots().len() {
                assert_eq!(
                    term.slots().label(slot).is_empty(),
                    term.slots() == Slots::One
                );
            }
        }
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), Term::ALL.len());
        assert_eq!(Slots::Squares.label(0), "a8");
        assert_eq!(Slots::From(1, 7).label(6), "7");
    }
}

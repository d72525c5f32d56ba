//! Every term of the evaluation, declared once.
//!
//! One line names a term, its key in `tables/eval.toml`, how its weights are
//! counted off (its slots) and what it says to a player. The enum, the table's
//! shape, the account and the tuner's columns follow from that line. To add a
//! term: a line here, a weight in the table, and an `acc.add(...)` in the rule.

use super::slots::Slots;

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

const PIECE_NAMES: &[&str] = &["pawn", "knight", "bishop", "rook", "queen"];
const OFFICER_NAMES: &[&str] = &["knight", "bishop", "rook", "queen"];
const TURN: &[&str] = &["on the move", "not on the move"];
const FILES: &[&str] = &["a or h", "b or g", "c or f", "d or e"];
const RANKS: &[&str] = &["rank 2", "rank 3", "rank 4", "rank 5", "rank 6", "rank 7"];
const STEPS: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7"];
const OPPOSED: &[&str] = &["opposed", "on a half-open file"];

const PIECES: Slots = Slots::Named(PIECE_NAMES);
const OFFICERS: Slots = Slots::Named(OFFICER_NAMES);
const PIECES_BY_TURN: Slots = Slots::Grid(PIECE_NAMES, TURN);
const OFFICERS_BY_TURN: Slots = Slots::Grid(OFFICER_NAMES, TURN);
const BY_TURN: Slots = Slots::Named(TURN);
const RANKS_BY_TURN: Slots = Slots::Grid(RANKS, TURN);
const RANKS_BY_STEPS: Slots = Slots::Grid(RANKS, STEPS);
const PAWN_PAIR: Slots = Slots::Grid(
    RANKS,
    &[
        "same file, rank 2",
        "same file, rank 3",
        "same file, rank 4",
        "same file, rank 5",
        "same file, rank 6",
        "same file, rank 7",
        "next file, rank 2",
        "next file, rank 3",
        "next file, rank 4",
        "next file, rank 5",
        "next file, rank 6",
        "next file, rank 7",
        "two files away, rank 2",
        "two files away, rank 3",
        "two files away, rank 4",
        "two files away, rank 5",
        "two files away, rank 6",
        "two files away, rank 7",
    ],
);
const IMBALANCE: Slots = Slots::Named(&[
    "pawn and pawn",
    "knight and pawn",
    "knight and knight",
    "bishop and pawn",
    "bishop and knight",
    "bishop and bishop",
    "rook and pawn",
    "rook and knight",
    "rook and bishop",
    "rook and rook",
    "queen and pawn",
    "queen and knight",
    "queen and bishop",
    "queen and rook",
    "queen and queen",
    "knight against pawn",
    "bishop against pawn",
    "bishop against knight",
    "rook against pawn",
    "rook against knight",
    "rook against bishop",
    "queen against pawn",
    "queen against knight",
    "queen against bishop",
    "queen against rook",
]);

// King danger stays last: the accumulator tells its terms by their place.
terms! {
    Material "material" "Material" {
        PieceValue "piece_value" PIECES, "A piece is worth so many centipawns before anything else is known.";
        BishopPair "bishop_pair" Slots::One, "Two bishops cover squares of both colours and help each other.";
        Imbalance "imbalance" IMBALANCE, "Where material differs, some pieces work well together or against what the enemy has.";
    }
    PieceSquares "piece_squares" "Piece squares" {
        PawnSquare "pawn" Slots::Squares, "A pawn belongs on some squares more than on others.";
        KnightSquare "knight" Slots::Squares, "A knight is strong in the centre and dim on the rim.";
        BishopSquare "bishop" Slots::Squares, "A bishop likes long diagonals and safe homes.";
        RookSquare "rook" Slots::Squares, "A rook likes the central files and the far ranks.";
        QueenSquare "queen" Slots::Squares, "A queen is best placed near the enemy without being in his reach.";
        KingSquare "king" Slots::Squares, "A king hides in the corner first and walks to the centre when few pieces are left.";
    }
    OwnKing "own_king" "Round own king" {
        PawnOwnKing "pawn_square" Slots::KingSquares, "Where a pawn belongs, given where its own king lives.";
        KnightOwnKing "knight_square" Slots::KingSquares, "Where a knight belongs, given where its own king lives.";
        BishopOwnKing "bishop_square" Slots::KingSquares, "Where a bishop belongs, given where its own king lives.";
        RookOwnKing "rook_square" Slots::KingSquares, "Where a rook belongs, given where its own king lives.";
        QueenOwnKing "queen_square" Slots::KingSquares, "Where a queen belongs, given where her own king lives.";
        PawnFromOwnKing "pawn_distance" Slots::FromKing, "How far a pawn is from its own king, and on which side of him.";
        KnightFromOwnKing "knight_distance" Slots::FromKing, "How far a knight is from its own king, and on which side of him.";
        BishopFromOwnKing "bishop_distance" Slots::FromKing, "How far a bishop is from its own king, and on which side of him.";
        RookFromOwnKing "rook_distance" Slots::FromKing, "How far a rook is from its own king, and on which side of him.";
        QueenFromOwnKing "queen_distance" Slots::FromKing, "How far a queen is from her own king, and on which side of him.";
    }
    EnemyKing "enemy_king" "Round enemy king" {
        PawnEnemyKing "pawn_square" Slots::KingSquares, "Where a pawn belongs, given where the enemy king lives.";
        KnightEnemyKing "knight_square" Slots::KingSquares, "Where a knight belongs, given where the enemy king lives.";
        BishopEnemyKing "bishop_square" Slots::KingSquares, "Where a bishop belongs, given where the enemy king lives.";
        RookEnemyKing "rook_square" Slots::KingSquares, "Where a rook belongs, given where the enemy king lives.";
        QueenEnemyKing "queen_square" Slots::KingSquares, "Where a queen belongs, given where the enemy king lives.";
        PawnFromEnemyKing "pawn_distance" Slots::FromKing, "How far a pawn is from the enemy king, and on which side of him.";
        KnightFromEnemyKing "knight_distance" Slots::FromKing, "How far a knight is from the enemy king, and on which side of him.";
        BishopFromEnemyKing "bishop_distance" Slots::FromKing, "How far a bishop is from the enemy king, and on which side of him.";
        RookFromEnemyKing "rook_distance" Slots::FromKing, "How far a rook is from the enemy king, and on which side of him.";
        QueenFromEnemyKing "queen_distance" Slots::FromKing, "How far a queen is from the enemy king, and on which side of him.";
    }
    Pawns "pawns" "Pawns" {
        IsolatedPawn "isolated" Slots::Grid(OPPOSED, FILES), "A pawn without a fellow on the files beside it must be guarded by pieces.";
        DoubledPawn "doubled" Slots::Ranks, "A pawn stands behind its fellow on the same file.";
        DoubledIsolated "doubled_isolated" Slots::One, "A doubled pawn without a fellow beside it is weaker still.";
        BackwardPawn "backward" Slots::Grid(OPPOSED, FILES), "A pawn has stayed behind its fellows and cannot safely catch up.";
        Phalanx "phalanx" Slots::Ranks, "A pawn stands side by side with another and controls the squares ahead.";
        SupportedPawn "supported" Slots::Ranks, "A pawn is guarded by another pawn.";
        SupportedTwice "supported_twice" Slots::One, "A pawn is guarded by two pawns.";
        PawnIsland "island" Slots::From(0, 4), "Each separate group of pawns needs care of its own: how many there are.";
        CandidatePawn "candidate" Slots::Ranks, "A pawn with no enemy pawn ahead can become a passed pawn by exchanges.";
        BlockedPawn "blocked" Slots::Ranks, "A pawn is stopped by an enemy pawn right in front of it.";
        LeverPawn "lever" Slots::Ranks, "A pawn can take, or be taken by, an enemy pawn.";
        LeverTwice "lever_twice" Slots::One, "A pawn without a guard is attacked by two enemy pawns.";
        PawnFellow "fellow" PAWN_PAIR, "Two own pawns near each other, the rear one's rank first: chains, phalanxes and gaps.";
        PawnFoe "foe" PAWN_PAIR, "A pawn and an enemy pawn near it, the own pawn's rank first: blocks, levers and breaks.";
    }
    Passed "passed" "Passed pawns" {
        PassedPawn "passed" RANKS_BY_TURN, "No enemy pawn can stop a passed pawn any more.";
        PassedFile "file" Slots::Named(FILES), "A passed pawn at the edge ties the enemy down farther from the centre.";
        ProtectedPassed "protected" Slots::Ranks, "A passed pawn that another pawn guards.";
        ConnectedPassed "connected" Slots::Ranks, "Two passed pawns on neighbouring files push each other on.";
        BlockedPassed "blocked" Slots::Ranks, "An enemy piece stands right in a passed pawn's way.";
        SafeAdvance "safe_advance" Slots::Ranks, "A passed pawn may step forward without being attacked there.";
        GuardedAdvance "guarded_advance" Slots::Ranks, "The square before a passed pawn is guarded by its own side.";
        FreePath "free_path" RANKS_BY_TURN, "The whole way to promotion is empty and unattacked.";
        OwnKingNear "own_king" RANKS_BY_STEPS, "How many steps the own king is from the square before a passed pawn.";
        EnemyKingFar "enemy_king" RANKS_BY_STEPS, "How many steps the enemy king is from the square before a passed pawn.";
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
        BishopEnemyPawns "bishop_enemy_pawns" Slots::One, "Each enemy pawn on the colour of a bishop's squares is in its way, or its prey.";
        BishopAimsAtKing "bishop_aims_at_king" Slots::One, "A bishop looks at a square beside the enemy king, with nothing but pieces in between.";
        LongDiagonal "long_diagonal" Slots::One, "A bishop sees both central squares of a long diagonal past the pawns.";
        TrappedBishop "trapped_bishop" Slots::One, "A bishop at the edge of enemy land is shut in by a pawn.";
        RookOpenFile "rook_open_file" Slots::One, "A rook stands on a file without pawns.";
        RookHalfOpenFile "rook_half_open_file" Slots::One, "A rook stands on a file without own pawns and aims at an enemy one.";
        RookOnQueenFile "rook_on_queen_file" Slots::One, "A rook stands on the file of an enemy queen.";
        RookOnSeventh "rook_on_seventh" Slots::One, "A rook on the seventh rank eats pawns or holds the king back.";
        TrappedRook "trapped_rook" Slots::Named(&["may castle", "castling lost"]), "The own king shuts a rook in on his side of the board.";
        ExposedQueen "exposed_queen" Slots::One, "An enemy bishop or rook looks at the queen through a single piece.";
    }
    Threats "threats" "Threats" {
        ThreatByPawn "by_pawn" OFFICERS_BY_TURN, "A pawn that stands safely attacks a piece.";
        ThreatByMinor "by_minor" PIECES_BY_TURN, "A knight or bishop attacks something weak or something bigger.";
        ThreatByRook "by_rook" PIECES_BY_TURN, "A rook attacks something that is not well guarded.";
        ThreatByQueen "by_queen" PIECES_BY_TURN, "A queen attacks something that is not well guarded.";
        ThreatByKing "by_king" BY_TURN, "The king attacks something that is not well guarded.";
        HangingPiece "hanging" PIECES_BY_TURN, "An attacked piece is not guarded, or attacked twice and badly guarded.";
        SeveralThreatened "several" Slots::Grid(&["two pieces", "more"], TURN), "Several pieces are threatened at once: they cannot all be saved.";
        NoEscape "no_escape" OFFICERS_BY_TURN, "A threatened piece has no safe square to go to.";
        PawnPushThreat "pawn_push" BY_TURN, "A pawn can step forward safely and will then attack a piece.";
        KnightOnQueen "knight_on_queen" BY_TURN, "A knight can safely jump to where it attacks the queen.";
        SliderOnQueen "slider_on_queen" BY_TURN, "A bishop or rook can safely go to where it attacks the queen.";
        QueenGuardsAlone "queen_guards_alone" Slots::One, "An attacked piece is guarded by nothing but the queen.";
        RestrictedSquare "restricted" Slots::One, "A square the enemy wants to use is under our control as well.";
    }
    Space "space" "Space" {
        SpaceSquare "safe_square" Slots::From(4, 8), "A safe square behind or between the central pawns, by the number of own pieces that want room.";
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
        AttackerOnMove "on_move" Slots::One, "The attacker is on the move.";
        RingAttacker "attacker" OFFICERS, "An enemy piece aims at the squares around the king.";
        RingAttack "ring_attack" Slots::One, "An attack on a square right beside the king.";
        WeakRingSquare "weak_square" Slots::One, "An attacked square near the king is guarded by nobody but king and queen.";
        SafeCheck "safe_check" Slots::Grid(OFFICER_NAMES, &["one square", "several"]), "A square from which an enemy piece can safely give check.";
        UnsafeCheck "unsafe_check" Slots::One, "A check that would cost the piece but forces matters.";
        PinnedDefender "pinned" Slots::One, "A piece cannot move without exposing the king.";
        QueenGone "no_queen" Slots::One, "The attacker has no queen.";
        KnightDefender "knight_defender" Slots::One, "A knight guards the king's surroundings.";
        BishopDefender "bishop_defender" Slots::One, "A bishop guards the king's surroundings.";
        QueenNear "queen_near" Slots::From(1, 7), "How many steps the nearest enemy queen is away.";
        KingRank "king_rank" Slots::From(1, 8), "How far the king has come from his home rank.";
        KingInCentre "king_in_centre" Slots::Named(&["may castle", "castling lost"]), "The king stands on a central file.";
        MissingShelter "missing_shelter" Slots::One, "A file at or beside the king without an own pawn in front of him.";
        FlankAttack "flank_attack" Slots::Named(&["once", "twice"]), "A square on the king's side of the board is attacked by the enemy.";
        FlankDefence "flank_defence" Slots::One, "A square on the king's side of the board is guarded.";
        NoFlight "no_flight" Slots::Named(&["none", "one"]), "How few safe squares the king has to go to.";
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

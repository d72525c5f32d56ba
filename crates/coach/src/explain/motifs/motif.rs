//! The motifs that lines are searched for, each declared once.

use plumb_support::wording::text;

macro_rules! motifs {
    ($($motif:ident $key:ident $theme:expr, $sentence:literal;)*) => {
        /// What makes a move or line work, by the name that chess players use.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Motif { $(#[doc = $sentence] $motif,)* }

        impl Motif {
            /// Every motif, the most telling first: the order in which a sentence names them.
            pub const ALL: &'static [Motif] = &[$(Motif::$motif,)*];

            /// Its name in JSON and tables.
            pub const fn key(self) -> &'static str {
                match self { $(Motif::$motif => stringify!($key),)* }
            }

            /// The theme of lichess.org's puzzles that stands for it, if there is one.
            pub const fn theme(self) -> Option<&'static str> {
                match self { $(Motif::$motif => $theme,)* }
            }

            /// Whether a reader would call it the reason why something is won.
            pub const fn is_told(self) -> bool {
                !matches!(
                    self,
                    Motif::MateIn
                        | Motif::Castling
                        | Motif::DefensiveMove
                        | Motif::QuietMove
                        | Motif::Clearance
                )
            }

            /// Its name in a sentence.
            pub const fn name(self) -> &'static str {
                match self { $(Motif::$motif => text!(motif.$key),)* }
            }
        }
    };
}

motifs! {
    SmotheredMate smothered_mate Some("smotheredMate"), "A knight mates a king whose own men take all his squares.";
    BodenMate boden_mate Some("bodenMate"), "Two bishops mate on diagonals that cross.";
    DoubleBishopMate double_bishop_mate Some("doubleBishopMate"), "Two bishops mate on parallel diagonals.";
    HookMate hook_mate Some("hookMate"), "A rook mates beside the king, guarded by a knight that a pawn guards.";
    AnastasiaMate anastasia_mate Some("anastasiaMate"), "A rook or queen mates along the edge; a knight takes two squares, an own man the third.";
    ArabianMate arabian_mate Some("arabianMate"), "A rook mates beside the king in the corner; a knight guards it and takes the last square.";
    DovetailMate dovetail_mate Some("dovetailMate"), "A guarded queen mates diagonally beside the king; his own men take the squares she leaves.";
    BackRankMate back_rank_mate Some("backRankMate"), "A rook or queen mates along the first rank, from which own men keep the king.";
    DoubleCheck double_check Some("doubleCheck"), "Two men give check at once.";
    DiscoveredCheck discovered_check Some("discoveredAttack"), "A man steps aside, and the one behind him gives check.";
    Underpromotion underpromotion Some("underPromotion"), "A pawn becomes something other than a queen.";
    EnPassant en_passant Some("enPassant"), "A pawn is captured en passant.";
    Castling castling Some("castling"), "The king castles.";
    Skewer skewer Some("skewer"), "A man has to leave a line, and what stood behind him is taken.";
    Fork fork Some("fork"), "One man attacks two or more at once.";
    DiscoveredAttack discovered_attack Some("discoveredAttack"), "A man steps aside, and the one behind him attacks.";
    TrappedPiece trapped_piece Some("trappedPiece"), "A piece is attacked and has no safe square.";
    XRay x_ray Some("xRayAttack"), "A slider works through an enemy man that stands in its way.";
    CapturingDefender capturing_defender Some("capturingDefender"), "What guards another man is captured, then that man.";
    Interference interference Some("interference"), "A man comes between a slider and what it guards.";
    Intermezzo intermezzo Some("intermezzo"), "A stronger move comes first, before the expected recapture.";
    Overloading overloading None, "One man has to guard two things, and cannot.";
    Pin pin Some("pin"), "A man cannot move without giving up what stands behind him.";
    Attraction attraction Some("attraction"), "A piece is drawn to a square on which it is hit.";
    Deflection deflection Some("deflection"), "A man is drawn away from what he guards.";
    HangingPiece hanging_piece Some("hangingPiece"), "A piece that nothing guards is taken.";
    Clearance clearance Some("clearance"), "A man makes room for another.";
    Sacrifice sacrifice Some("sacrifice"), "Material is given up for more than it is worth.";
    Zugzwang zugzwang Some("zugzwang"), "Whoever has to move loses by it.";
    Promotion promotion Some("promotion"), "A pawn is promoted.";
    QuietMove quiet_move Some("quietMove"), "A move without capture or check threatens what cannot be met.";
    DefensiveMove defensive_move Some("defensiveMove"), "A move meets a threat.";
    AdvancedPawn advanced_pawn Some("advancedPawn"), "A pawn comes to its seventh rank or beyond.";
    MateIn mate_in Some("mate"), "The line ends in mate.";
}

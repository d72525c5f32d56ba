//! A forced line as records keep it: its choices, why each was forced, and why the
//! line ends.

use serde::{Deserialize, Serialize};

use super::coordinates::coordinates;
use plumb_chess::board::Game;
use plumb_coach::analysis::{ForcedEnd, ForcedKind, ForcedPly};

/// A row of choices, both sides in turn, each of which had one good answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForcedRecord {
    /// The choices. Their number is the forced-line length, in plies.
    pub plies: Vec<ForcedChoice>,
    /// Why the line is no longer.
    pub end: ForcedStop,
}

/// One forced choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForcedChoice {
    /// The move.
    pub mv: String,
    /// Why it was forced.
    pub reason: ForcedReason,
    /// How far it is ahead of the second-best move, in centipawns on the scale of
    /// levels; none for an only legal move.
    pub margin_cp: Option<i32>,
    /// It captures where the move before it captured.
    pub is_recapture: bool,
}

/// Why a choice was forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForcedReason {
    /// It was the only legal move.
    OnlyLegal,
    /// Every other move was worse by the threshold or more.
    OnlyGood,
}

/// Why a forced line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForcedStop {
    /// The next choice was not forced: the best move is ahead by so many centipawns.
    NotForced(i32),
    /// The game was over.
    GameOver,
    /// A position of the line came back.
    Repetition,
    /// The nodes were used up.
    BudgetSpent,
    /// The line was followed as far as was asked for.
    MaxPlies,
}

impl ForcedRecord {
    /// Of a line from the position on the board of `game`; nothing if its search was
    /// interrupted.
    pub(super) fn of(game: &Game, plies: &[ForcedPly], end: ForcedEnd) -> Option<ForcedRecord> {
        let end = match end {
            ForcedEnd::NotForced { margin_cp } => ForcedStop::NotForced(margin_cp),
            ForcedEnd::GameOver(_) => ForcedStop::GameOver,
            ForcedEnd::Repetition => ForcedStop::Repetition,
            ForcedEnd::BudgetSpent => ForcedStop::BudgetSpent,
            ForcedEnd::MaxPlies => ForcedStop::MaxPlies,
            ForcedEnd::Stopped => return None,
        };
        let mut game = game.clone();
        let choice = |ply: &ForcedPly| {
            let choice = ForcedChoice {
                mv: coordinates(&game, ply.mv),
                reason: match ply.kind {
                    ForcedKind::OnlyLegal => ForcedReason::OnlyLegal,
                    ForcedKind::OnlyGood => ForcedReason::OnlyGood,
                },
                margin_cp: ply.margin_cp,
                is_recapture: ply.is_recapture,
            };
            game.play(ply.mv);
            choice
        };
        Some(ForcedRecord {
            plies: plies.iter().map(choice).collect(),
            end,
        })
    }
}

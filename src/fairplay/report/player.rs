//! What a report says of a player, or of everybody together.

use serde::Serialize;

use crate::fairplay::field::Beside;
use crate::fairplay::figures::Figures;
use crate::fairplay::reference::Commonness;
use crate::fairplay::sensitivity::{NoSkill, Skill};
use crate::fairplay::tally::CoreFigures;

/// Figures by another look at the same moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FiguresPass {
    /// The pass.
    pub pass: String,
    /// Moves that count by it.
    pub counted: u64,
    /// Their figures; withheld below the gate.
    pub figures: Option<CoreFigures>,
}

impl FiguresPass {
    /// Of a pass's figures.
    pub fn of(name: &str, figures: &Figures) -> FiguresPass {
        FiguresPass {
            pass: name.to_owned(),
            counted: figures.counted,
            figures: figures.counted().cloned(),
        }
    }
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport {
    /// The name, as the files write it.
    pub name: String,
    /// His figures beside those of others.
    #[serde(flatten)]
    pub beside: Beside,
    /// Regan's s and c as fitted to his choices, or why they were not; none where
    /// nothing was fitted.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "either")]
    pub skill: Option<Result<Skill, NoSkill>>,
    /// His figures by each other pass.
    pub passes: Vec<FiguresPass>,
    /// How common his figures are among honest players; nothing without a
    /// reference, or of too few games.
    pub common: Option<Commonness>,
}

fn either<S: serde::Serializer>(
    skill: &Option<Result<Skill, NoSkill>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match skill {
        Some(Ok(skill)) => skill.serialize(serializer),
        Some(Err(reason)) => reason.serialize(serializer),
        None => serializer.serialize_none(),
    }
}

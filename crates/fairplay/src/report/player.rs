//! A player as every report has him.

use serde::{Serialize, Serializer};

use crate::figures::{Comparison, CoreFigures, Evidence, Figures, PanelFigures, PlayerEvent};
use crate::reference::{Commonness, RelativeSkill};
use plumb_engine::choice::{NoSkill, Skill};

/// A player beside his opponents and everybody else.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport<'a> {
    /// As the files write the name.
    pub name: &'a str,
    /// The name is a program's that plays openly, in all of its games: it is not judged.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub computer: bool,
    /// Of a person's name: sides of games in which it is such a program's. They count nowhere.
    #[serde(skip_serializing_if = "is_zero")]
    pub computer_games: u64,
    /// The figures.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// Regan's s and c as fitted to his choices, or why they were not; none where
    /// there are too many games to keep all choices, and for a computer.
    #[serde(serialize_with = "fit")]
    pub skill: Option<Result<Skill, NoSkill>>,
    /// s and c divided by those of all reference players together; none without a fit or
    /// a reference.
    pub relative_skill: Option<RelativeSkill>,
    /// His figures by each member of a jury.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jury: Option<PanelFigures>,
    /// His figures by each other pass.
    pub passes: Vec<FiguresPass>,
    /// How rare his figures are among average players from before 1990; nothing without a
    /// reference, or of too few games.
    pub common: Option<Commonness>,
    /// How likely honest players show as much; nothing of too few choices, without a rating,
    /// and where no model belongs to the records.
    pub evidence: Option<Evidence>,
    /// His choices in each event in which he has enough of them for evidence.
    pub events: Vec<PlayerEvent>,
}

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

fn is_zero(count: &u64) -> bool {
    *count == 0
}

fn fit<S: Serializer>(
    skill: &Option<Result<Skill, NoSkill>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match skill {
        Some(Ok(skill)) => skill.serialize(serializer),
        Some(Err(reason)) => reason.serialize(serializer),
        None => serializer.serialize_none(),
    }
}

//! JSON Lines: a head, one line for each game, one for each player, one for the
//! field. `schemas/fairplay.schema.json` describes each kind.

use serde_json::{Result, Value, json, to_value};

use super::header::RunHeader;
use super::player::{FiguresPass, PlayerReport};
use crate::figures::{Disagreement, FieldChoices, Figures, GameReport, PanelFigures};
use crate::records::Stamp;
use plumb_chess::notation::pgn::PgnProblem;

pub(super) fn line(kind: &str, value: Value) -> String {
    let mut object = serde_json::Map::new();
    object.insert("kind".to_owned(), kind.into());
    if let Value::Object(fields) = value {
        object.extend(fields);
    }
    Value::Object(object).to_string()
}

/// The head of a report.
pub fn header_line(header: &RunHeader) -> Result<String> {
    let mut value = to_value(header)?;
    value["rarity"] = to_value(header.rarity())?;
    Ok(line("run", value))
}

/// A game.
pub fn game_line(report: &GameReport) -> Result<String> {
    Ok(line("game", to_value(report)?))
}

/// A player.
pub fn player_line(player: &PlayerReport<'_>) -> Result<String> {
    Ok(line("player", to_value(player)?))
}

/// Everybody in an event.
pub fn event_line(name: &str, figures: &Figures, choices: Option<&FieldChoices>) -> Result<String> {
    let (figures, choices) = (to_value(figures)?, to_value(choices)?);
    let value = json!({ "name": name, "figures": figures, "choices": choices });
    Ok(line("event", value))
}

/// Everybody together, by the main pass and by the others.
pub fn field_line(figures: &Figures, passes: &[FiguresPass]) -> Result<String> {
    let value = json!({ "figures": to_value(figures)?, "passes": to_value(passes)? });
    Ok(line("field", value))
}

/// A jury: its members, everybody's figures by each, and how far they are apart
/// on the moves that count.
pub fn jury_line(
    stamps: &[&Stamp],
    everybody: &PanelFigures,
    apart: &Disagreement,
) -> Result<String> {
    let mut value = to_value(everybody)?;
    value["engines"] = to_value(stamps)?;
    value["disagreement"] = to_value(apart)?;
    Ok(line("jury", value))
}

/// A game that could not be read.
pub fn problem_line(problem: &PgnProblem) -> String {
    let value = json!({
        "file": problem.file, "number": problem.number,
        "line": problem.line, "reason": problem.reason,
    });
    line("problem", value)
}

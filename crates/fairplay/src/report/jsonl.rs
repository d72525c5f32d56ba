//! JSON Lines: a head, one line for each game, one for each player, one for the
//! field. `schemas/fairplay.schema.json` describes each kind.

use serde_json::{Value, json};

use super::header::RunHeader;
use super::player::{FiguresPass, PlayerReport};
use crate::figures::{Disagreement, FieldChoices, Figures, GameReport, PanelFigures};
use crate::games::Problem;
use crate::records::Stamp;

pub(super) fn line(kind: &str, value: Value) -> String {
    let mut object = serde_json::Map::new();
    object.insert("kind".to_owned(), kind.into());
    if let Value::Object(fields) = value {
        object.extend(fields);
    }
    Value::Object(object).to_string()
}

pub(super) fn json_of(value: &impl serde::Serialize) -> Value {
    // Maps with text keys and finite numbers: there is nothing that could fail.
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// The head of a report.
pub fn header_line(header: &RunHeader) -> String {
    let mut value = json_of(header);
    value["rarity"] = json_of(&header.rarity());
    line("run", value)
}

/// A game.
pub fn game_line(report: &GameReport) -> String {
    line("game", json_of(report))
}

/// A player.
pub fn player_line(player: &PlayerReport<'_>) -> String {
    line("player", json_of(player))
}

/// Everybody in an event.
pub fn event_line(name: &str, figures: &Figures, choices: Option<&FieldChoices>) -> String {
    let (figures, choices) = (json_of(figures), json_of(&choices));
    line(
        "event",
        json!({ "name": name, "figures": figures, "choices": choices }),
    )
}

/// Everybody together, by the main pass and by the others.
pub fn field_line(figures: &Figures, passes: &[FiguresPass]) -> String {
    let value = json!({ "figures": json_of(figures), "passes": json_of(&passes) });
    line("field", value)
}

/// A jury: its members, everybody's figures by each, and how far they are apart
/// on the moves that count.
pub fn jury_line(stamps: &[&Stamp], everybody: &PanelFigures, apart: &Disagreement) -> String {
    let mut value = json_of(everybody);
    value["engines"] = stamps.iter().map(json_of).collect();
    value["disagreement"] = json_of(apart);
    line("jury", value)
}

/// A game that could not be read.
pub fn problem_line(problem: &Problem) -> String {
    let value = json!({
        "file": problem.file, "number": problem.number,
        "line": problem.line, "reason": problem.reason,
    });
    line("problem", value)
}

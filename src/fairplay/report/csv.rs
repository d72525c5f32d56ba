//! CSV: one row for each move, for spreadsheets and statistics programs.

use crate::fairplay::figures::{GameReport, MoveReport};
use crate::fairplay::records::Value;

/// The names of the columns.
pub const CSV_HEADER: [&str; 31] = [
    "game",
    "file",
    "number",
    "white",
    "black",
    "ply",
    "side",
    "san",
    "move",
    "excluded",
    "first_choice",
    "is_first_choice",
    "rank",
    "is_equal_best",
    "alone_best",
    "alone_played",
    "list_depth",
    "loss_cp",
    "is_uncertain",
    "drop_cp",
    "scaled_loss",
    "winning_loss",
    "credit",
    "is_better_than_best",
    "gap_cp",
    "settled_depth",
    "changes",
    "seldepth",
    "forced_plies",
    "mate_risk_excess",
    "spent_ms",
];

/// The rows of a game, a cell for each column; what is not known is empty.
pub fn csv_rows(report: &GameReport) -> impl Iterator<Item = Vec<String>> {
    report.moves.iter().map(|mv| row(report, mv))
}

/// A text of the input as no spreadsheet takes it for a formula.
fn harmless(text: &str) -> String {
    match text.starts_with(['=', '+', '-', '@']) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

fn row(report: &GameReport, mv: &MoveReport) -> Vec<String> {
    let name = |name: &Option<String>| harmless(name.as_deref().unwrap_or_default());
    let mut cells = vec![
        report.id.to_string(),
        report.file.clone(),
        report.number.to_string(),
        name(&report.white),
        name(&report.black),
        mv.ply.to_string(),
        mv.side.to_owned(),
        mv.san.clone(),
    ];
    let exclusion = mv.verdict.exclusion.map(|exclusion| exclusion.key());
    let record = mv.record.as_ref();
    cells.push(record.map_or(String::new(), |record| record.played.clone()));
    cells.push(exclusion.unwrap_or_default().to_owned());
    let (Some(record), Some(facts)) = (record, &mv.verdict.facts) else {
        cells.resize(CSV_HEADER.len(), String::new());
        return cells;
    };
    let yes = |is: bool| if is { "1" } else { "0" }.to_owned();
    cells.extend([
        record.before.choice().unwrap_or_default().to_owned(),
        yes(facts.is_first_choice),
        facts.rank.to_string(),
        yes(facts.is_equal_best),
        score(record.before.score),
        score(record.after.score),
        record.depth.to_string(),
        facts.loss_cp.to_string(),
        yes(facts.is_uncertain),
        facts.drop_cp.to_string(),
        format!("{:.6}", facts.scaled_loss),
        format!("{:.6}", facts.winning_loss),
        format!("{:.6}", facts.credit),
        yes(facts.is_better_than_best),
        facts.gap_cp.map_or(String::new(), |gap| gap.to_string()),
        facts.settled_depth.to_string(),
        facts.changes.to_string(),
        record.before.seldepth.to_string(),
        facts
            .forced_plies
            .map_or(String::new(), |plies| plies.to_string()),
        facts
            .mate_risk_excess
            .map_or(String::new(), |e| format!("{e:.6}")),
        facts.spent_ms.map_or(String::new(), |ms| ms.to_string()),
    ]);
    cells
}

/// Centipawns, or `#3` for a mate.
fn score(value: Value) -> String {
    match value {
        Value::Cp(cp) => cp.to_string(),
        Value::Mate(moves) => format!("#{moves}"),
    }
}

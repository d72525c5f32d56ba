//! CSV: one row for each move, for spreadsheets and statistics programs.

use super::csv_text::harmless;
use crate::figures::{GameReport, MoveReport};
use crate::records::Value;

/// The names of the columns.
pub const CSV_HEADER: [&str; 32] = [
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
    "trend",
];

/// The rows of a game, a cell for each column; what is not known is empty.
pub fn csv_rows(report: &GameReport) -> impl Iterator<Item = Vec<String>> {
    report.moves.iter().map(|mv| row(report, mv))
}

fn row(report: &GameReport, mv: &MoveReport) -> Vec<String> {
    let name = |name: &Option<String>| harmless(name.as_deref().unwrap_or_default());
    let mut cells = vec![
        report.id.to_string(),
        harmless(&report.file),
        report.number.to_string(),
        name(&report.white),
        name(&report.black),
        mv.ply.to_string(),
        mv.side.to_owned(),
        harmless(&mv.san),
    ];
    let exclusion = mv.verdict.exclusion.map(|exclusion| exclusion.key());
    let record = mv.record.as_ref();
    cells.push(record.map_or(String::new(), |record| harmless(&record.played)));
    cells.push(exclusion.unwrap_or_default().to_owned());
    let (Some(record), Some(facts)) = (record, &mv.verdict.facts) else {
        cells.resize(CSV_HEADER.len(), String::new());
        return cells;
    };
    let yes = |is: bool| if is { "1" } else { "0" }.to_owned();
    cells.extend([
        harmless(record.before.choice().unwrap_or_default()),
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
        mv.verdict
            .trend
            .map_or(String::new(), |trend| trend.trend.to_string()),
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

#[cfg(test)]
mod tests {
    use super::super::csv_text::FORMULA_STARTS;
    use super::*;

    /// The file's name is a text of somebody else's too.
    #[test]
    fn every_text_column_is_shielded() {
        use crate::book::BookDepth;
        use crate::facts::{Rules, Yardstick};
        use crate::figures::{FigureOptions, Standard, examine};
        let text = "[White \"=1+1\"]\n[Black \"＝1\"]\n\n1. e4 2. -- *\n";
        let mut games = crate::games::games("@file.pgn", text.as_bytes());
        let source = games.next().unwrap().unwrap();
        let standard = Standard {
            rules: Rules::default(),
            yardstick: Yardstick::embedded(),
            options: FigureOptions::default(),
            tables: None,
            models: None,
            trends: None,
        };
        let records = vec![None; source.plies.len()];
        let (report, _) = examine(1, &source, records, BookDepth::default(), &standard, None);
        let rows: Vec<Vec<String>> = csv_rows(&report).collect();
        assert_eq!((rows.len(), rows[0].len()), (2, CSV_HEADER.len()));
        for (column, name) in CSV_HEADER.iter().enumerate() {
            for row in &rows {
                let cell = &row[column];
                assert!(!cell.starts_with(FORMULA_STARTS), "{name}: {cell}");
            }
        }
        assert_eq!(rows[0][1], "'@file.pgn");
        assert_eq!(rows[1][7], "'--");
    }
}

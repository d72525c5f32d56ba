//! The report for people, and the positions one by one for programs.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::json;

use plumb_chess::notation::{FenStyle, to_fen};
use plumb_lab::measure::{
    Class, ClassifiedPosition, Confusion, GamePosition, Spread, WhiteScore, accuracies,
    correlations, fit_cut, fit_scale,
};
use plumb_support::wording::counted;

use super::arguments::Arguments;
use super::ask::EngineSurvey;
use super::read::{Item, Items, Truth};
use plumb_terminal::{Failure, say};

/// Prints everything. When nobody reads any more, the rest is left out.
pub(super) fn report(
    arguments: &Arguments,
    items: &Items,
    engines: &[EngineSurvey],
    against: usize,
) {
    let heading = format!(
        "{} from {} ({}), {}, each as a new game",
        counted(items.measured.len(), "position"),
        counted(games(&items.measured), "game"),
        arguments.measure,
        arguments.effort(),
    );
    let fitted = match (arguments.cut, arguments.correlation) {
        (Some(cut), _) => format!("Winning is a score above {cut} centipawns."),
        (None, true) => format!("Scales fitted on {}.", fit_part(arguments, items)),
        (None, false) => format!("Cuts fitted on {}.", fit_part(arguments, items)),
    };
    let lines = if arguments.correlation {
        correlation(arguments, items, engines, against)
    } else {
        accuracy(arguments, items, engines, against)
    };
    for line in [heading, fitted, String::new()].into_iter().chain(lines) {
        say(line);
    }
}

fn fit_part(arguments: &Arguments, items: &Items) -> String {
    format!(
        "{} from {} ({})",
        counted(items.fit.len(), "position"),
        counted(games(&items.fit), "game"),
        arguments.fit
    )
}

fn accuracy(
    arguments: &Arguments,
    items: &Items,
    engines: &[EngineSurvey],
    against: usize,
) -> Vec<String> {
    let cuts: Vec<Option<i32>> = engines
        .iter()
        .map(|engine| match arguments.cut {
            Some(cut) => Some(cut),
            None => fit_cut(&pairs(&items.fit, &engine.fit, class), arguments.goal()),
        })
        .collect();
    let judged: Vec<ClassifiedPosition> = items
        .measured
        .iter()
        .enumerate()
        .filter_map(|(index, item)| {
            Some(ClassifiedPosition {
                game: item.game,
                truth: class(item)?,
                scores: scores_at(engines, index),
            })
        })
        .collect();
    let rows = accuracies(&judged, &cuts, against, arguments.resampling());
    let mut table = vec![vec![
        "engine".to_owned(),
        "positions".to_owned(),
        "cut".to_owned(),
        "plain %".to_owned(),
        "balanced %".to_owned(),
    ]];
    if engines.len() > 1 {
        let other = name_at(engines, against);
        table[0].push(format!("plain minus {other}"));
        table[0].push("balanced".to_owned());
    }
    for ((engine, cut), row) in engines.iter().zip(&cuts).zip(&rows) {
        let mut cells = vec![
            engine.name.clone(),
            row.confusion.positions().to_string(),
            cut.map_or("–".to_owned(), |cut| cut.to_string()),
            percent(row.plain),
            percent(row.balanced),
        ];
        if let Some(gap) = &row.gap {
            cells.push(points(gap.plain));
            cells.push(points(gap.balanced));
        }
        table.push(cells);
    }
    let mut lines = aligned(&table);
    for (engine, row) in engines.iter().zip(&rows) {
        if row.confusion.positions() > 0 {
            lines.push(String::new());
            lines.extend(matrix(&engine.name, &row.confusion));
        }
    }
    lines
}

fn correlation(
    arguments: &Arguments,
    items: &Items,
    engines: &[EngineSurvey],
    against: usize,
) -> Vec<String> {
    let scales: Vec<Option<f64>> = engines
        .iter()
        .map(|engine| fit_scale(&pairs(&items.fit, &engine.fit, made)))
        .collect();
    let played: Vec<GamePosition> = items
        .measured
        .iter()
        .enumerate()
        .filter_map(|(index, item)| {
            Some(GamePosition {
                game: item.game,
                points: made(item)?,
                scores: scores_at(engines, index),
            })
        })
        .collect();
    let rows = correlations(&played, &scales, against, arguments.resampling());
    let mut table = vec![vec![
        "engine".to_owned(),
        "positions".to_owned(),
        "scale".to_owned(),
        "correlation".to_owned(),
    ]];
    if engines.len() > 1 {
        table[0].push(format!("minus {}", name_at(engines, against)));
    }
    for ((engine, scale), row) in engines.iter().zip(&scales).zip(&rows) {
        let mut cells = vec![
            engine.name.clone(),
            row.positions.to_string(),
            scale.map_or("–".to_owned(), |scale| format!("{scale:.0}")),
            spread(row.value, |value| format!("{value:.4}")),
        ];
        if let Some((_, gap)) = row.gap {
            cells.push(spread(gap, |value| format!("{value:+.4}")));
        }
        table.push(cells);
    }
    aligned(&table)
}

/// One engine's scores with what the positions are worth, where both are known.
fn pairs<T>(
    items: &[Item],
    scores: &[Option<WhiteScore>],
    worth: impl Fn(&Item) -> Option<T>,
) -> Vec<(WhiteScore, T)> {
    let pair = |(item, score): (&Item, &Option<WhiteScore>)| Some(((*score)?, worth(item)?));
    items.iter().zip(scores).filter_map(pair).collect()
}

fn class(item: &Item) -> Option<Class> {
    match item.truth {
        Truth::Label(score) => Some(Class::of(score, plumb_lab::measure::LABEL_CUT_CP)),
        Truth::Points(_) => None,
    }
}

fn made(item: &Item) -> Option<f64> {
    match item.truth {
        Truth::Points(points) => Some(points),
        Truth::Label(_) => None,
    }
}

fn scores_at(engines: &[EngineSurvey], index: usize) -> Vec<Option<WhiteScore>> {
    let score = |engine: &EngineSurvey| engine.measured.get(index).copied().flatten();
    engines.iter().map(score).collect()
}

fn name_at(engines: &[EngineSurvey], index: usize) -> &str {
    engines.get(index).map_or("", |engine| &engine.name)
}

fn games(items: &[Item]) -> usize {
    let mut games: Vec<usize> = items.iter().map(|item| item.game).collect();
    games.dedup();
    games.len()
}

fn spread(figure: Option<Spread>, write: impl Fn(f64) -> String) -> String {
    let Some(figure) = figure else {
        return "–".to_owned();
    };
    let value = write(figure.value);
    match figure.bounds {
        Some((low, high)) => format!("{value} ({} to {})", write(low), write(high)),
        None => value,
    }
}

fn percent(figure: Option<Spread>) -> String {
    spread(figure, |value| format!("{:.1}", 100.0 * value))
}

/// A difference of percentages.
fn points(figure: Option<Spread>) -> String {
    spread(figure, |value| format!("{:+.1}", 100.0 * value))
}

fn matrix(name: &str, confusion: &Confusion) -> Vec<String> {
    const NAMES: [&str; 3] = ["White wins", "level", "Black wins"];
    let mut table = vec![vec![format!("{name}: label, then verdict")]];
    table[0].extend(NAMES.map(str::to_owned));
    table[0].push("right".to_owned());
    for class in Class::ALL {
        let mut cells = vec![NAMES[class as usize].to_owned()];
        cells.extend(confusion.0[class as usize].map(|count| count.to_string()));
        let recall = confusion.recall(class);
        cells.push(recall.map_or("–".to_owned(), |share| format!("{:.1} %", 100.0 * share)));
        table.push(cells);
    }
    aligned(&table)
}

/// Columns under each other: the first from the left, the others to the right.
fn aligned(table: &[Vec<String>]) -> Vec<String> {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = table.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    table.iter().map(line).collect()
}

/// The file for the positions.
pub(super) struct PositionsFile {
    file: BufWriter<File>,
    path: PathBuf,
}

/// Makes the file for the positions.
pub(super) fn create(path: &Path) -> Result<PositionsFile, Failure> {
    let file = File::create(path)
        .map_err(|error| Failure(format!("cannot write {}: {error}", path.display())))?;
    Ok(PositionsFile {
        file: BufWriter::new(file),
        path: path.to_owned(),
    })
}

/// One line for each position: where it is from, what it is worth and each
/// engine's score, all from White's side.
pub(super) fn positions(
    PositionsFile { mut file, path }: PositionsFile,
    items: &Items,
    engines: &[EngineSurvey],
) -> Result<(), Failure> {
    let score = |score: WhiteScore| match score.is_mate() {
        true => json!({ "mate": if score.to_int() > 0 { "White" } else { "Black" } }),
        false => json!({ "cp": score.to_int() }),
    };
    let parts = [("fit", &items.fit), ("measure", &items.measured)];
    for (part, list) in parts {
        for (index, item) in list.iter().enumerate() {
            let scores: serde_json::Map<_, _> = engines
                .iter()
                .filter_map(|engine| {
                    let own = if part == "fit" {
                        &engine.fit
                    } else {
                        &engine.measured
                    };
                    let found = own.get(index).copied().flatten()?;
                    Some((engine.name.clone(), score(found)))
                })
                .collect();
            let mut line = json!({
                "use": part,
                "line": item.line,
                "game": item.game,
                "fen": to_fen(&item.position, FenStyle::XFen),
                "scores": scores,
            });
            match item.truth {
                Truth::Label(label) => line["label"] = score(label),
                Truth::Points(points) => line["points"] = json!(points),
            }
            writeln!(file, "{line}")
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
    }
    file.flush()
        .map_err(|error| Failure(format!("cannot write {}: {error}", path.display())))
}

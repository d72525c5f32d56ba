//! `plumb choices`: how likely people of some rating pick which move.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb::analysis::{Probe, Request, glance_at};
use plumb::board::{Game, Position};
use plumb::choice::{HumanModel, Sight, move_features};
use plumb::fairplay::{Equipment, RecordedMoves};
use plumb::notation::{CastlingStyle, FenStyle, to_fen, to_san, to_uci_move};

use super::{Ending, Failure, Knowledge, position, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// The position, in quotation marks
    #[arg(default_value = "startpos")]
    fen: String,

    /// Moves from there, in quotation marks
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,

    /// Ratings over the board at long time controls
    #[arg(long, value_name = "ELO,...", value_delimiter = ',', default_value = "1000,1400,1800,2200,2600",
        value_parser = clap::value_parser!(u16).range(600..=2900))]
    rating: Vec<u16>,

    /// How many moves are shown
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    lines: u16,

    /// All moves as one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// Megabytes of the table that a first glance searches with, as for a record.
const HASH_MB: usize = 4;

/// A move and its shares, by rating.
struct Row {
    san: String,
    uci: String,
    shares: Vec<f64>,
}

pub fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    let board = Game::new(position(&arguments.fen)?);
    let game = match arguments.moves.is_empty() {
        true => board,
        false => {
            Request::parse(&format!("moves {}", arguments.moves), &board)
                .map_err(|error| error.to_string())?
                .game
        }
    };
    let position = game.position();
    if position.has_no_moves() {
        return Err(Failure(
            "the game is over: there is nothing to choose".to_owned(),
        ));
    }
    let model = model(&knowledge.equipment())?;
    let rows = rows(&game, &model, arguments, knowledge)?;
    match arguments.json {
        true => say(json(&game, arguments, &rows)),
        false => table(position, arguments, &rows).into_iter().for_each(say),
    }
    Ok(Ending::Done)
}

/// The model of the tables, which must have been fitted to records of this build: what a
/// move looks like to another search is something else.
fn model(equipment: &Equipment) -> Result<HumanModel, Failure> {
    let model = HumanModel::from_tables(&equipment.tables).map_err(|error| error.to_string())?;
    let own = RecordedMoves::stamp_of_choices(equipment).to_string();
    match model.stamp == own {
        true => Ok(model),
        false => Err(Failure(format!(
            "choice.toml was fitted to records of {}, and these would be of {own}: no shares; plumb train skill fits it anew",
            model.stamp
        ))),
    }
}

/// The moves, those with the greatest mean share first.
fn rows(
    game: &Game,
    model: &HumanModel,
    arguments: &Arguments,
    knowledge: &Knowledge,
) -> Result<Vec<Row>, Failure> {
    let mut probe =
        Probe::new(Arc::clone(&knowledge.weights), HASH_MB).map_err(|error| error.to_string())?;
    let never = AtomicBool::new(false);
    let decision = glance_at(&mut probe, game, &never)
        .ok_or_else(|| Failure("the first glance has no result".to_owned()))?;
    let (moves, features): (Vec<_>, Vec<_>) = move_features(&decision).into_iter().unzip();
    let shares: Vec<Vec<f64>> = arguments
        .rating
        .iter()
        .map(|&rating| model.shares(&features, Sight::Glance, f64::from(rating)))
        .collect();
    let position = game.position();
    let mut rows: Vec<Row> = moves
        .iter()
        .enumerate()
        .map(|(index, &mv)| Row {
            san: to_san(position, mv),
            uci: to_uci_move(position, mv, CastlingStyle::Standard),
            shares: shares.iter().map(|shares| shares[index]).collect(),
        })
        .collect();
    // Equal ones stay in the order of the list.
    rows.sort_by_key(|row| Reverse((row.shares.iter().sum::<f64>() * 1e9) as u64));
    Ok(rows)
}

fn table(position: &Position, arguments: &Arguments, rows: &[Row]) -> Vec<String> {
    let ratings = arguments.rating.iter().map(|rating| format!("{rating:>7}"));
    let mut lines = vec![
        "How often people would play which move, in percent, by rating:".to_owned(),
        format!("{:<8}{}", "", ratings.collect::<String>()),
    ];
    let shown = rows.len().min(usize::from(arguments.lines));
    let line = |name: &str, shares: &[f64]| {
        let shares = shares.iter().map(|share| format!("{:>7.1}", 100.0 * share));
        format!("{name:<8}{}", shares.collect::<String>())
    };
    lines.extend(rows[..shown].iter().map(|row| line(&row.san, &row.shares)));
    if shown < rows.len() {
        let rest: Vec<f64> = (0..arguments.rating.len())
            .map(|rating| rows[shown..].iter().map(|row| row.shares[rating]).sum())
            .collect();
        let count = rows.len() - shown;
        lines.push(line(&format!("{count} more"), &rest));
    }
    if position.legal_moves().len() == 1 {
        lines.push("It is the only legal move.".to_owned());
    }
    lines
}

fn json(game: &Game, arguments: &Arguments, rows: &[Row]) -> String {
    let moves = rows
        .iter()
        .map(|row| serde_json::json!({ "move": row.uci, "san": row.san, "shares": row.shares }));
    serde_json::json!({
        "fen": to_fen(game.position(), FenStyle::XFen),
        "ratings": arguments.rating,
        "moves": moves.collect::<Vec<_>>(),
    })
    .to_string()
}

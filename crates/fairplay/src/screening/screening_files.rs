//! The files of a screening, which are there only when all are whole.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::games_csv::{GAMES_HEADER, game_rows};
use super::players_csv::{PLAYERS_HEADER, player_row};
use super::screening::Screening;
use super::summary_json::summary;
use plumb_support::output_file::OutputFile;

/// The files that a screening writes into a folder.
pub const SCREENING_FILES: [&str; 3] = ["players.csv", "games.csv", "summary.json"];

/// Writes [`SCREENING_FILES`] into a folder that only this process writes to: how many rows
/// `games.csv` has, or nothing where it was stopped, and then no file is there.
pub fn write_screening(
    screening: &Screening,
    folder: &Path,
    stop: &AtomicBool,
) -> io::Result<Option<u64>> {
    let [players_name, games_name, summary_name] = SCREENING_FILES;
    let file = |name: &str| OutputFile::create(folder.join(name));
    let mut players = csv::Writer::from_writer(file(players_name)?);
    let mut games = csv::Writer::from_writer(file(games_name)?);
    let mut summary_file = file(summary_name)?;
    players.write_record(PLAYERS_HEADER)?;
    games.write_record(GAMES_HEADER)?;
    let mut row_count = 0;
    for player in &screening.players {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        players.write_record(player_row(screening, player))?;
        for row in game_rows(screening, player) {
            games.write_record(row)?;
            row_count += 1;
        }
    }
    writeln!(summary_file, "{:#}", summary(screening))?;
    summary_file.flush()?;
    let mut players_file = players.into_inner().map_err(|error| error.into_error())?;
    let mut games_file = games.into_inner().map_err(|error| error.into_error())?;
    players_file.flush()?;
    games_file.flush()?;
    // All of them are whole now: each takes its place.
    let files = [players_file, games_file, summary_file];
    files.into_iter().try_for_each(OutputFile::finish)?;
    Ok(Some(row_count))
}

//! The files of a ranking of rating histories, which are there only when all are whole.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::games_csv::{GAMES_HEADER, game_rows};
use super::history_ranking::HistoryRanking;
use super::players_csv::{PLAYERS_HEADER, player_row};
use super::summary_json::summary;
use plumb_support::output_file::OutputFile;

/// The files that `plumb fairplay ratings` writes into a folder.
pub const RATINGS_FILES: [&str; 3] = ["players.csv", "games.csv", "summary.json"];

/// Writes [`RATINGS_FILES`] into a folder that only this process writes to: how many rows
/// `games.csv` has, or nothing where it was stopped, and then no file is there.
pub fn write_ratings(
    ranking: &HistoryRanking,
    folder: &Path,
    stop: &AtomicBool,
) -> io::Result<Option<u64>> {
    let [players_name, games_name, summary_name] = RATINGS_FILES;
    let file = |name: &str| OutputFile::create(folder.join(name));
    let mut players = csv::Writer::from_writer(file(players_name)?);
    let mut games = csv::Writer::from_writer(file(games_name)?);
    let mut summary_file = file(summary_name)?;
    players.write_record(PLAYERS_HEADER)?;
    games.write_record(GAMES_HEADER)?;
    let mut row_count = 0;
    for player in &ranking.players {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        players.write_record(player_row(ranking, player))?;
        for row in game_rows(ranking, player) {
            games.write_record(row)?;
            row_count += 1;
        }
    }
    writeln!(summary_file, "{:#}", summary(ranking))?;
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

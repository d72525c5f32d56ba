//! A whole ranking of rating histories: games in, tables out.

use std::path::Path;

use super::error::AuditError;
use super::input::{End, GameInput};
use super::observer::{AuditEvent, AuditObserver};
use crate::games::tagged_games;
use crate::ratings::{GameTable, HistoryRanking, RatingsSettings, write_ratings};

/// An observer is told of so many games at once: reading one takes microseconds.
const TELL_EVERY: u64 = 1_000;

/// Ranks the rating histories in the games of texts.
pub struct RatingsAudit;

impl RatingsAudit {
    /// Reads all games by their tags and makes figures of all players.
    pub fn read(
        inputs: Vec<GameInput>,
        settings: RatingsSettings,
        observer: &dyn AuditObserver,
    ) -> Result<HistoryRanking, AuditError> {
        let stop = observer.stop();
        let end = End::default();
        let mut table = GameTable::new(settings.is_faithful);
        for input in inputs {
            table.begin_file(&input.name);
            for game in input.entries(&end, tagged_games) {
                if end.is_there(stop) {
                    break;
                }
                match game {
                    Ok(game) => table
                        .add(&game)
                        .map_err(|error| AuditError::Unsuitable(error.to_string()))?,
                    Err(problem) => {
                        table.add_problem();
                        observer.event(AuditEvent::Problem(&problem));
                    }
                }
                if table.games_read().is_multiple_of(TELL_EVERY) {
                    observer.event(AuditEvent::Read(table.games_read()));
                }
            }
            end.check(stop)?;
        }
        if table.games_read() == 0 {
            return Err(AuditError::NoGames);
        }
        HistoryRanking::of(table, settings, stop).ok_or(AuditError::Stopped)
    }

    /// Writes the files into a folder that only this process writes to: how many games are
    /// kept in them.
    pub fn write(
        ranking: &HistoryRanking,
        folder: &Path,
        observer: &dyn AuditObserver,
    ) -> Result<u64, AuditError> {
        observer.event(AuditEvent::Reported(0, ranking.players.len() as u64));
        let stop = observer.stop();
        let written = write_ratings(ranking, folder, stop)?;
        written.ok_or(AuditError::Stopped)
    }
}

//! A whole screening: games in, tables out.

use std::path::Path;

use super::error::AuditError;
use super::input::{End, GameInput};
use super::observer::{AuditEvent, AuditObserver};
use crate::games::tagged_games;
use crate::screening::{GameTable, Screening, ScreeningSettings, write_screening};

/// An observer is told of so many games at once: reading one takes microseconds.
const TELL_EVERY: u64 = 1_000;

/// A screening of the games of texts.
pub struct ScreeningAudit;

impl ScreeningAudit {
    /// Reads all games by their tags and makes figures of all players.
    pub fn read(
        inputs: Vec<GameInput>,
        settings: ScreeningSettings,
        observer: &dyn AuditObserver,
    ) -> Result<Screening, AuditError> {
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
        Screening::of(table, settings, stop).ok_or(AuditError::Stopped)
    }

    /// Writes the files into a folder that only this process writes to: how many games are
    /// kept in them.
    pub fn write(
        screening: &Screening,
        folder: &Path,
        observer: &dyn AuditObserver,
    ) -> Result<u64, AuditError> {
        observer.event(AuditEvent::Reported(0, screening.players.len() as u64));
        let stop = observer.stop();
        let written = write_screening(screening, folder, stop)?;
        written.ok_or(AuditError::Stopped)
    }
}

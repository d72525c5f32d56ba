//! The recorded moves of a run, one after the other, for what learns from them.

use std::path::Path;

use super::drawn_record::DrawnRecord;
use super::error::AuditError;
use super::judge_source::plumb_judge;
use super::run_notes::{self, RecordKind};
use crate::book::Book;
use crate::figures::{GameReport, Standard, examine};
use crate::games::SourceGame;
use crate::records::{Depths, MoveRecord, PlumbJudge, Profile, Stamp, Store};
use plumb_chess::board::Game;
use plumb_engine::tables::Models;

/// The records of a run that this build made: of drawn moves (choices or levels), or of whole
/// games in the profile `screen` or `full`. Which of these it may be depends on the constructor.
pub struct RecordedMoves {
    store: Store,
    stamp: Stamp,
}

/// A recorded move and where it was made.
pub struct RecordedMove<'a> {
    /// The game it is from.
    pub source: &'a SourceGame,
    /// Its ply, by its index from 0.
    pub index: usize,
    /// The board before it.
    pub game: &'a Game,
    /// What an engine said.
    pub record: &'a MoveRecord,
}

impl RecordedMoves {
    /// Opens a run of drawn moves with lists, or one of whole games in the profile `screen`; a
    /// run by another engine, build or profile is an error that names both.
    pub fn open(folder: &Path, models: &Models) -> Result<RecordedMoves, AuditError> {
        let store = store(folder)?;
        if run_notes::has_maker(&store, RecordKind::Decisions)? {
            let forced = DrawnRecord::ChoiceAndForcedLine;
            let has_forced =
                run_notes::has_profile(&store, RecordKind::Decisions, forced.profile())?;
            let record = match has_forced {
                true => forced,
                false => DrawnRecord::Choice,
            };
            return RecordedMoves::drawn(store, record, models);
        }
        let settings = Depths::of(Profile::Screen).to_string();
        let stamp = Stamp::of_plumb(models.search_digest(), settings);
        run_notes::check_maker(&store, RecordKind::Moves, &stamp, "screen")?;
        Ok(RecordedMoves { store, stamp })
    }

    /// Opens a run of drawn moves with lists, or one of whole games in the profile `screen` or
    /// `full`; a run by another engine, build or profile is an error that names both.
    pub fn open_any(folder: &Path, models: &Models) -> Result<RecordedMoves, AuditError> {
        match RecordedMoves::open_full(folder, models)? {
            Some(full) => Ok(full),
            None => RecordedMoves::open(folder, models),
        }
    }

    /// Opens a run of drawn moves with levels: searches for one line, as in `full`, and no lists.
    /// A run by another engine, build or profile is an error that names both.
    pub fn open_levels(folder: &Path, models: &Models) -> Result<RecordedMoves, AuditError> {
        RecordedMoves::drawn(store(folder)?, DrawnRecord::Levels, models)
    }

    /// Opens the run in a folder if it is in the profile `full`; nothing if it is another. One of
    /// another build is an error that names both.
    pub fn open_full(folder: &Path, models: &Models) -> Result<Option<RecordedMoves>, AuditError> {
        let store = store(folder)?;
        let profile = Profile::Full.to_string();
        if !run_notes::has_profile(&store, RecordKind::Moves, &profile)? {
            return Ok(None);
        }
        let settings = Depths::of(Profile::Full).to_string();
        let stamp = Stamp::of_plumb(models.search_digest(), settings);
        run_notes::check_maker(&store, RecordKind::Moves, &stamp, &profile)?;
        Ok(Some(RecordedMoves { store, stamp }))
    }

    /// A run of drawn moves that has records of this kind.
    fn drawn(
        store: Store,
        record: DrawnRecord,
        models: &Models,
    ) -> Result<RecordedMoves, AuditError> {
        let settings = record.depths().to_string();
        let stamp = Stamp::of_plumb(models.search_digest(), settings);
        run_notes::check_maker(&store, RecordKind::Decisions, &stamp, record.profile())?;
        Ok(RecordedMoves { store, stamp })
    }

    /// Whether its records say what a move lost: those of drawn moves don't.
    pub fn knows_losses(&self) -> bool {
        let drawn = [
            Depths::of_choices(),
            Depths::of_choices_and_forced_lines(),
            Depths::of_levels(),
        ];
        !drawn
            .iter()
            .any(|depths| depths.to_string() == self.stamp.settings)
    }

    /// The stamp of records of drawn moves by this build; what is fitted to them, or to the
    /// same part of records in the profile `screen`, belongs to it.
    pub fn stamp_of_choices(models: &Models) -> Stamp {
        Stamp::of_plumb(models.search_digest(), Depths::of_choices().to_string())
    }

    /// What makes deep looks at moves of such records.
    pub fn deep_judge(models: &Models) -> Result<PlumbJudge, AuditError> {
        plumb_judge(Depths::of_choices(), models)?().map_err(AuditError::Judge)
    }

    /// Whether the recording of its drawn moves was interrupted and not gone on with.
    pub fn is_unfinished(&self) -> Result<bool, AuditError> {
        Ok(run_notes::is_unfinished(&self.store)?)
    }

    /// How many games there are.
    pub fn games(&self) -> Result<u64, AuditError> {
        Ok(self.store.game_count()?)
    }

    /// A game, by its place in the run from 1.
    pub fn source(&self, id: u64) -> Result<SourceGame, AuditError> {
        Ok(self.store.game(id)?)
    }

    /// How many plies a game has, by its place in the run from 1.
    pub fn plies(&self, id: u64) -> Result<usize, AuditError> {
        Ok(self.source(id)?.plies.len())
    }

    /// What reports say of a game by its records; moves without one do not count. A damaged
    /// record is an error.
    pub fn report(
        &self,
        id: u64,
        book: &Book,
        standard: &Standard<'_>,
    ) -> Result<GameReport, AuditError> {
        let source = self.source(id)?;
        let records = self.store.records_of(&source, &self.stamp)?;
        self.check_records(id)?;
        let depth = book.depth(&source)?;
        Ok(examine(id, &source, records, depth, standard, None).0)
    }

    /// Goes through all recorded moves in order until `visit` says no; a damaged record is an
    /// error.
    pub fn each(
        &self,
        mut visit: impl FnMut(u64, RecordedMove<'_>) -> bool,
    ) -> Result<(), AuditError> {
        for id in 1..=self.games()? {
            if !self.of_game(id, |recorded| visit(id, recorded))? {
                break;
            }
        }
        Ok(())
    }

    /// The same of one game, by its place in the run from 1; false if `visit` said no.
    pub fn of_game(
        &self,
        id: u64,
        mut visit: impl FnMut(RecordedMove<'_>) -> bool,
    ) -> Result<bool, AuditError> {
        let source = self.store.game(id)?;
        let mut game = Game::new(source.start.clone());
        for (index, ply) in source.plies.iter().enumerate() {
            let Some(mv) = ply.mv else {
                game.play_null();
                continue;
            };
            if let Some(record) = self.store.record(&game, mv, &self.stamp)? {
                let recorded = RecordedMove {
                    source: &source,
                    index,
                    game: &game,
                    record: &record,
                };
                if !visit(recorded) {
                    return Ok(false);
                }
            }
            game.play(mv);
        }
        self.check_records(id)?;
        Ok(true)
    }

    /// An error if one of the records that were read of a game is damaged.
    fn check_records(&self, id: u64) -> Result<(), AuditError> {
        match self.store.take_damaged().pop() {
            None => Ok(()),
            Some(record) => {
                let place = self.store.place();
                Err(AuditError::Unsuitable(format!(
                    "{place}: {record} of game {id} has a damaged record; the command that made the run makes it again"
                )))
            }
        }
    }
}

/// The file of the run in a folder.
fn store(folder: &Path) -> Result<Store, AuditError> {
    let path = folder.join("run.sqlite");
    match path.is_file() {
        true => Ok(Store::open(&path)?),
        false => Err(AuditError::Unsuitable(format!(
            "{}: no run is there; make one with plumb-lab train records GAMES.pgn --out DIR",
            folder.display()
        ))),
    }
}

//! Whose moves get a deep look: those of rated players who were asked for enough choices and
//! are not computers.
//!
//! A deep look costs more than the rest of a record, and what it is for needs many choices of
//! one player. Whom it is for follows from the games of the run alone. Start with
//! `DeepSelection::of`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use super::error::AuditError;
use super::observer::{AuditEvent, AuditObserver};
use super::run_notes;
use crate::book::Book;
use crate::figures::asked_plies;
use crate::games::SourceGame;
use crate::records::{DeepPlan, MoveRecord, PlumbJudge, Stamp, Store, make_deep_looks};
use plumb_chess::board::Color;
use plumb_engine::syzygy::Tablebases;

/// Theory that a run leaves out, since it is knowledge and not play: openings and endgames.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    /// The opening book; none where only the first plies of games are left out.
    pub(super) book: Option<&'a Book>,
    /// Endgame tablebases, if there are any.
    pub(super) tables: Option<&'a Tablebases>,
}

impl Known<'_> {
    /// The plies at which each side of a game was asked for a choice. A book that cannot be
    /// read is told when records are made.
    fn choice_plies(&self, game: &SourceGame, records: &[Option<MoveRecord>]) -> [Vec<usize>; 2] {
        let depth = self.book.and_then(|book| book.depth(game).ok());
        asked_plies(
            game,
            records,
            depth.map_or(0, |depth| depth.plies),
            self.tables,
        )
    }
}

/// The players whose moves get a deep look.
#[derive(Clone, Debug, Default)]
pub(super) struct DeepSelection {
    names: BTreeSet<String>,
}

impl DeepSelection {
    /// The rated players with at least `least` choices by the records of `stamp`.
    pub(super) fn of(
        store: &Store,
        stamp: &Stamp,
        known: Known<'_>,
        least: u64,
    ) -> Result<DeepSelection, AuditError> {
        let mut choices: BTreeMap<String, u64> = BTreeMap::new();
        for id in 1..=store.game_count()? {
            let game = store.game(id)?;
            // Records take long to read, and nobody is asked for a choice without a rating.
            let is_rated = |side| {
                let is_person = game.player(side).is_some() && !game.is_computer(side);
                is_person && game.rating(side).is_some()
            };
            if ![Color::White, Color::Black].into_iter().any(is_rated) {
                continue;
            }
            let asked = known.choice_plies(&game, &store.records_of(&game, stamp)?);
            for (side, plies) in [Color::White, Color::Black].into_iter().zip(asked) {
                if let Some(name) = game.player(side) {
                    *choices.entry(name.to_owned()).or_default() += plies.len() as u64;
                }
            }
        }
        let enough = choices.into_iter().filter(|(_, count)| *count >= least);
        Ok(DeepSelection {
            names: enough.map(|(name, _)| name).collect(),
        })
    }

    /// These players.
    pub(super) fn of_names(names: impl IntoIterator<Item = String>) -> DeepSelection {
        DeepSelection {
            names: names.into_iter().collect(),
        }
    }

    /// Whether any moves of a game get one.
    fn is_for(&self, game: &SourceGame) -> bool {
        let mut sides = [Color::White, Color::Black].into_iter();
        sides.any(|side| self.holds(game, side))
    }

    /// Whether the moves of this side get one.
    fn holds(&self, game: &SourceGame, side: Color) -> bool {
        let is_own = |name| self.names.contains(name);
        game.player(side).is_some_and(is_own) && !game.is_computer(side)
    }
}

impl DeepSelection {
    /// Takes away the looks that this run does not ask for: those of players who had more
    /// choices, or by another book, in another run of the same folder.
    pub(super) fn keep_own(
        &self,
        game: &SourceGame,
        records: &mut [Option<MoveRecord>],
        known: Known<'_>,
    ) {
        let plies = self.plies(game, records, known);
        for (index, record) in records.iter_mut().enumerate() {
            if let Some(record) = record.as_mut().filter(|_| !plies.contains(&index)) {
                record.deep_look = None;
            }
        }
    }

    /// The plies of a game whose records must have a look, if they are of no first choice.
    fn plies(
        &self,
        game: &SourceGame,
        records: &[Option<MoveRecord>],
        known: Known<'_>,
    ) -> Vec<usize> {
        if !self.is_for(game) {
            return Vec::new();
        }
        let asked = known.choice_plies(game, records);
        let sides = [Color::White, Color::Black].into_iter().zip(asked);
        let own = sides.filter(|(side, _)| self.holds(game, *side));
        own.flat_map(|(_, plies)| plies).collect()
    }

    /// The moves, by game and ply from 1, whose records must have a look and have none.
    pub(super) fn missing(
        &self,
        store: &Store,
        stamp: &Stamp,
        known: Known<'_>,
    ) -> Result<Vec<(u64, usize)>, AuditError> {
        let mut missing = Vec::new();
        for id in 1..=store.game_count()? {
            let game = store.game(id)?;
            if !self.is_for(&game) {
                continue;
            }
            let records = store.records_of(&game, stamp)?;
            let lacks =
                |record: &MoveRecord| record.deep_look.is_none() && !record.is_first_choice();
            let plies = self.plies(&game, &records, known);
            let plies = plies.into_iter();
            let without = plies.filter(|&index| records[index].as_ref().is_some_and(lacks));
            missing.extend(without.map(|index| (id, index + 1)));
        }
        Ok(missing)
    }
}

/// Makes every deep look that a run asks for and lacks; false when stopped.
pub(super) fn deepen(
    store: &mut Store,
    stamp: &Stamp,
    known: Known<'_>,
    selection: &DeepSelection,
    jobs: usize,
    judge: &(dyn Fn() -> Result<PlumbJudge, String> + Sync),
    observer: &dyn AuditObserver,
) -> Result<bool, AuditError> {
    run_notes::check_deep_looks(store)?;
    if selection.names.is_empty() {
        return Ok(true);
    }
    let selected =
        |game: &SourceGame, records: &[Option<MoveRecord>]| selection.plies(game, records, known);
    let plan = DeepPlan {
        jobs,
        judge,
        stamp,
        is_for: &|game| selection.is_for(game),
        selected_plies: &selected,
    };
    make_deep_looks(store, &plan, observer.stop(), |progress| {
        observer.event(AuditEvent::LookedDeeper(progress));
    })?;
    Ok(!observer.stop().load(Ordering::Relaxed))
}

#[cfg(test)]
#[path = "deep_selection_tests.rs"]
mod tests;

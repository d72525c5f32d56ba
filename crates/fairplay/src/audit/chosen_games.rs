//! The games of an input that a run takes, and who plays in all of it.

use std::collections::{BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::deep_candidates::Candidates;
use super::game_selection::GameSelection;
use super::input::{End, PortionSettings};
use super::observer::{AuditEvent, AuditObserver};
use crate::games::{LookAlikes, SourceGame};
use plumb_chess::board::Color;
use plumb_chess::notation::pgn::PgnProblem;

/// The games of an input that a run takes, with the problems between them, in their order.
pub(super) struct ChosenGames<'a, I> {
    entries: I,
    selection: &'a GameSelection,
    share: PortionSettings,
    end: &'a End,
    observer: &'a dyn AuditObserver,
    /// Games that the selection chooses, before every n-th of them is taken.
    suitable: u64,
    /// Games taken, by this share or by others.
    taken: usize,
    /// Everybody in the input, chosen or not: hashes, so that a million are few.
    players: HashSet<u64>,
    names: LookAlikes,
    candidates: Candidates,
}

impl<'a, I> ChosenGames<'a, I> {
    pub(super) fn new(
        entries: I,
        selection: &'a GameSelection,
        share: PortionSettings,
        end: &'a End,
        observer: &'a dyn AuditObserver,
    ) -> Self {
        ChosenGames {
            entries,
            selection,
            share,
            end,
            observer,
            suitable: 0,
            taken: 0,
            players: HashSet::new(),
            names: LookAlikes::default(),
            candidates: Candidates::new(share.rules),
        }
    }

    /// How many players the input has, and those who may have enough choices in all of it for
    /// deep looks.
    pub(super) fn noted(self) -> (u64, BTreeSet<String>) {
        let least = self.share.deep_looks_from.unwrap_or(u64::MAX);
        let candidates = self.candidates.with_at_least(least);
        (self.players.len() as u64, candidates)
    }

    /// Adds the players of a game, and notes a name that looks like an earlier one.
    fn note_players(&mut self, game: &mut SourceGame) {
        for side in [Color::White, Color::Black] {
            let Some(name) = game.player(side) else {
                continue;
            };
            self.players.insert(hash(name));
            let note = self.names.note(name);
            game.notes.extend(note);
        }
    }

    /// Whether the selection takes the next game: every n-th of those that it chooses.
    fn takes(&mut self, game: &SourceGame) -> bool {
        if !self.selection.chooses(game) {
            return false;
        }
        self.suitable += 1;
        let every = self.selection.every.map_or(1, u64::from);
        self.suitable.is_multiple_of(every)
    }

    /// Whether an entry belongs to the share that is read.
    fn is_own(&mut self, entry: &Result<SourceGame, PgnProblem>) -> bool {
        let Some(shard) = self.share.portion.shard() else {
            return true;
        };
        let is_own = shard.has(entry);
        if let (Ok(game), Some(_)) = (entry, self.share.deep_looks_from) {
            self.candidates.add(game, is_own);
        }
        is_own
    }
}

impl<I> Iterator for ChosenGames<'_, I>
where
    I: Iterator<Item = Result<SourceGame, PgnProblem>>,
{
    type Item = Result<SourceGame, PgnProblem>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut entry = self.entries.next()?;
            // Also where none is chosen for a long time.
            if self.end.is_there(self.observer.stop()) {
                return None;
            }
            if let Ok(game) = &mut entry {
                self.note_players(game);
                if !self.takes(game) {
                    continue;
                }
                self.taken += 1;
                if self
                    .selection
                    .max_games
                    .is_some_and(|most| self.taken > most)
                {
                    return None;
                }
            }
            // Last of all, so that all shares together are what is chosen.
            if !self.is_own(&entry) {
                continue;
            }
            match &entry {
                Err(problem) => self.observer.event(AuditEvent::Problem(problem)),
                Ok(game) => {
                    for note in &game.notes {
                        let note = game.problem(note.clone());
                        self.observer.event(AuditEvent::Note(&note));
                    }
                }
            }
            return Some(entry);
        }
    }
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

//! Players who may have enough choices for deep looks in the whole input, of which a share has
//! only some games and no other share's records.
//!
//! Every move that may have a record is counted, so that nobody is missing; a merge leaves
//! out who turns out to have fewer choices.

use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, Hash, RandomState};

use crate::facts::{Rules, selected_plies};
use crate::games::SourceGame;
use plumb_chess::board::Color;

/// Counts moves of rated players who are not computers.
pub(super) struct Candidates {
    rules: Rules,
    hashes: RandomState,
    /// Moves by a hash of the name: two names in one have more, which harms nobody.
    moves: HashMap<u64, u64>,
    /// Those who play in the share's own games.
    own: BTreeSet<String>,
}

impl Candidates {
    /// By these rules.
    pub(super) fn new(rules: Rules) -> Candidates {
        Candidates {
            rules,
            hashes: RandomState::new(),
            moves: HashMap::new(),
            own: BTreeSet::new(),
        }
    }

    /// Counts the moves of a game, which is the share's own or another's.
    pub(super) fn add(&mut self, game: &SourceGame, is_own: bool) {
        let selected = selected_plies(game, 0, &self.rules, None);
        for (side, first) in [(Color::White, 0), (Color::Black, 1)] {
            let (Some(name), Some(_)) = (game.player(side), game.rating(side)) else {
                continue;
            };
            if game.is_computer(side) {
                continue;
            }
            // Black begins where a position was set up so.
            let first = (first + usize::from(game.start.turn() == Color::Black)) % 2;
            let own = selected.iter().filter(|&&ply| ply % 2 == first).count();
            *self.moves.entry(self.hash(name)).or_default() += own as u64;
            if is_own && !self.own.contains(name) {
                self.own.insert(name.to_owned());
            }
        }
    }

    fn hash(&self, name: impl Hash) -> u64 {
        self.hashes.hash_one(name)
    }

    /// Those with so many moves or more.
    pub(super) fn with_at_least(mut self, least: u64) -> BTreeSet<String> {
        let mut own = std::mem::take(&mut self.own);
        own.retain(|name| {
            self.moves
                .get(&self.hash(name.as_str()))
                .copied()
                .unwrap_or(0)
                >= least
        });
        own
    }
}

//! `go mate`: a proof that there is, or is not, a mate in so many moves.
//!
//! The ordinary search prunes, and can overlook a quiet key move for a long
//! time. This one tries every move, so what it says is certain. It knows
//! nothing of scores: the attacker needs one move that mates against every
//! defence, within a number of plies.

use plumb_chess::board::{CheckSquares, Move, MoveList};

use super::history::Step;
use super::task::SearchTask;
use super::worker::Worker;

/// What became of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// There is a mate; the line with the longest defence.
    Mate(Vec<Move>),
    /// There is none within that many moves.
    NoMate,
    /// Stopped, or too expensive.
    Unknown,
}

/// Positions in which no mate was found within so many plies.
pub(super) struct RefutationTable {
    entries: Vec<(u64, u8)>,
}

const ENTRIES: usize = 1 << 16;

impl RefutationTable {
    pub fn new() -> RefutationTable {
        RefutationTable {
            entries: vec![(0, 0); ENTRIES],
        }
    }

    fn knows(&self, key: u64, plies: u32) -> bool {
        let (stored, depth) = self.entries[key as usize % ENTRIES];
        stored == key && depth as u32 >= plies
    }

    fn learn(&mut self, key: u64, plies: u32) {
        self.entries[key as usize % ENTRIES] = (key, plies.min(255) as u8);
    }
}

impl Worker {
    /// Looks for a mate in at most `moves` moves of the side to move, with at most `budget`
    /// nodes. Only the root moves of this search are tried.
    pub(super) fn prove_mate(
        &mut self,
        task: &SearchTask,
        refuted: &mut RefutationTable,
        moves: u32,
        budget: u64,
    ) -> Proof {
        let last_node = self.nodes.saturating_add(budget);
        let candidates: MoveList = self.root_moves.iter().map(|root| root.mv).collect();
        match self.attack(task, refuted, &candidates, 2 * moves - 1, last_node) {
            Some(line) => Proof::Mate(line),
            None if self.stopped || self.nodes >= last_node => Proof::Unknown,
            None => Proof::NoMate,
        }
    }

    /// A line that mates within `plies`, an odd number, if there is one.
    fn attack(
        &mut self,
        task: &SearchTask,
        refuted: &mut RefutationTable,
        candidates: &MoveList,
        plies: u32,
        last_node: u64,
    ) -> Option<Vec<Move>> {
        self.enter_node(task);
        let position = self.game.position();
        let key = position.key();
        let at_root = self.ply == 0;
        if !at_root && (self.fifty_moves_are_up() || refuted.knows(key, plies)) {
            return None;
        }
        // Checks first: they leave the fewest defences. The last move has to
        // be one.
        let checks = CheckSquares::new(position);
        let mut ordered: Vec<(bool, Move)> = candidates
            .iter()
            .map(|&mv| (!checks.given_by(position, mv), mv))
            .collect();
        if plies == 1 {
            ordered.retain(|&(quiet, _)| !quiet);
        }
        ordered.sort_by_key(|&(quiet, _)| quiet);
        for (_, mv) in ordered {
            let Some(piece) = self.game.position().mover(mv.from()) else {
                continue;
            };
            self.play(Step { piece, mv });
            let line = self.defend(task, refuted, plies - 1, last_node);
            self.undo();
            if let Some(mut line) = line {
                line.insert(0, mv);
                return Some(line);
            }
            if self.stopped || self.nodes >= last_node {
                return None;
            }
        }
        if !at_root {
            refuted.learn(key, plies);
        }
        None
    }

    /// Repetition is left out: the shortest mate never repeats a position, and
    /// what is refuted must not depend on the way to it.
    fn fifty_moves_are_up(&self) -> bool {
        self.game.position().halfmove_clock() >= 100
    }

    /// The longest line if every defence is mated within `plies`, an even
    /// number.
    fn defend(
        &mut self,
        task: &SearchTask,
        refuted: &mut RefutationTable,
        plies: u32,
        last_node: u64,
    ) -> Option<Vec<Move>> {
        self.enter_node(task);
        let replies = self.game.position().legal_moves();
        if replies.is_empty() {
            return self.game.position().in_check().then(Vec::new);
        }
        if plies == 0 || self.fifty_moves_are_up() {
            return None;
        }
        let mut longest = Vec::new();
        for mv in replies {
            let Some(piece) = self.game.position().mover(mv.from()) else {
                continue;
            };
            self.play(Step { piece, mv });
            let candidates = self.game.position().legal_moves();
            let line = self.attack(task, refuted, &candidates, plies - 1, last_node);
            self.undo();
            let mut line = line?;
            if line.len() >= longest.len() {
                line.insert(0, mv);
                longest = line;
            }
        }
        Some(longest)
    }
}

//! The tree of a window of a game: legal moves, a policy's shares, and losses by search.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::loss_table::{LossSearch, LossTable};
use super::policy::{History, Policy, PolicyQuestion, shares_of_legal_moves};
use super::tree::{LineTree, TreeError};
use super::window::Window;
use plumb_chess::board::{Color, Game, Move};
use plumb_support::random::mixed;

/// Who plays, by ratings as the policy counts them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratings {
    /// White's, in Elo.
    pub white: f64,
    /// Black's.
    pub black: f64,
}

impl Ratings {
    /// One side's.
    pub fn of(&self, side: Color) -> f64 {
        side.fold(self.white, self.black)
    }
}

/// What is known of a window's tree so far, for all threads.
#[derive(Debug, Default)]
pub struct TreeMemory {
    shares: Mutex<HashMap<u64, Arc<[f64]>>>,
    /// What moves lose.
    pub losses: Arc<LossTable>,
}

/// A thread's view of a window's tree.
pub struct PositionTree {
    root: Game,
    plies: usize,
    suspect: Color,
    ratings: Ratings,
    memory: Arc<TreeMemory>,
    policy: Box<dyn Policy>,
    losses: LossSearch,
}

/// How many moves before the window a policy that looks at last moves is told.
const LAST_MOVES: usize = 2;

impl PositionTree {
    /// Of a window; `memory` must be of the same policy and ratings, and `losses` write into its
    /// table.
    pub fn new(
        window: &Window,
        ratings: Ratings,
        memory: Arc<TreeMemory>,
        policy: Box<dyn Policy>,
        losses: LossSearch,
    ) -> PositionTree {
        PositionTree {
            root: root(&window.before, policy.history()),
            plies: window.moves.len(),
            suspect: window.suspect,
            ratings,
            memory,
            policy,
            losses,
        }
    }

    /// The choices of a line of legal moves.
    pub fn choices_of(&self, moves: &[Move]) -> Vec<u16> {
        self.choices_beside(moves, moves)
    }

    /// Legal moves as choices, each in the position where the move of a line was made.
    pub fn choices_beside(&self, line: &[Move], moves: &[Move]) -> Vec<u16> {
        let mut state = self.root();
        let mut choices = Vec::with_capacity(moves.len());
        for (&played, &mv) in line.iter().zip(moves) {
            let legal = state.position().legal_moves();
            let index = legal.iter().position(|&other| other == mv).unwrap_or(0);
            choices.push(index as u16);
            state.play(played);
        }
        choices
    }

    /// What the suspect would have lost along a line, had he made other choices in its positions.
    pub fn loss_in_place(&mut self, line: &[u16], instead: &[u16]) -> Result<u32, TreeError> {
        let mut state = self.root();
        let mut cpl: u32 = 0;
        for (ply, (&choice, &made)) in line.iter().zip(instead).enumerate() {
            if self.is_suspects(ply) {
                cpl = cpl.saturating_add(self.loss(&state, made)?);
            }
            state = self.child(&state, choice)?;
        }
        Ok(cpl)
    }

    /// The moves of a line.
    pub fn moves_of(&self, choices: &[u16]) -> Vec<Move> {
        let mut state = self.root();
        let mut moves = Vec::with_capacity(choices.len());
        for &choice in choices {
            let legal = state.position().legal_moves();
            let Some(&mv) = legal.get(usize::from(choice)) else {
                break;
            };
            moves.push(mv);
            state.play(mv);
        }
        moves
    }
}

impl LineTree for PositionTree {
    type State = Game;

    fn plies(&self) -> usize {
        self.plies
    }

    fn root(&self) -> Game {
        self.root.clone()
    }

    fn is_over(&self, state: &Game) -> bool {
        let position = state.position();
        position.has_no_moves() || position.is_insufficient_material()
    }

    fn shares(&mut self, state: &Game) -> Result<Arc<[f64]>, TreeError> {
        let key = key(state, self.policy.history());
        if let Some(known) = self.memory.shares.lock().get(&key) {
            return Ok(Arc::clone(known));
        }
        let position = state.position();
        let legal: Vec<Move> = position.legal_moves().iter().copied().collect();
        let Ratings { white, black } = self.ratings;
        let question = PolicyQuestion {
            game: state,
            legal: &legal,
            rating: position.turn().fold(white, black),
            opponent_rating: position.turn().fold(black, white),
        };
        let chances = self.policy.chances(&question)?;
        let shares: Arc<[f64]> = shares_of_legal_moves(position, &legal, &chances)?.into();
        let mut known = self.memory.shares.lock();
        Ok(Arc::clone(known.entry(key).or_insert(shares)))
    }

    fn child(&mut self, state: &Game, choice: u16) -> Result<Game, TreeError> {
        let legal = state.position().legal_moves();
        let mut next = state.clone();
        if let Some(&mv) = legal.get(usize::from(choice)) {
            next.play(mv);
        }
        Ok(next)
    }

    fn is_suspects(&self, ply: usize) -> bool {
        (self.root.position().turn() == self.suspect) == ply.is_multiple_of(2)
    }

    fn loss(&mut self, state: &Game, choice: u16) -> Result<u32, TreeError> {
        let legal = state.position().legal_moves();
        match legal.get(usize::from(choice)) {
            Some(&mv) => self.losses.loss(state.position(), mv),
            None => Ok(0),
        }
    }
}

/// The board before the window with as much of the game as the policy looks at.
fn root(before: &Game, history: History) -> Game {
    let kept = match history {
        History::Position => 0,
        History::LastMoves => LAST_MOVES,
        History::Game => return before.clone(),
    };
    let start = before.ply().saturating_sub(kept);
    let position = before.position_at(start).unwrap_or(before.start());
    let mut game = Game::new(position.clone());
    for mv in &before.moves()[start..] {
        match mv {
            Some(mv) => game.play(*mv),
            None => game.play_null(),
        }
    }
    game
}

/// What the policy's answer depends on, as a number.
fn key(state: &Game, history: History) -> u64 {
    let kept = match history {
        History::Position => 0,
        History::LastMoves => LAST_MOVES,
        History::Game => state.ply(),
    };
    let start = state.ply().saturating_sub(kept);
    let earlier = state.moves()[start..].iter();
    let mut key = state.position().key();
    for (number, mv) in earlier.enumerate() {
        let bits = mv.map_or(u64::MAX, |mv| u64::from(mv.to_bits()));
        key = mixed(key ^ mixed(bits.wrapping_add((number as u64) << 32)));
    }
    // What the opponent's last move took is part of what it was.
    let took = state.ply().checked_sub(1).and_then(|ply| {
        let mv = (*state.moves().get(ply)?)?;
        state.position_at(ply)?.captured_by(mv)
    });
    match (history, took) {
        (History::LastMoves, Some(kind)) => mixed(key ^ (1 + kind.index() as u64)),
        _ => key,
    }
}

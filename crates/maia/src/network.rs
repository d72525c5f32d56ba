//! A network, and the probabilities it gives to the moves of a position.

use super::convolution::{Convolution, Scratch};
use super::error::NetworkError;
use super::features::Features;
use super::file::read_network;
use super::move_index::{MoveIndex, move_indices};
use super::planes::planes;
use super::squeeze::Squeeze;
use plumb_chess::board::{Game, Move};

/// A residual block: two convolutions, whose result is added to what came in.
pub(super) struct Block {
    pub convolutions: [Convolution; 2],
    /// None in a block without squeeze-excitation.
    pub squeeze: Option<Squeeze>,
}

/// A network of Maia, which predicts the moves of people of one rating. It takes 4.2 MB of memory. Any
/// number of threads can ask it; each answer is computed on the thread that asks.
pub struct Network {
    pub(super) input: Convolution,
    pub(super) blocks: Vec<Block>,
    /// The policy head: its hidden layer, then its result.
    pub(super) policy: [Convolution; 2],
}

impl Network {
    /// Reads a network's file, packed with gzip or not.
    pub fn read(file: &[u8]) -> Result<Network, NetworkError> {
        read_network(file)
    }

    /// The logit of each legal move in the current position of a game, in the order of
    /// `Position::legal_moves`: a move's probability is in proportion to its exponential. The last
    /// eight positions of the game matter.
    pub fn logits(&self, game: &Game) -> Vec<(Move, f64)> {
        let position = game.position();
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Vec::new();
        }
        let answer = self.answer(&planes(game));
        let value = |index: MoveIndex| answer.square(index.square)[index.plane];
        let logit = |mv: &Move| {
            let (index, other) = move_indices(position, *mv);
            let other = other.map_or(f32::NEG_INFINITY, value);
            (*mv, f64::from(value(index).max(other)))
        };
        moves.iter().map(logit).collect()
    }

    /// The probability, 0 to 1, of each legal move in the current position of a game, in the order
    /// of `Position::legal_moves`; they sum to one. They are NaN if a damaged network's logits are
    /// not finite.
    pub fn probabilities(&self, game: &Game) -> Vec<(Move, f64)> {
        let mut moves = self.logits(game);
        let most = moves.iter().map(|(_, logit)| *logit);
        let most = most.fold(f64::NEG_INFINITY, f64::max);
        // `libm`, so that every machine has the same result.
        moves
            .iter_mut()
            .for_each(|(_, value)| *value = libm::exp(*value - most));
        let sum: f64 = moves.iter().map(|(_, value)| value).sum();
        moves.iter_mut().for_each(|(_, value)| *value /= sum);
        moves
    }

    /// The planes of the policy.
    fn answer(&self, planes: &Features) -> Features {
        let mut scratch = Scratch::default();
        let mut board = self.input.apply(planes, true, &mut scratch);
        for block in &self.blocks {
            let [first, second] = &block.convolutions;
            let inner = first.apply(&board, true, &mut scratch);
            let mut change = second.apply(&inner, false, &mut scratch);
            if let Some(squeeze) = &block.squeeze {
                squeeze.apply(&mut change);
            }
            for (value, change) in board.values.iter_mut().zip(&change.values) {
                *value = (*value + change).max(0.0);
            }
        }
        let [hidden, result] = &self.policy;
        let board = hidden.apply(&board, true, &mut scratch);
        result.apply(&board, false, &mut scratch)
    }
}

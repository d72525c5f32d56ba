//! Numbers for each square of a board, between two layers of a network.

/// Channels that are computed at a time; numbers of channels are rounded up to multiples of it.
pub(super) const LANES: usize = 16;
/// A board with an empty square around it, so that convolutions need no rule for its edges.
pub(super) const WIDTH: usize = 10;

/// Values by square and channel. The squares around the board stay zero.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Features {
    pub values: Vec<f32>,
    /// Channels of a square, a multiple of `LANES`.
    pub channels: usize,
}

/// Index among the padded squares of a square of the board, 0 for a1 to 63 for h8.
pub(super) const fn padded(square: usize) -> usize {
    (square / 8 + 1) * WIDTH + square % 8 + 1
}

impl Features {
    /// All zero, for at least this number of channels.
    pub(super) fn new(channels: usize) -> Features {
        let channels = channels.next_multiple_of(LANES);
        Features {
            values: vec![0.0; WIDTH * WIDTH * channels],
            channels,
        }
    }

    /// The channels of a square.
    pub(super) fn square(&self, square: usize) -> &[f32] {
        &self.values[padded(square) * self.channels..][..self.channels]
    }

    /// Mutable channels of a square.
    pub(super) fn square_mut(&mut self, square: usize) -> &mut [f32] {
        &mut self.values[padded(square) * self.channels..][..self.channels]
    }
}

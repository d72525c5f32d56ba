//! Squeeze-excitation: the mean values of a board scale and shift each channel.
//!
//! J. Hu et al., Squeeze-and-Excitation Networks, CVPR 2018; as in lc0, the second layer gives
//! each channel a factor (through a sigmoid) and a bias.

use super::error::NetworkError;
use super::features::Features;
use super::fields::{Fields, Value};
use super::layer::layer;

/// The two layers of a residual block's squeeze-excitation.
pub(super) struct Squeeze {
    channels: usize,
    /// By hidden value and channel.
    inner: Vec<f32>,
    inner_biases: Vec<f32>,
    /// By result and hidden value; results are the factors, then the biases.
    outer: Vec<f32>,
    outer_biases: Vec<f32>,
}

impl Squeeze {
    /// Reads both layers, for this number of channels.
    pub(super) fn read(
        message: &[u8],
        part: &str,
        channels: usize,
    ) -> Result<Squeeze, NetworkError> {
        let mut layers: [Vec<f32>; 4] = Default::default();
        for field in Fields::new(message, part) {
            if let (number @ 1..=4, Value::Bytes(bytes)) = field? {
                layers[number as usize - 1] = layer(bytes, part)?;
            }
        }
        let [inner, inner_biases, outer, outer_biases] = layers;
        let hidden = inner_biases.len();
        for (found, expected) in [
            (inner.len(), hidden * channels),
            (outer.len(), 2 * hidden * channels),
            (outer_biases.len(), 2 * channels),
        ] {
            if found != expected || hidden == 0 {
                let expected = expected.to_string();
                return Err(NetworkError::Size(part.to_owned(), found, expected));
            }
        }
        Ok(Squeeze {
            channels,
            inner,
            inner_biases,
            outer,
            outer_biases,
        })
    }

    /// Multiplies each channel by its factor and adds its bias.
    pub(super) fn apply(&self, board: &mut Features) {
        let mut means = vec![0.0_f32; board.channels];
        for square in 0..64 {
            let values = board.square(square);
            means.iter_mut().zip(values).for_each(|(m, v)| *m += v);
        }
        means.iter_mut().for_each(|mean| *mean /= 64.0);
        let hidden = dense(&self.inner, &self.inner_biases, &means[..self.channels]);
        let hidden: Vec<f32> = hidden.into_iter().map(|value| value.max(0.0)).collect();
        let mut factors = dense(&self.outer, &self.outer_biases, &hidden);
        let mut biases = factors.split_off(self.channels);
        factors
            .iter_mut()
            .for_each(|factor| *factor = sigmoid(*factor));
        // Channels that only round up stay zero.
        factors.resize(board.channels, 0.0);
        biases.resize(board.channels, 0.0);
        for square in 0..64 {
            let values = board.square_mut(square).iter_mut();
            for ((value, factor), bias) in values.zip(&factors).zip(&biases) {
                *value = *value * factor + bias;
            }
        }
    }
}

fn sigmoid(value: f32) -> f32 {
    // `libm`, so that every machine has the same result.
    1.0 / (1.0 + libm::expf(-value))
}

/// A layer in which every value depends on every input.
fn dense(weights: &[f32], biases: &[f32], inputs: &[f32]) -> Vec<f32> {
    let rows = weights.chunks_exact(inputs.len()).zip(biases);
    rows.map(|(row, bias)| row.iter().zip(inputs).map(|(w, x)| w * x).sum::<f32>() + bias)
        .collect()
}

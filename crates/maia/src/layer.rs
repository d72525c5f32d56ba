//! Layers of a network's file: lists of numbers, and convolutions.

use super::error::NetworkError;
use super::fields::{Fields, Value};
use plumb_support::wording::{say, text};

/// Added to a variance before its root is taken, as in lc0.
const EPSILON: f32 = 1e-5;
/// The encoding with 16 bits a value, as lc0 numbers it; files without a number mean it too.
const LINEAR_16: u64 = 1;

/// The values of a layer. Each has 16 bits, p: it is minimum + p / 65535 × (maximum − minimum)
/// of the layer (lc0's `LINEAR16`).
pub(super) fn layer(message: &[u8], part: &str) -> Result<Vec<f32>, NetworkError> {
    let (mut least, mut most, mut steps) = (0.0, 0.0, &[][..]);
    for field in Fields::new(message, part) {
        match field? {
            (1, Value::Fixed(bytes)) => least = f32::from_le_bytes(bytes),
            (2, Value::Fixed(bytes)) => most = f32::from_le_bytes(bytes),
            (3, Value::Bytes(bytes)) => steps = bytes,
            (4, Value::Integer(encoding)) if encoding > LINEAR_16 => {
                let property = text!(maia.encoding);
                return Err(NetworkError::Format(property, encoding, LINEAR_16));
            }
            _ => {}
        }
    }
    let range = most - least;
    if !least.is_finite() || !range.is_finite() {
        return Err(NetworkError::NotFinite(part.to_owned()));
    }
    let (steps, rest) = steps.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(NetworkError::Damaged(part.to_owned()));
    }
    let value = |step: &[u8; 2]| f32::from(u16::from_le_bytes(*step)) / 65535.0 * range + least;
    Ok(steps.iter().map(value).collect())
}

/// The weights and biases of a convolution, with its batch normalisation folded into them.
pub(super) struct FileConvolution {
    /// By output, input, and square of the 3×3 from the first rank on.
    pub weights: Vec<f32>,
    /// One for each output.
    pub biases: Vec<f32>,
    pub inputs: usize,
}

impl FileConvolution {
    /// Reads a 3×3 convolution with this number of inputs; with `outputs` None the file has any
    /// number of outputs.
    pub(super) fn read(
        message: &[u8],
        part: &str,
        inputs: usize,
        outputs: Option<usize>,
    ) -> Result<FileConvolution, NetworkError> {
        let mut layers: [Vec<f32>; 6] = Default::default();
        for field in Fields::new(message, part) {
            if let (number @ 1..=6, Value::Bytes(bytes)) = field? {
                layers[number as usize - 1] = layer(bytes, part)?;
            }
        }
        let [mut weights, biases, means, variances, gammas, betas] = layers;
        let size = 9 * inputs;
        let count = outputs.unwrap_or(weights.len() / size);
        let expected = |size: usize| match size {
            0 => say!(maia.multiple, size = 9 * inputs),
            size => size.to_string(),
        };
        let of_size = |values: Vec<f32>, size: usize| match values.len() == size && size > 0 {
            true => Ok(values),
            false => Err(NetworkError::Size(
                part.to_owned(),
                values.len(),
                expected(size),
            )),
        };
        weights = of_size(weights, size * count)?;
        let or = |values: Vec<f32>, default: f32| match values.is_empty() {
            true => Ok(vec![default; count]),
            false => of_size(values, count),
        };
        let mut biases = or(biases, 0.0)?;
        if !means.is_empty() {
            let means = of_size(means, count)?;
            let variances = of_size(variances, count)?;
            let (gammas, betas) = (or(gammas, 1.0)?, or(betas, 0.0)?);
            for (output, kernels) in weights.chunks_exact_mut(size).enumerate() {
                let scale = gammas[output] / (variances[output] + EPSILON).sqrt();
                kernels.iter_mut().for_each(|weight| *weight *= scale);
                biases[output] = betas[output] + scale * (biases[output] - means[output]);
            }
        }
        if weights
            .iter()
            .chain(&biases)
            .any(|value| !value.is_finite())
        {
            return Err(NetworkError::NotFinite(part.to_owned()));
        }
        Ok(FileConvolution {
            weights,
            biases,
            inputs,
        })
    }

    pub(super) fn outputs(&self) -> usize {
        self.biases.len()
    }
}

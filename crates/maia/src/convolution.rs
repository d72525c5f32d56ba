//! Convolutions of 3×3 squares.
//!
//! They are computed as by S. Winograd (A. Lavin and S. Gray, Fast Algorithms for Convolutional
//! Neural Networks, CVPR 2016, F(2×2, 3×3)): a tile of 4×4 squares and the 3×3 weights are each
//! transformed to 16 places, so that 2×2 results need 16 multiplications for each pair of channels
//! instead of 36. What remains are 16 products of matrices.

use super::features::{Features, LANES, WIDTH};
use super::layer::FileConvolution;

/// Places of a transformed tile.
const PLACES: usize = 16;
/// Tiles of a board, four in a row.
const TILES: usize = 16;
/// Tiles whose sums are held in registers at a time.
const GROUP: usize = 4;
/// Channels that a transform holds in registers at a time.
const STEP: usize = 8;

/// A convolution with its weights transformed.
pub(super) struct Convolution {
    /// By place, block of outputs, and input: the weights of `LANES` outputs.
    weights: Vec<[f32; LANES]>,
    biases: Vec<f32>,
    inputs: usize,
}

/// Memory that convolutions share during an evaluation.
#[derive(Default)]
pub(super) struct Scratch {
    transformed: Vec<f32>,
    products: Vec<f32>,
}

impl Convolution {
    /// Transforms the weights of a file; numbers of channels are rounded up with weights of zero.
    pub(super) fn new(file: &FileConvolution) -> Convolution {
        let inputs = file.inputs.next_multiple_of(LANES);
        let outputs = file.outputs().next_multiple_of(LANES);
        let blocks = outputs / LANES;
        let mut weights = vec![[0.0; LANES]; PLACES * blocks * inputs];
        let (kernels, _) = file.weights.as_chunks::<9>();
        for (index, kernel) in kernels.iter().enumerate() {
            let (output, input) = (index / file.inputs, index % file.inputs);
            for (place, weight) in transformed_weights(kernel).into_iter().enumerate() {
                let block = place * blocks + output / LANES;
                weights[block * inputs + input][output % LANES] = weight;
            }
        }
        let mut biases = file.biases.clone();
        biases.resize(outputs, 0.0);
        Convolution {
            weights,
            biases,
            inputs,
        }
    }

    /// Convolves a board; with `rectify`, results below zero become zero.
    pub(super) fn apply(&self, board: &Features, rectify: bool, scratch: &mut Scratch) -> Features {
        debug_assert_eq!(board.channels, self.inputs);
        let (inputs, outputs) = (self.inputs, self.biases.len());
        // Every element is written below.
        scratch.transformed.resize(PLACES * TILES * inputs, 0.0);
        scratch.products.resize(PLACES * TILES * outputs, 0.0);
        for tile in 0..TILES {
            transform_tile(board, tile, &mut scratch.transformed);
        }
        let places = self.weights.chunks_exact(self.weights.len() / PLACES);
        let values = scratch.transformed.chunks_exact(TILES * inputs);
        let products = scratch.products.chunks_exact_mut(TILES * outputs);
        for ((weights, values), products) in places.zip(values).zip(products) {
            multiply(weights, values, products, inputs);
        }
        let mut result = Features::new(outputs);
        for tile in 0..TILES {
            self.finish_tile(tile, &scratch.products, rectify, &mut result);
        }
        result
    }

    /// Transforms the products of a tile back to 2×2 squares and adds the biases.
    fn finish_tile(&self, tile: usize, products: &[f32], rectify: bool, result: &mut Features) {
        let channels = self.biases.len();
        let (biases, _) = self.biases.as_chunks::<STEP>();
        for (step, bias) in biases.iter().enumerate() {
            let at = |place: usize| {
                let start = (place * TILES + tile) * channels + step * STEP;
                lanes(products, start)
            };
            // Rows of the tile first: four rows become two.
            let rows: [[[f32; STEP]; 2]; 4] = std::array::from_fn(|row| {
                let [a, b, c, d] = std::array::from_fn(|column| at(4 * row + column));
                [each(|l| a[l] + b[l] + c[l]), each(|l| b[l] - c[l] - d[l])]
            });
            for column in 0..2 {
                let [a, b, c, d] = std::array::from_fn(|row| rows[row][column]);
                let both = [
                    each(|l| a[l] + b[l] + c[l] + bias[l]),
                    each(|l| b[l] - c[l] - d[l] + bias[l]),
                ];
                for (row, values) in both.into_iter().enumerate() {
                    let square = corner(tile) + (row + 1) * WIDTH + column + 1;
                    let values = match rectify {
                        true => each(|l| values[l].max(0.0)),
                        false => values,
                    };
                    let start = square * channels + step * STEP;
                    result.values[start..start + STEP].copy_from_slice(&values);
                }
            }
        }
    }
}

/// The first of a tile's 4×4 padded squares.
fn corner(tile: usize) -> usize {
    2 * (tile / 4) * WIDTH + 2 * (tile % 4)
}

fn lanes(values: &[f32], start: usize) -> [f32; STEP] {
    // The slice has this length, so nothing is ever filled in.
    values[start..start + STEP]
        .try_into()
        .unwrap_or([0.0; STEP])
}

fn each(value: impl Fn(usize) -> f32) -> [f32; STEP] {
    std::array::from_fn(value)
}

/// Lavin and Gray's G g Gᵀ for one kernel.
fn transformed_weights(kernel: &[f32; 9]) -> [f32; PLACES] {
    let half = |[a, b, c]: [f32; 3]| [a, (a + b + c) / 2.0, (a - b + c) / 2.0, c];
    let columns: [[f32; 4]; 3] =
        std::array::from_fn(|column| half([0, 3, 6].map(|row| kernel[row + column])));
    let rows: [[f32; 4]; 4] = std::array::from_fn(|row| half(columns.map(|column| column[row])));
    std::array::from_fn(|place| rows[place / 4][place % 4])
}

/// Lavin and Gray's Bᵀ d B for a tile: every channel, to each of the 16 places.
fn transform_tile(board: &Features, tile: usize, transformed: &mut [f32]) {
    let channels = board.channels;
    for step in (0..channels).step_by(STEP) {
        let at = |row: usize, column: usize| {
            let square = corner(tile) + row * WIDTH + column;
            lanes(&board.values, square * channels + step)
        };
        let spread = |[a, b, c, d]: [[f32; STEP]; 4]| {
            [
                each(|l| a[l] - c[l]),
                each(|l| b[l] + c[l]),
                each(|l| c[l] - b[l]),
                each(|l| b[l] - d[l]),
            ]
        };
        let rows: [_; 4] =
            std::array::from_fn(|row| spread(std::array::from_fn(|column| at(row, column))));
        for column in 0..4 {
            let column_values = spread(rows.map(|row: [[f32; STEP]; 4]| row[column]));
            for (row, values) in column_values.into_iter().enumerate() {
                let place = 4 * row + column;
                let start = (place * TILES + tile) * channels + step;
                transformed[start..start + STEP].copy_from_slice(&values);
            }
        }
    }
}

/// Multiplies the tiles of a place, `inputs` values each, with its weights.
fn multiply(weights: &[[f32; LANES]], values: &[f32], products: &mut [f32], inputs: usize) {
    let outputs = weights.len() / inputs * LANES;
    let groups = values.chunks_exact(GROUP * inputs);
    for (values, products) in groups.zip(products.chunks_exact_mut(GROUP * outputs)) {
        let (a, rest) = values.split_at(inputs);
        let (b, rest) = rest.split_at(inputs);
        let (c, d) = rest.split_at(inputs);
        for (block, weights) in weights.chunks_exact(inputs).enumerate() {
            let sums = sums_of_products(weights, [a, b, c, d]);
            for (tile, sums) in sums.iter().enumerate() {
                let start = tile * outputs + block * LANES;
                products[start..][..LANES].copy_from_slice(sums.as_flattened());
            }
        }
    }
}

/// The values of four tiles, each multiplied with its input's weights and added up.
fn sums_of_products(
    weights: &[[f32; LANES]],
    [a, b, c, d]: [&[f32]; GROUP],
) -> [[[f32; STEP]; 2]; GROUP] {
    // Sums are values that are replaced: an array that is changed would be kept in memory.
    let add =
        |sum: [f32; STEP], value: f32, weights: &[f32; STEP]| each(|l| sum[l] + value * weights[l]);
    let [mut a0, mut a1, mut b0, mut b1] = [[0.0_f32; STEP]; 4];
    let [mut c0, mut c1, mut d0, mut d1] = [[0.0_f32; STEP]; 4];
    for ((((weights, &a), &b), &c), &d) in weights.iter().zip(a).zip(b).zip(c).zip(d) {
        let (halves, _) = weights.as_chunks::<STEP>();
        let [first, second] = [&halves[0], &halves[1]];
        (a0, a1) = (add(a0, a, first), add(a1, a, second));
        (b0, b1) = (add(b0, b, first), add(b1, b, second));
        (c0, c1) = (add(c0, c, first), add(c1, c, second));
        (d0, d1) = (add(d0, d, first), add(d1, d, second));
    }
    [[a0, a1], [b0, b1], [c0, c1], [d0, d1]]
}

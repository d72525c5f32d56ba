//! A network in the format of Maia-1 that is invented, so that all can be tested without a
//! published one.

use crate::Random;

/// A layer as the file has it.
pub struct Layer {
    least: f32,
    most: f32,
    steps: Vec<u16>,
}

impl Layer {
    fn new(random: &mut Random, size: usize, least: f32, most: f32) -> Layer {
        let steps = (0..size).map(|_| random.below(65_536) as u16).collect();
        Layer { least, most, steps }
    }

    /// Decodes its values.
    pub fn values(&self) -> Vec<f64> {
        let range = f64::from(self.most) - f64::from(self.least);
        let value = |step: &u16| f64::from(*step) / 65_535.0 * range + f64::from(self.least);
        self.steps.iter().map(value).collect()
    }

    fn message(&self) -> Vec<u8> {
        let steps: Vec<u8> = self.steps.iter().flat_map(|s| s.to_le_bytes()).collect();
        [
            fixed(1, self.least.to_le_bytes()),
            fixed(2, self.most.to_le_bytes()),
            bytes(3, &steps),
        ]
        .concat()
    }
}

/// A convolution with a batch normalisation, or with biases alone.
pub struct Convolution {
    /// By output, input, and square.
    pub weights: Layer,
    /// One for each output; `None` with a batch normalisation.
    pub biases: Option<Layer>,
    /// Means, variances, and perhaps factors and biases.
    pub normalised: Vec<Layer>,
}

impl Convolution {
    fn new(random: &mut Random, inputs: usize, outputs: usize, normalised: usize) -> Convolution {
        let reach = 1.5 / (inputs as f32).sqrt();
        let bounds = [(-0.3, 0.4), (0.1, 1.5), (0.5, 1.7), (-0.5, 0.6)];
        let layer = |(least, most): (f32, f32)| Layer::new(random, outputs, least, most);
        let normalised: Vec<_> = bounds.into_iter().take(normalised).map(layer).collect();
        Convolution {
            weights: Layer::new(random, 9 * inputs * outputs, -reach, reach),
            biases: normalised
                .is_empty()
                .then(|| Layer::new(random, outputs, -1.0, 1.0)),
            normalised,
        }
    }

    fn message(&self) -> Vec<u8> {
        let mut message = bytes(1, &self.weights.message());
        if let Some(biases) = &self.biases {
            message.extend(bytes(2, &biases.message()));
        }
        for (layer, field) in self.normalised.iter().zip(3..) {
            message.extend(bytes(field, &layer.message()));
        }
        message
    }
}

/// All layers of a network.
pub struct Invented {
    /// Channels between its layers.
    pub filters: usize,
    /// The first convolution.
    pub input: Convolution,
    /// Two convolutions each, and the layers of the squeeze-excitation.
    pub blocks: Vec<([Convolution; 2], Option<[Layer; 4]>)>,
    /// The hidden layer of the policy head, then its result.
    pub policy: [Convolution; 2],
}

impl Invented {
    /// A network with these numbers of filters, of blocks, and of hidden values in the
    /// squeeze-excitation of all blocks but the last.
    pub fn new(seed: u64, filters: usize, blocks: usize, hidden: usize) -> Invented {
        let random = &mut Random(seed);
        let input = Convolution::new(random, 112, filters, 4);
        let blocks = (0..blocks).map(|block| {
            let convolutions = [2, 4].map(|n| Convolution::new(random, filters, filters, n));
            let sizes = [hidden * filters, hidden, 2 * hidden * filters, 2 * filters];
            let squeeze = sizes.map(|size| Layer::new(random, size, -1.0, 1.0));
            (convolutions, (block + 1 < blocks).then_some(squeeze))
        });
        Invented {
            filters,
            input,
            blocks: blocks.collect(),
            policy: [
                Convolution::new(random, filters, filters, 4),
                Convolution::new(random, filters, 80, 0),
            ],
        }
    }

    /// The list of weights.
    pub fn weights(&self) -> Vec<u8> {
        let mut message = bytes(1, &self.input.message());
        for ([first, second], squeeze) in &self.blocks {
            let mut block = bytes(1, &first.message());
            block.extend(bytes(2, &second.message()));
            if let Some(layers) = squeeze {
                let fields = layers.iter().zip(1..);
                let fields = fields.flat_map(|(layer, field)| bytes(field, &layer.message()));
                block.extend(bytes(3, &fields.collect::<Vec<u8>>()));
            }
            message.extend(bytes(2, &block));
        }
        message.extend(bytes(3, &self.policy[1].message()));
        message.extend(bytes(11, &self.policy[0].message()));
        // The head for values is passed over.
        message.extend(bytes(6, b"anything"));
        message
    }

    /// The file, not packed.
    pub fn file(&self) -> Vec<u8> {
        file(&MAIA, &self.weights())
    }
}

/// The formats of Maia's networks, fields 1 to 5 of lc0's `NetworkFormat`.
pub const MAIA: [u64; 5] = [1, 2, 4, 2, 2];

/// A file of a network with these formats and weights.
pub fn file(formats: &[u64; 5], weights: &[u8]) -> Vec<u8> {
    let formats = formats.iter().zip(1..);
    let formats: Vec<u8> = formats.flat_map(|(f, field)| integer(field, *f)).collect();
    [
        fixed(1, 0x1c0_u32.to_le_bytes()),
        bytes(3, b"\x08\x00\x10\x15\x18\x00"),
        bytes(4, &[integer(1, 1), bytes(2, &formats)].concat()),
        bytes(10, weights),
    ]
    .concat()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 0x7f {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// An integer as a field of protobuf.
pub fn integer(field: u64, value: u64) -> Vec<u8> {
    [varint(field << 3), varint(value)].concat()
}

/// Four bytes as a field of protobuf.
pub fn fixed(field: u64, value: [u8; 4]) -> Vec<u8> {
    [varint(field << 3 | 5), value.to_vec()].concat()
}

/// Bytes or a message as a field of protobuf.
pub fn bytes(field: u64, value: &[u8]) -> Vec<u8> {
    let length = varint(value.len() as u64);
    [varint(field << 3 | 2), length, value.to_vec()].concat()
}

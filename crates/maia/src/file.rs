//! A network's file: protobuf of lc0's `net.proto`, packed with gzip or not.

use std::io::{self, Read};

use super::convolution::Convolution;
use super::error::NetworkError;
use super::fields::{Fields, Value};
use super::layer::FileConvolution;
use super::move_index::POLICY_PLANES;
use super::network::{Block, Network};
use super::planes::PLANES;
use super::squeeze::Squeeze;
use plumb_support::wording::{say, text};

/// The largest network, in bytes unpacked. Maia's have 1.7 MB; in memory a network takes less than
/// four times as much.
const MOST_BYTES: usize = 16 << 20;
/// Bounds of a network's size. Maia's networks have 64 filters and 6 blocks.
const MOST_FILTERS: usize = 512;
const MOST_BLOCKS: usize = 64;

/// How lc0's networks begin, in field 1.
const MAGIC: [u8; 4] = 0x1c0_u32.to_le_bytes();

/// Formats by their numbers in lc0's `NetworkFormat`: the field and the number expected.
const INPUT_CLASSICAL_112_PLANES: (u64, u64) = (1, 1);
const NETWORK_SE_WITH_HEAD_FORMAT: (u64, u64) = (3, 4);
const POLICY_CONVOLUTION: (u64, u64) = (4, 2);
const ACTIVATION_RELU: (u64, u64) = (7, 0);

/// Reads a network.
pub(super) fn read_network(file: &[u8]) -> Result<Network, NetworkError> {
    let unpacked;
    let message = match file.starts_with(b"\x1f\x8b") {
        true => {
            unpacked = unpack(file)?;
            &unpacked[..]
        }
        false if file.len() > MOST_BYTES => return Err(too_large()),
        false => file,
    };
    read_message(message)
}

fn too_large() -> NetworkError {
    NetworkError::TooLarge(MOST_BYTES >> 20)
}

fn unpack(file: &[u8]) -> Result<Vec<u8>, NetworkError> {
    let mut message = Vec::new();
    let mut reader = flate2::bufread::MultiGzDecoder::new(file).take(MOST_BYTES as u64 + 1);
    let reason = |error: io::Error| NetworkError::Packed(error.to_string());
    reader.read_to_end(&mut message).map_err(reason)?;
    match message.len() > MOST_BYTES {
        true => Err(too_large()),
        false => Ok(message),
    }
}

fn read_message(message: &[u8]) -> Result<Network, NetworkError> {
    let head = text!(maia.head);
    let (mut is_network, mut format, mut weights) = (false, None, None);
    for field in Fields::new(message, head) {
        // The magic number is the first field: other files are recognised at once.
        match field {
            Ok((1, Value::Fixed(MAGIC))) => is_network = true,
            _ if !is_network => return Err(NetworkError::NotANetwork),
            Ok((4, Value::Bytes(bytes))) => format = Some(bytes),
            Ok((10, Value::Bytes(bytes))) => weights = Some(bytes),
            Ok(_) => {}
            Err(error) => return Err(error),
        }
    }
    if !is_network {
        return Err(NetworkError::NotANetwork);
    }
    check_format(format.ok_or_else(|| missing(text!(maia.description)))?)?;
    read_weights(weights.ok_or_else(|| missing(text!(maia.weights)))?)
}

fn missing(part: &str) -> NetworkError {
    NetworkError::Missing(part.to_owned())
}

/// Checks that a network is of Maia's kind; its format of values is not read.
fn check_format(message: &[u8]) -> Result<(), NetworkError> {
    let part = text!(maia.description);
    let mut network = None;
    for field in Fields::new(message, part) {
        match field? {
            (1, Value::Integer(encoding)) if encoding != 1 => {
                return Err(NetworkError::Format(text!(maia.encoding), encoding, 1));
            }
            (2, Value::Bytes(bytes)) => network = Some(bytes),
            _ => {}
        }
    }
    let mut formats = [0; 8];
    for field in Fields::new(network.ok_or_else(|| missing(part))?, part) {
        if let (number @ 0..8, Value::Integer(format)) = field? {
            formats[number as usize] = format;
        }
    }
    for ((field, expected), name) in [
        (INPUT_CLASSICAL_112_PLANES, text!(maia.input_format)),
        (NETWORK_SE_WITH_HEAD_FORMAT, text!(maia.structure)),
        (POLICY_CONVOLUTION, text!(maia.policy_format)),
        (ACTIVATION_RELU, text!(maia.activation)),
    ] {
        let found = formats[field as usize];
        if found != expected {
            return Err(NetworkError::Format(name, found, expected));
        }
    }
    Ok(())
}

fn read_weights(message: &[u8]) -> Result<Network, NetworkError> {
    let (mut input, mut blocks, mut hidden, mut policy) = (None, Vec::new(), None, None);
    for field in Fields::new(message, text!(maia.weights)) {
        match field? {
            (1, Value::Bytes(bytes)) => input = Some(bytes),
            (2, Value::Bytes(bytes)) => blocks.push(bytes),
            (3, Value::Bytes(bytes)) => policy = Some(bytes),
            (11, Value::Bytes(bytes)) => hidden = Some(bytes),
            _ => {}
        }
    }
    if blocks.len() > MOST_BLOCKS {
        let expected = say!(maia.at_most_blocks, limit = MOST_BLOCKS);
        let part = text!(maia.weights).to_owned();
        return Err(NetworkError::Size(part, blocks.len(), expected));
    }
    let part = text!(maia.input);
    let input = FileConvolution::read(input.ok_or_else(|| missing(part))?, part, PLANES, None)?;
    let filters = input.outputs();
    if filters > MOST_FILTERS {
        let expected = say!(maia.filters, limit = MOST_FILTERS);
        return Err(NetworkError::Size(part.to_owned(), filters, expected));
    }
    let read_block = |(index, message)| read_block(message, index + 1, filters);
    let blocks = blocks.into_iter().enumerate().map(read_block);
    let part = text!(maia.policy);
    let head = |message: Option<&[u8]>, outputs| {
        let message = message.ok_or_else(|| missing(part))?;
        FileConvolution::read(message, part, filters, Some(outputs))
    };
    Ok(Network {
        blocks: blocks.collect::<Result<_, _>>()?,
        policy: [
            Convolution::new(&head(hidden, filters)?),
            Convolution::new(&head(policy, POLICY_PLANES)?),
        ],
        input: Convolution::new(&input),
    })
}

fn read_block(message: &[u8], number: usize, filters: usize) -> Result<Block, NetworkError> {
    let part = say!(maia.block, number);
    let mut parts = [None; 3];
    for field in Fields::new(message, &part) {
        if let (field @ 1..=3, Value::Bytes(bytes)) = field? {
            parts[field as usize - 1] = Some(bytes);
        }
    }
    let [first, second, squeeze] = parts;
    let convolution = |message: Option<&[u8]>| {
        let message = message.ok_or_else(|| missing(&part))?;
        let file = FileConvolution::read(message, &part, filters, Some(filters))?;
        Ok(Convolution::new(&file))
    };
    Ok(Block {
        convolutions: [convolution(first)?, convolution(second)?],
        squeeze: squeeze
            .map(|message| Squeeze::read(message, &part, filters))
            .transpose()?,
    })
}

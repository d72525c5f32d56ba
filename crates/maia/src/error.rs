//! What can be wrong with a network's file.

use plumb_support::wording::{say, text};

/// Why a file cannot be used as a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// It cannot be unpacked, with the reason.
    #[error("{}", say!(maia.packed, reason = .0))]
    Packed(String),
    /// It has more bytes unpacked than this limit, in MiB.
    #[error("{}", say!(maia.too_large, limit = .0))]
    TooLarge(usize),
    /// It is not a network of Lc0.
    #[error("{}", text!(maia.not_a_network))]
    NotANetwork,
    /// A part of it ends inside a field, or has a field that protobuf does not know.
    #[error("{}", say!(maia.damaged, part = .0))]
    Damaged(String),
    /// A part of it is missing.
    #[error("{}", say!(maia.missing, part = .0))]
    Missing(String),
    /// It is of another kind than Maia's networks: the property, its number and the number expected.
    #[error("{}", say!(maia.format, part = .0, found = .1, expected = .2))]
    Format(&'static str, u64, u64),
    /// A part has a wrong length: the part, how many values it has, and what was expected.
    #[error("{}", say!(maia.size, part = .0, found = .1, expected = .2))]
    Size(String, usize, String),
    /// A part has a number that is infinite, NaN or a negative variance.
    #[error("{}", say!(maia.not_finite, part = .0))]
    NotFinite(String),
}

//! The networks of Maia-1, which predict the moves of people of one rating (R. McIlroy-Young et
//! al., Aligning Superhuman AI with Human Behavior, KDD 2020), in the network format of Leela
//! Chess Zero (lc0).
//!
//! A file is protobuf, usually packed with gzip: `file` reads it, `fields` and `layer` its parts.
//! A game becomes 112 planes (`planes`), these go through convolutions (`convolution`) and
//! residual blocks with squeeze-excitation (`squeeze`), and a legal move finds its number in the
//! 80 planes that come out (`move_index`). Sums are in a fixed order and without fused operations,
//! so a network gives the same probabilities on every machine. Nothing here knows ratings or reads
//! from a disk, and no network is part of Plumb. Start with [`Network`].
//!
//! ```
//! use plumb_maia::{Network, NetworkError};
//!
//! let error = Network::read(b"[Event \"?\"]").err();
//! assert_eq!(error, Some(NetworkError::NotANetwork));
//! ```

#![forbid(unsafe_code)]

mod convolution;
mod error;
mod features;
mod fields;
mod file;
mod layer;
mod move_index;
mod network;
mod planes;
mod squeeze;

pub use error::NetworkError;
pub use network::Network;

//! Labelled positions become weights.
//!
//! `dataset` reads positions and what is known about them.

mod dataset;
mod error;
mod groups;
mod source;

pub use dataset::{Label, Labelled, Labels, read};
pub use error::{DataError, TuneError};
pub use source::{Fingerprint, fingerprint, sha256};

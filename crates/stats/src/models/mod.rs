//! Vectors in, predictions out: what learns from examples, without a word on what the
//! examples are.
//!
//! Numbers come out the same on every machine and with any number of threads: sums are
//! taken over fixed pieces in a fixed order. Start with `ConditionalLogit`.

mod conditional_logit;
mod minimum;

pub use conditional_logit::{ConditionalLogit, FitOptions, LogitFit};
pub use minimum::{Minimum, minimum};

//! Machines that tell classes of vectors apart, to be compared with what is ours: the library
//! smartcore fits them.
//!
//! Nothing of theirs is shipped: a model that reports use is a table that people can read. Start
//! with `Classifier::probabilities`.

mod classifier;
mod support_vectors;

pub use classifier::{Boosting, Classifier, Examples};
pub use support_vectors::{Kernel, decisions};

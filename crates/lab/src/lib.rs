//! The laboratory: makes the tables that Plumb plays and judges by, and measures them.
//!
//! [`selfplay`] and [`label`] make labelled positions, [`tune`] fits the evaluation to them and
//! [`trials`] the search to games, [`calibration`] fits chances to scores, [`training`] fits
//! models to recorded games, [`classifiers`] compares them with the library smartcore's, and
//! [`measure`] counts how well engines judge. Nothing here is part of the program `plumb`; the
//! program `plumb-lab` is this crate's. Start with [`tune::tune`] or [`training`].
//!
//! ```
//! use plumb_lab::calibration::wilson;
//!
//! // 95 % confidence interval of a share.
//! let [low, high] = wilson(50, 100);
//! assert!(low < 0.5 && 0.5 < high);
//! ```

pub mod calibration;
pub mod classifiers;
pub mod label;
pub mod measure;
pub mod selfplay;
pub mod training;
pub mod trials;
pub mod tune;

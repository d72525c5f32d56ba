//! What results and samples prove: Elo, SPRT, ratings, confidence intervals, p-values and
//! convergence ([`statistics`]), and models that are fitted to vectors ([`models`]).
//!
//! No engine and no files. Formulas name their source; logarithms come from `libm`, so that
//! every machine prints the same digits. Start with [`statistics::Statistics`].
//!
//! ```
//! use plumb_stats::statistics::clopper_pearson;
//!
//! // 95 % confidence interval of a probability after 8 successes in 20 trials.
//! let [low, high] = clopper_pearson(8, 20);
//! assert!((low - 0.1912).abs() < 1e-4 && (high - 0.6395).abs() < 1e-4);
//! ```

pub mod models;
pub mod statistics;

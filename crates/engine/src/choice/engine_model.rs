//! How likely an engine picks which move: the same features as for people
//! (`move_features`), each with one weight.
//!
//! A multinomial logit as the human-choice model is, fitted to games between engines. Alone
//! it says little: engines reach other positions than people. Beside the shares of people
//! in the same position it says for which of them a move is likelier.
//! Numbers come from `tables/engine_choice.toml`. Start with `EngineModel::shares`.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

use super::human_model::softmax;
use super::human_table::rounded;
use super::move_features::{Feature, MoveFeatures};
use crate::tables::{Model, Records, Table, TableError, Tables};

/// A weight is within these.
const WEIGHT_BOUNDS: std::ops::RangeInclusive<f64> = -1_000.0..=1_000.0;

/// The model and what its numbers belong to.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineModel {
    /// Which build's records the numbers were fitted to: its stamp.
    pub stamp: String,
    /// What features are worth where a record has the deeper list and the first choice.
    pub weights: [f64; Feature::ALL.len()],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    records: Records,
    weights: BTreeMap<String, f64>,
}

impl Model for EngineModel {
    const TABLE: Table = Table::EngineChoice;

    fn read(_: Table, text: &str) -> Result<EngineModel, TableError> {
        EngineModel::from_toml(text)
    }
}

impl EngineModel {
    /// The model that this binary was built with.
    pub fn embedded() -> EngineModel {
        EngineModel::from_toml(Tables::embedded().text(Table::EngineChoice))
            .expect("a test reads the embedded table")
    }

    /// Reads a table; an error names the key.
    pub fn from_toml(text: &str) -> Result<EngineModel, TableError> {
        let kind = Table::EngineChoice;
        let file: File = kind.read(text)?;
        Ok(EngineModel {
            stamp: file.records.stamp,
            weights: kind.numbers("weights", file.weights, Feature::KEYS, WEIGHT_BOUNDS)?,
        })
    }

    /// The share, 0 to 1, of each move, in their order; they sum to one. The features are
    /// those of a record.
    pub fn shares(&self, moves: &[MoveFeatures]) -> Vec<f64> {
        let utility = |features: &MoveFeatures| {
            let pairs = features.iter().zip(&self.weights);
            pairs.map(|(&x, weight)| f64::from(x) * weight).sum()
        };
        softmax(&moves.iter().map(utility).collect::<Vec<f64>>())
    }

    /// The same numbers with as many digits as the table has.
    pub fn rounded(&self) -> EngineModel {
        EngineModel {
            stamp: self.stamp.clone(),
            weights: self.weights.map(rounded),
        }
    }

    /// The text of its table. `head` is the comment that begins it, `meta` the lines of the
    /// section that says what made it.
    pub fn to_toml(&self, head: &str, meta: &str) -> String {
        let model = self.rounded();
        let mut text = format!(
            "{head}\n[meta]\n{meta}\n[records]\nstamp = \"{}\"\n\n[weights]\n",
            model.stamp
        );
        for (feature, weight) in Feature::ALL.iter().zip(model.weights) {
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "{} = {weight:.4} # {}",
                feature.key(),
                feature.sentence()
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_table_is_read_and_written_again() {
        let model = EngineModel::embedded();
        assert_eq!(model.rounded(), model);
        let tables = Tables::embedded();
        let text = tables.text(Table::EngineChoice);
        let (head, rest) = text.split_once("\n[meta]\n").unwrap();
        let (meta, _) = rest.split_once("\n[records]").unwrap();
        assert_eq!(model.to_toml(head, meta), text);
        let text = model.to_toml("# head", "kind = \"fitted\"\n");
        assert_eq!(EngineModel::from_toml(&text), Ok(model));
    }

    #[test]
    fn each_fault_of_a_table_is_named() {
        let text = EngineModel::embedded().to_toml("", "kind = \"fitted\"\n");
        for (from, to, says) in [
            ("[meta]", "[mata]", "meta is missing"),
            (
                "stamp =",
                "stump =",
                "unknown field `stump`, expected `stamp` in `records`",
            ),
            ("\nloss_1 = ", "\nloss_1 = 1e9 # ", "weights.loss_1"),
            ("\nchecks =", "\ncheques =", "weights.cheques"),
            ("[weights]", "[waits]", "waits"),
        ] {
            let broken = text.replacen(from, to, 1);
            assert_ne!(broken, text, "{from}");
            let error = EngineModel::from_toml(&broken).unwrap_err();
            assert!(error.to_string().contains(says), "{from}: {error}");
        }
    }

    #[test]
    fn shares_sum_to_one_and_follow_the_weights() {
        let mut model = EngineModel::embedded();
        model.weights = [0.0; Feature::ALL.len()];
        model.weights[Feature::Checks as usize] = libm::log(3.0);
        let mut moves = [[0.0; Feature::ALL.len()]; 2];
        moves[1][Feature::Checks as usize] = 1.0;
        let shares = model.shares(&moves);
        assert!((shares[0] - 0.25).abs() < 1e-12 && (shares[1] - 0.75).abs() < 1e-12);
    }
}

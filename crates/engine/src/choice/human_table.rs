//! The human-choice model as a table: `tables/choice.toml`, read and written.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

use super::human_model::{HumanModel, HumanWeights, RATING_TERMS, Sight};
use super::move_features::Feature;
use super::pool::{Pool, TimeClass};
use super::pool_grid::GridRows;
use crate::tables::{List, Model, Records, Table, TableError, Tables};

/// Numbers have so many digits behind the point.
const DIGITS: i32 = 4;
/// What may be added to a rating, in Elo.
const OFFSET_BOUNDS: std::ops::RangeInclusive<f64> = -2_000.0..=2_000.0;
/// A weight is within these.
const WEIGHT_BOUNDS: std::ops::RangeInclusive<f64> = -999_999.0..=999_999.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    records: Records,
    offsets: GridRows,
    glance: WeightRows,
    record: WeightRows,
}

type WeightRows = BTreeMap<String, List<f64, RATING_TERMS>>;

impl Model for HumanModel {
    const TABLE: Table = Table::Choice;

    fn read(_: Table, text: &str) -> Result<HumanModel, TableError> {
        HumanModel::from_toml(text)
    }
}

impl HumanModel {
    /// The model that this binary was built with.
    pub fn embedded() -> HumanModel {
        HumanModel::from_toml(Tables::embedded().text(Table::Choice))
            .expect("a test reads the embedded table")
    }

    /// Reads a table; an error names the key.
    pub fn from_toml(text: &str) -> Result<HumanModel, TableError> {
        let file: File = Table::Choice.read(text)?;
        Ok(HumanModel {
            stamp: file.records.stamp,
            weights: [
                weights(file.glance, Sight::Glance)?,
                weights(file.record, Sight::Record)?,
            ],
            offsets: Table::Choice.grid("offsets", file.offsets, OFFSET_BOUNDS)?,
        })
    }

    /// The same numbers with as many digits as the table has.
    pub fn rounded(&self) -> HumanModel {
        HumanModel {
            weights: self.weights.map(|sight| sight.map(|row| row.map(rounded))),
            ..self.clone()
        }
    }

    /// The text of its table. `head` is the comment that begins it, `meta` the lines of the
    /// section that says what made it.
    pub fn to_toml(&self, head: &str, meta: &str) -> String {
        let model = self.rounded();
        let mut text = format!(
            "{head}\n[meta]\n{meta}\n[records]\nstamp = \"{}\"\n",
            model.stamp
        );
        text.push_str(
            "\n# What is added to a rating of each list and time class, in Elo.\n[offsets]\n",
        );
        for &pool in Pool::ALL {
            let classes = TimeClass::ALL.iter().map(|&class| {
                let offset = model.offsets[pool as usize][class as usize];
                format!("{} = {offset:.0}", class.key())
            });
            let classes: Vec<String> = classes.collect();
            // Writing to a string does not fail.
            let _ = writeln!(text, "{} = {{ {} }}", pool.key(), classes.join(", "));
        }
        for sight in Sight::ALL {
            let _ = write!(text, "\n{}\n[{sight}]\n", sight_comment(sight));
            let known = Feature::ALL.iter().filter(|&&feature| sight.has(feature));
            for &feature in known {
                let row = model.weights[sight as usize][feature as usize];
                let row = row.map(|number| format!("{number:.4}")).join(", ");
                let _ = writeln!(text, "{} = [{row}] # {}", feature.key(), feature.sentence());
            }
        }
        text
    }
}

/// A weight with as many digits as a table has.
pub(super) fn rounded(weight: f64) -> f64 {
    let factor = f64::from(10_i32.pow(DIGITS as u32));
    let rounded = (weight * factor).round() / factor;
    // No table has a -0.
    if rounded == 0.0 { 0.0 } else { rounded }
}

const fn sight_comment(sight: Sight) -> &'static str {
    match sight {
        Sight::Glance => "# Weights where only a first glance was taken, times 1, t and t².",
        Sight::Record => "# Weights where a record has the deeper list and the first choice too.",
    }
}

fn weights(rows: WeightRows, sight: Sight) -> Result<HumanWeights, TableError> {
    let section: &str = sight.into();
    let known = Feature::ALL.iter().filter(|&&feature| sight.has(feature));
    let keys: Vec<&str> = known.clone().map(|feature| feature.key()).collect();
    let rows = Table::Choice.in_order(section, rows, &keys)?;
    let mut weights = [[0.0; RATING_TERMS]; Feature::ALL.len()];
    for (&feature, row) in known.zip(rows) {
        for (place, number) in row.0.into_iter().enumerate() {
            let key = format!("{section}.{}[{place}]", feature.key());
            weights[feature as usize][place] = Table::Choice.within(key, number, WEIGHT_BOUNDS)?;
        }
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_table_is_read_and_written_again() {
        let model = HumanModel::embedded();
        assert_eq!(model.rounded(), model);
        let tables = Tables::embedded();
        let text = tables.text(Table::Choice);
        let (head, rest) = text.split_once("\n[meta]\n").unwrap();
        let (meta, _) = rest.split_once("\n[records]").unwrap();
        assert_eq!(model.to_toml(head, meta), text);
        let text = model.to_toml("# head", "kind = \"fitted\"\n");
        assert_eq!(HumanModel::from_toml(&text), Ok(model));
        let anchor = HumanModel::embedded().offsets[Pool::OverTheBoard as usize];
        assert_eq!(anchor[TimeClass::Classical as usize], 0.0);
    }

    #[test]
    fn each_fault_of_a_table_is_named() {
        let text = HumanModel::embedded().to_toml("", "kind = \"fitted\"\n");
        for (from, to, says) in [
            ("[meta]", "[mata]", "meta is missing"),
            (
                "stamp =",
                "stump =",
                "unknown field `stump`, expected `stamp` in `records`",
            ),
            (
                "\nloss_1 = [",
                "\nloss_1 = [1.0, ",
                "invalid length 4, expected a list of 3 in `glance.loss_1`",
            ),
            ("\nchecks =", "\ncheques =", "glance.cheques"),
            ("bullet =", "bulet =", "offsets.over_the_board.bulet"),
            ("[record]", "[recorded]", "recorded"),
        ] {
            let broken = text.replacen(from, to, 1);
            assert_ne!(broken, text, "{from}");
            let error = HumanModel::from_toml(&broken).unwrap_err();
            assert!(error.to_string().contains(says), "{from}: {error}");
        }
        let mut far = HumanModel::embedded();
        far.offsets[Pool::Fics as usize][TimeClass::Blitz as usize] = 9_000.0;
        let error = HumanModel::from_toml(&far.to_toml("", "")).unwrap_err();
        assert!(error.to_string().contains("offsets.fics.blitz"), "{error}");
    }
}

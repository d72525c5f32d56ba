//! From a score to chances.

use crate::board::Position;
use crate::tables::{self, Table, TableError, Tables};

/// A logistic model of how games end, read from `tables/wdl.toml`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// The score in centipawns at which one game in two is won.
    pub win_half_cp: f64,
    /// Centipawns that change the odds of winning by a factor of e, with all
    /// pieces on the board.
    pub middlegame_spread_cp: f64,
    /// The same with no pieces left.
    pub endgame_spread_cp: f64,
}

impl WdlModel {
    /// The model that this binary was built with.
    pub fn embedded() -> WdlModel {
        WdlModel::from_tables(&Tables::embedded()).expect("a test reads the embedded table")
    }

    /// The model of these tables.
    pub fn from_tables(tables: &Tables) -> Result<WdlModel, TableError> {
        WdlModel::from_toml(tables.text(Table::Wdl))
    }

    /// Reads a table; an error names the key.
    pub fn from_toml(text: &str) -> Result<WdlModel, TableError> {
        const KEYS: [&str; 3] = ["win_half_cp", "middlegame_spread_cp", "endgame_spread_cp"];
        let table = tables::parse(Table::Wdl, text)?;
        let unknown = |key: String| TableError::Unknown {
            table: Table::Wdl,
            key,
        };
        if let Some(key) = table
            .keys()
            .find(|key| !["meta", "model"].contains(&key.as_str()))
        {
            return Err(unknown(key.clone()));
        }
        for name in ["meta", "model"] {
            if table.get(name).and_then(toml::Value::as_table).is_none() {
                return Err(TableError::Missing {
                    table: Table::Wdl,
                    key: name.to_owned(),
                    expected: "a section".to_owned(),
                });
            }
        }
        let model = table["model"].as_table().cloned().unwrap_or_default();
        if let Some(key) = model.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(unknown(format!("model.{key}")));
        }
        let read = |name: &str| {
            let key = format!("model.{name}");
            let expected = "a number of centipawns from 1 to 10000".to_owned();
            let Some(value) = model.get(name) else {
                return Err(TableError::Missing {
                    table: Table::Wdl,
                    key,
                    expected,
                });
            };
            let number = value.as_float().or(value.as_integer().map(|n| n as f64));
            number
                .filter(|n| (1.0..=10_000.0).contains(n))
                .ok_or_else(|| TableError::Wrong {
                    table: Table::Wdl,
                    key,
                    found: value.to_string(),
                    expected,
                })
        };
        Ok(WdlModel {
            win_half_cp: read(KEYS[0])?,
            middlegame_spread_cp: read(KEYS[1])?,
            endgame_spread_cp: read(KEYS[2])?,
        })
    }
}

/// Chances to win, draw and lose, in thousandths that add up to 1000, of the
/// side that has this score in this position.
pub fn win_draw_loss(score_cp: i32, position: &Position, model: &WdlModel) -> [u32; 3] {
    let left = f64::from(super::phase(position)) / 24.0;
    let spread = left * model.middlegame_spread_cp + (1.0 - left) * model.endgame_spread_cp;
    let chance = |score: f64| 1.0 / (1.0 + libm::exp((model.win_half_cp - score) / spread));
    let thousandths = |score: f64| libm::round(1000.0 * chance(score)) as u32;
    let win = thousandths(f64::from(score_cp));
    let loss = thousandths(-f64::from(score_cp)).min(1000 - win);
    [win, 1000 - win - loss, loss]
}

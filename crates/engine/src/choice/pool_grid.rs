//! A number for each list of ratings and time class, as tables have them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::pool::{Pool, TimeClass};
use crate::tables::{Table, TableError};

/// A number by time class, by list.
pub(super) type GridRows = BTreeMap<String, BTreeMap<String, f64>>;

impl Table {
    /// The numbers of the section of this name, within these bounds.
    pub(super) fn grid(
        self,
        name: &str,
        rows: GridRows,
        bounds: RangeInclusive<f64>,
    ) -> Result<[[f64; TimeClass::ALL.len()]; Pool::ALL.len()], TableError> {
        let mut grid = [[0.0; TimeClass::ALL.len()]; Pool::ALL.len()];
        let rows = self.in_order(name, rows, &Pool::KEYS)?;
        for ((numbers, row), pool) in grid.iter_mut().zip(rows).zip(Pool::KEYS) {
            let section = format!("{name}.{pool}");
            *numbers = self.numbers(&section, row, TimeClass::KEYS, bounds.clone())?;
        }
        Ok(grid)
    }
}

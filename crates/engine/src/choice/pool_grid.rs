//! A number for each list of ratings and time class, as tables have them.

use std::ops::RangeInclusive;

use super::pool::{Pool, TimeClass};
use crate::tables::{Table, TableError};

impl Table {
    /// The section of this name: a row for each list, a number for each time class.
    pub(super) fn grid(
        self,
        table: &toml::Table,
        name: &str,
        bounds: RangeInclusive<f64>,
    ) -> Result<[[f64; TimeClass::ALL.len()]; Pool::ALL.len()], TableError> {
        let section = self.section(table, name)?;
        let pools: Vec<&str> = Pool::ALL.iter().map(|pool| pool.key()).collect();
        self.check_keys(section, &format!("{name}."), &pools)?;
        let classes: Vec<&str> = TimeClass::ALL.iter().map(|class| class.key()).collect();
        let mut grid = [[0.0; TimeClass::ALL.len()]; Pool::ALL.len()];
        for (pool, row) in pools.iter().zip(&mut grid) {
            let place = format!("{name}.{pool}");
            let own = section.get(*pool).and_then(toml::Value::as_table);
            let own = own.ok_or_else(|| self.missing(&place, "table_value.number_by_class"))?;
            let prefix = format!("{place}.");
            self.check_keys(own, &prefix, &classes)?;
            for (class, number) in classes.iter().zip(row) {
                *number = self.number(own, &prefix, class, bounds.clone())?;
            }
        }
        Ok(grid)
    }
}

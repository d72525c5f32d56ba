//! The one list of tables: numbers that Plumb reads rather than contains.
//!
//! Every table is a readable TOML file in `tables/`, compiled into the binary,
//! and can be replaced at start by a file of the same name in a folder given
//! with `--tables`. This module hands out text and knows what can be wrong
//! with a table; what the numbers mean is for the layers that read them. What every start
//! needs is built in as plain numbers too (`numbers`), and read as TOML only from a folder.
//! Start with `Table`, `Tables` and `Models`, which reads each table once.

mod error;
mod models;
mod numbers;
mod reading;
mod table;
mod texts;

pub use error::TableError;
pub use models::{Model, Models};
pub use reading::{List, Number, Records, list, toml_fault};
pub use table::Table;
pub use texts::Tables;

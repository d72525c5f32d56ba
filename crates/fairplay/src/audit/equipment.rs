//! What Plumb itself brings to a run: the weights it searches with, and the tables that
//! searches and figures read.

use std::sync::Arc;

use crate::facts::Yardstick;
use crate::records::Profile;
use crate::reference::Reference;
use plumb_engine::choice::ReganReference;
use plumb_engine::eval::{WdlModel, Weights};
use plumb_engine::tables::{Table, TableError, Tables};

/// Weights and tables, those built in or others.
#[derive(Clone, Debug)]
pub struct Equipment {
    /// What the evaluation's terms are worth; of the same tables.
    pub weights: Arc<Weights>,
    /// All tables.
    pub tables: Tables,
}

impl Equipment {
    /// From tables; an error is one line that names the table.
    pub fn new(tables: Tables) -> Result<Equipment, TableError> {
        Ok(Equipment {
            weights: Arc::new(Weights::from_tables(&tables)?),
            tables,
        })
    }

    /// A digest of the tables that a search reads: part of the stamp of every record that
    /// Plumb makes. What turns records into figures has no part in it.
    pub fn search_digest(&self) -> String {
        self.tables.digest(Table::OF_SEARCH)
    }

    /// A digest of all tables: of everything but games, settings and the program that a
    /// report depends on.
    pub fn digest(&self) -> String {
        self.tables.digest(Table::ALL)
    }

    /// What turns scores into chances and shares.
    pub fn yardstick(&self) -> Result<Yardstick, TableError> {
        Ok(Yardstick {
            chances: WdlModel::from_tables(&self.tables)?,
            reference: ReganReference::from_tables(&self.tables)?,
        })
    }

    /// The tables that figures are made with besides records: files and digests of them.
    pub(super) fn tables_of_figures(&self, profile: Profile) -> Vec<(String, String)> {
        let tables = [
            Table::Wdl,
            Table::Regan,
            Table::Choice,
            Table::EngineChoice,
            Table::Evidence,
            Table::Trend,
            Reference::table(profile),
        ];
        let digest = |table: Table| (table.file_name().to_owned(), self.tables.digest(&[table]));
        tables.map(digest).into()
    }
}

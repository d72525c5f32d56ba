//! The models that tables hold: each is read when first asked for, once, and shared. Start
//! with [`Models`].

use std::any::Any;
use std::array;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::error::TableError;
use super::table::Table;
use super::texts::Tables;

/// What a table holds, ready for use. Each layer implements it for its own types.
pub trait Model: Any + Send + Sync + Sized {
    /// Its table; where each profile has one, that of the default profile.
    const TABLE: Table;

    /// Reads the text of a table; an error names the key.
    fn read(table: Table, text: &str) -> Result<Self, TableError>;

    /// The model of the built-in table, where it is compiled in as numbers
    /// ([`Table::built_in_numbers`]).
    fn built_in() -> Option<Self> {
        None
    }
}

/// A model or what is wrong with its table; empty until it is first asked for.
type Slot = OnceLock<Result<Arc<dyn Any + Send + Sync>, TableError>>;

/// One set of tables and the models in them. A clone shares what is read.
#[derive(Clone, Debug)]
pub struct Models(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    tables: Tables,
    slots: [Slot; Table::ALL.len()],
    search_digest: OnceLock<String>,
}

impl Models {
    /// The models of these tables; none is read yet.
    pub fn new(tables: Tables) -> Models {
        Models(Arc::new(Shared {
            tables,
            slots: array::from_fn(|_| OnceLock::new()),
            search_digest: OnceLock::new(),
        }))
    }

    /// The models compiled into this binary.
    pub fn embedded() -> Models {
        Models::new(Tables::embedded())
    }

    /// The models of a folder's tables, as [`Tables::from_dir`] finds them.
    pub fn from_dir(folder: &Path) -> Result<Models, TableError> {
        Ok(Models::new(Tables::from_dir(folder)?))
    }

    /// The model of this type; an error is one line that names the table.
    pub fn get<M: Model>(&self) -> Result<Arc<M>, TableError> {
        self.of_table(M::TABLE)
    }

    /// A model of which several tables have one.
    pub fn of_table<M: Model>(&self, table: Table) -> Result<Arc<M>, TableError> {
        let slot = &self.0.slots[table as usize];
        let model = slot.get_or_init(|| Ok(Arc::new(self.read::<M>(table)?)));
        // A slot holds one type: a second one of the same table would be read each time.
        let shared = model.clone()?.downcast();
        shared.or_else(|_| Ok(Arc::new(self.read(table)?)))
    }

    fn read<M: Model>(&self, table: Table) -> Result<M, TableError> {
        let tables = self.tables();
        let built_in = tables.is_built_in(table).then(M::built_in).flatten();
        if let Some(model) = built_in {
            return Ok(model);
        }
        let model = M::read(table, tables.text(table))?;
        // What a model does not check would go on as NaN into every figure.
        if !tables.is_built_in(table) {
            table.check_finite(tables.text(table))?;
        }
        Ok(model)
    }

    /// The texts.
    pub fn tables(&self) -> &Tables {
        &self.0.tables
    }

    /// A digest of the tables that a search reads: part of the stamp of every record that
    /// Plumb makes. What turns records into figures has no part in it.
    pub fn search_digest(&self) -> &str {
        let digest = || self.tables().digest(Table::OF_SEARCH);
        self.0.search_digest.get_or_init(digest)
    }

    /// A digest of all tables.
    pub fn digest(&self) -> String {
        self.tables().digest(Table::ALL)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use plumb_testing::scratch::Scratch;

    static READ: AtomicUsize = AtomicUsize::new(0);

    #[derive(Debug)]
    struct Length(usize);

    impl Model for Length {
        const TABLE: Table = Table::Trend;

        fn read(table: Table, text: &str) -> Result<Length, TableError> {
            READ.fetch_add(1, Ordering::Relaxed);
            match text.is_empty() {
                true => Err(TableError::Fault {
                    table,
                    reason: "empty".to_owned(),
                }),
                false => Ok(Length(text.len())),
            }
        }
    }

    /// Another type of the same table.
    #[derive(Debug)]
    struct First(char);

    impl Model for First {
        const TABLE: Table = Table::Trend;

        fn read(_: Table, _: &str) -> Result<First, TableError> {
            Ok(First('t'))
        }

        fn built_in() -> Option<First> {
            Some(First('b'))
        }
    }

    #[test]
    fn models_are_read_once_and_shared_by_clones() {
        let models = Models::embedded();
        let before = READ.load(Ordering::Relaxed);
        let one = models.get::<Length>().unwrap();
        let other = models.clone().get::<Length>().unwrap();
        assert!(Arc::ptr_eq(&one, &other));
        assert_eq!(READ.load(Ordering::Relaxed), before + 1);
        let text = models.tables().text(Table::Trend);
        assert_eq!(one.0, text.len());
        // A slot that another type has taken is no obstacle, nor is another table.
        assert_eq!(models.get::<First>().unwrap().0, 'b');
        let screen = models.of_table::<Length>(Table::ReferenceScreen).unwrap();
        assert_ne!(screen.0, one.0);
    }

    #[test]
    fn a_damaged_table_is_an_error_for_its_model_alone() {
        let folder = Scratch::new("models");
        std::fs::write(folder.join("trend.toml"), "").unwrap();
        let models = Models::from_dir(&folder);
        let models = models.unwrap();
        let errors = [(), ()].map(|()| models.get::<Length>().unwrap_err());
        assert_eq!(errors[0], errors[1]);
        assert!(errors[0].to_string().contains("trend.toml"));
        assert!(models.of_table::<Length>(Table::Eval).is_ok());
        assert_eq!(models.get::<First>().unwrap_err(), errors[0]);
    }
}

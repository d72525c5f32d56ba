//! The one list of tables: numbers that Plumb reads rather than contains.
//!
//! Every table is a readable TOML file in `tables/`, compiled into the binary,
//! and can be replaced at start by a file of the same name in a folder given
//! with `--tables`. This module hands out text and knows what can be wrong
//! with a table; what the numbers mean is for the layers that read them. What every start
//! needs is built in as plain numbers too (`numbers`), and read as TOML only from a folder.
//! Start with `Table` and `Tables`.

mod numbers;

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

macro_rules! tables {
    ($($table:ident $file:literal $doc:literal;)*) => {
        /// One of the tables that Plumb plays and judges by.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Table { $(#[doc = $doc] $table,)* }

        impl Table {
            /// Every table.
            pub const ALL: &[Table] = &[$(Table::$table,)*];

            /// The name of its file.
            pub const fn file_name(self) -> &'static str {
                match self { $(Table::$table => $file,)* }
            }

            /// What it holds, in a sentence.
            pub const fn sentence(self) -> &'static str {
                match self { $(Table::$table => $doc,)* }
            }

            const fn embedded(self) -> &'static str {
                match self { $(Table::$table => include_str!(concat!("../../tables/", $file)),)* }
            }
        }
    };
}

tables! {
    Eval "eval.toml" "What each term of the evaluation is worth.";
    Search "search.toml" "By which numbers the search prunes, reduces and extends.";
    Wdl "wdl.toml" "How a score becomes chances to win, draw and lose.";
    Regan "regan.toml" "The reference player by whose choices partial credit is shared out.";
    ReganSkill "regan_skill.toml" "How well Regan's model player of a rating chooses.";
    Choice "choice.toml" "How likely a person of a rating picks which move.";
    EngineChoice "engine_choice.toml" "How likely an engine picks which move.";
    Evidence "evidence.toml" "How far honest people's choices scatter around the human-choice model.";
    Counterfactual "counterfactual.toml" "How p-values of honest windows come out, by policy and rating.";
    Trend "trend.toml" "Which trend people see in a plot of a move's levels.";
    Strength "strength.toml" "How the engine plays when its strength is limited.";
    ReferenceScreen "fairplay_screen.toml" "Honest play in the fair-play profile screen.";
    ReferenceFull "fairplay_full.toml" "Honest play in the fair-play profile full.";
}

impl Table {
    /// The tables that a search or an analysis of a position reads: what an engine
    /// finds out depends on these. The search's own numbers are constants, for which
    /// the bench signature stands, unless the build allows others.
    pub const OF_ENGINE: &[Table] = if cfg!(feature = "tunable") {
        &[Table::Eval, Table::Wdl, Table::Regan, Table::Search]
    } else {
        &[Table::Eval, Table::Wdl, Table::Regan]
    };

    /// Looks whether a section of this table has no other keys than these; `prefix` is the
    /// section's own name with a dot.
    pub fn check_keys(
        self,
        section: &toml::Table,
        prefix: &str,
        names: &[&str],
    ) -> Result<(), TableError> {
        match section.keys().find(|key| !names.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(TableError::Unknown {
                table: self,
                key: format!("{prefix}{key}"),
            }),
        }
    }

    /// The error that this table lacks a key.
    pub fn missing(self, key: &str, expected: &str) -> TableError {
        TableError::Missing {
            table: self,
            key: key.to_owned(),
            expected: expected.to_owned(),
        }
    }

    /// A section of this table, which must have it.
    pub fn section<'a>(
        self,
        table: &'a toml::Table,
        name: &str,
    ) -> Result<&'a toml::Table, TableError> {
        let section = table.get(name).and_then(toml::Value::as_table);
        section.ok_or_else(|| self.missing(name, "a section"))
    }

    /// The stamp of the records that this table's numbers were fitted to.
    pub fn stamp(self, table: &toml::Table) -> Result<String, TableError> {
        let records = self.section(table, "records")?;
        self.check_keys(records, "records.", &["stamp"])?;
        let stamp = records.get("stamp").and_then(toml::Value::as_str);
        let stamp = stamp.ok_or_else(|| self.missing("records.stamp", "the stamp of the records"));
        Ok(stamp?.to_owned())
    }

    /// A number of a section within bounds; `prefix` is the section's own name with a dot.
    pub fn number(
        self,
        section: &toml::Table,
        prefix: &str,
        name: &str,
        bounds: std::ops::RangeInclusive<f64>,
    ) -> Result<f64, TableError> {
        let key = format!("{prefix}{name}");
        let expected = format!("a number from {} to {}", bounds.start(), bounds.end());
        let value = section.get(name);
        let value = value.ok_or_else(|| self.missing(&key, &expected))?;
        let number = value.as_float().or(value.as_integer().map(|n| n as f64));
        let number = number.filter(|number| bounds.contains(number));
        number.ok_or_else(|| TableError::Wrong {
            table: self,
            key,
            found: value.to_string(),
            expected,
        })
    }
}

/// The texts of all tables, embedded or overridden.
#[derive(Clone, Debug)]
pub struct Tables {
    texts: Vec<Cow<'static, str>>,
}

impl Tables {
    /// The tables compiled into this binary.
    pub fn embedded() -> Tables {
        let texts = Table::ALL
            .iter()
            .map(|table| Cow::Borrowed(table.embedded()));
        Tables {
            texts: texts.collect(),
        }
    }

    /// The embedded tables, with those that `folder` has a file for replaced
    /// by it. A folder with no table at all, or with a `.toml` file that is
    /// none of them, is surely a mistake and an error.
    pub fn from_dir(folder: &Path) -> Result<Tables, TableError> {
        let unreadable = |path: &Path, error: std::io::Error| TableError::Unreadable {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        let mut tables = Tables::embedded();
        let mut found = false;
        let entries = std::fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
        for entry in entries {
            let path = entry.map_err(|error| unreadable(folder, error))?.path();
            if path.extension().is_none_or(|extension| extension != "toml") {
                continue;
            }
            let name = path.file_name().unwrap_or_default();
            let table = Table::ALL.iter().find(|table| table.file_name() == name);
            let Some(&table) = table else {
                return Err(TableError::NotATable { path });
            };
            let text = std::fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
            tables.texts[table as usize] = Cow::Owned(text);
            found = true;
        }
        if !found {
            return Err(TableError::NoTables {
                folder: folder.to_owned(),
            });
        }
        Ok(tables)
    }

    /// The text of one table.
    pub fn text(&self, table: Table) -> &str {
        &self.texts[table as usize]
    }

    /// Whether a table is the one compiled into this binary; a file with the same text in
    /// it counts as another.
    pub fn is_built_in(&self, table: Table) -> bool {
        matches!(self.texts[table as usize], Cow::Borrowed(_))
    }

    /// Twelve hexadecimal digits of a SHA-256 over the texts of these tables: other
    /// numbers, another digest.
    pub fn digest(&self, tables: &[Table]) -> String {
        let mut hash = Sha256::new();
        for &table in tables {
            hash.update(self.text(table).as_bytes());
            // Where one text ends and the next begins counts too.
            hash.update([0]);
        }
        let digest = hash.finalize();
        digest[..6]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

/// Why a table cannot be used. Keys are dotted: `pawns.isolated`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// The file or folder could not be read.
    Unreadable {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// A TOML file that has no table's name.
    NotATable {
        /// Which file.
        path: PathBuf,
    },
    /// A folder without any table.
    NoTables {
        /// Which folder.
        folder: PathBuf,
    },
    /// Not TOML.
    Syntax {
        /// Which table.
        table: Table,
        /// What the parser said, and where.
        reason: String,
    },
    /// A key that must be there is not.
    Missing {
        /// Which table.
        table: Table,
        /// The dotted key.
        key: String,
        /// What should stand there.
        expected: String,
    },
    /// A key that means nothing.
    Unknown {
        /// Which table.
        table: Table,
        /// The dotted key.
        key: String,
    },
    /// A value of the wrong shape or out of range.
    Wrong {
        /// Which table.
        table: Table,
        /// The dotted key.
        key: String,
        /// What stands there.
        found: String,
        /// What should stand there.
        expected: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Unreadable { path, reason } => {
                write!(f, "cannot read {}: {reason}", path.display())
            }
            TableError::NotATable { path } => {
                write!(f, "{} is not a table; tables are ", path.display())?;
                list_names(f)
            }
            TableError::NoTables { folder } => {
                write!(f, "{} has no table; expected some of ", folder.display())?;
                list_names(f)
            }
            TableError::Syntax { table, reason } => {
                write!(f, "{}: not valid TOML: {reason}", table.file_name())
            }
            TableError::Missing {
                table,
                key,
                expected,
            } => write!(
                f,
                "{}: {key} is missing; expected {expected}",
                table.file_name()
            ),
            TableError::Unknown { table, key } => {
                write!(f, "{}: {key} is no known key", table.file_name())
            }
            TableError::Wrong {
                table,
                key,
                found,
                expected,
            } => write!(
                f,
                "{}: {key} is {found}; expected {expected}",
                table.file_name()
            ),
        }
    }
}

impl std::error::Error for TableError {}

fn list_names(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, table) in Table::ALL.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        write!(f, "{comma}{}", table.file_name())?;
    }
    Ok(())
}

/// Parses a table's text; the error is on one line and says where.
pub fn parse(table: Table, text: &str) -> Result<toml::Table, TableError> {
    text.parse().map_err(|error: toml::de::Error| {
        let offset = error.span().map_or(0, |span| span.start).min(text.len());
        let line = text.as_bytes()[..offset]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        let message = error.message().lines().collect::<Vec<_>>().join(" ");
        TableError::Syntax {
            table,
            reason: format!("line {}: {message}", line + 1),
        }
    })
}

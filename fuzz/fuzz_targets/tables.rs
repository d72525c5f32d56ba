//! Any text as each table of numbers: an error of one line that names the table, or numbers.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plumb::analysis::TrendModel;
use plumb::choice::{EngineModel, HonestScatter, HumanModel, ReganReference};
use plumb::engine::StrengthTable;
use plumb::eval::{WdlModel, Weights};
use plumb::fairplay::Reference;
use plumb::partition::Partition;
use plumb::search::parameter_values;
use plumb::tables::{Table, TableError};

fn check<T>(read: Result<T, TableError>, table: Table) {
    if let Err(error) = read {
        let error = error.to_string();
        assert!(error.contains(table.file_name()), "{error}");
    }
}

fuzz_target!(|text: &str| {
    check(Weights::from_toml(text), Table::Eval);
    check(WdlModel::from_toml(text), Table::Wdl);
    check(ReganReference::from_toml(text), Table::Regan);
    check(parameter_values(text), Table::Search);
    check(StrengthTable::from_toml(text), Table::Strength);
    check(HumanModel::from_toml(text), Table::Choice);
    check(HonestScatter::from_toml(text), Table::Evidence);
    check(EngineModel::from_toml(text), Table::EngineChoice);
    check(TrendModel::from_toml(text), Table::Trend);
    if let Err(error) = Partition::parse(text) {
        assert!(!error.to_string().contains('\n'), "{error}");
    }
    for table in [Table::ReferenceScreen, Table::ReferenceFull] {
        check(Reference::from_toml(table, text), table);
    }
});

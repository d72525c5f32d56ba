//! Any text as each table of numbers: an error of one line that names the table, or numbers.

use plumb::analysis::TrendModel;
use plumb::choice::{EngineModel, HonestScatter, HumanModel, ReganReference, ReganSkill};
use plumb::counterfactual::WindowCalibration;
use plumb::engine::StrengthTable;
use plumb::eval::{WdlModel, Weights};
use plumb::fairplay::Reference;
use plumb::partition::Partition;
use plumb::search::parameter_values;
use plumb::tables::{Table, TableError};

fn expect_a_name<T>(read: Result<T, TableError>, table: Table) {
    if let Err(error) = read {
        let error = error.to_string();
        assert!(error.contains(table.file_name()), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

pub fn check(text: &str) {
    expect_a_name(Weights::from_toml(text), Table::Eval);
    expect_a_name(WdlModel::from_toml(text), Table::Wdl);
    expect_a_name(ReganReference::from_toml(text), Table::Regan);
    expect_a_name(parameter_values(text), Table::Search);
    expect_a_name(StrengthTable::from_toml(text), Table::Strength);
    expect_a_name(HumanModel::from_toml(text), Table::Choice);
    expect_a_name(HonestScatter::from_toml(text), Table::Evidence);
    expect_a_name(EngineModel::from_toml(text), Table::EngineChoice);
    expect_a_name(TrendModel::from_toml(text), Table::Trend);
    expect_a_name(ReganSkill::from_toml(text), Table::ReganSkill);
    expect_a_name(WindowCalibration::from_toml(text), Table::Counterfactual);
    if let Err(error) = Partition::parse(text) {
        assert!(!error.to_string().contains('\n'), "{error}");
    }
    for table in [Table::ReferenceScreen, Table::ReferenceFull] {
        expect_a_name(Reference::from_toml(table, text), table);
    }
}

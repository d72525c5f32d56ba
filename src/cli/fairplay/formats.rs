//! The formats that go to standard output: the argument.

use plumb::fairplay::ReportFormat;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    Jsonl,
    Csv,
    Pgn,
}

impl Format {
    pub(super) fn report_format(self) -> ReportFormat {
        match self {
            Format::Jsonl => ReportFormat::Jsonl,
            Format::Csv => ReportFormat::Csv,
            Format::Pgn => ReportFormat::Pgn,
        }
    }
}

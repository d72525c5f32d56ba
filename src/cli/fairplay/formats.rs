//! The formats that go to standard output: the argument.

use plumb::fairplay::{InputFormat, ReportFormat};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    Jsonl,
    Csv,
    Pgn,
    /// A share of a run with its records, for plumb fairplay merge
    Shard,
}

impl Format {
    /// The report; none where it is a share of one.
    pub(super) fn report_format(self) -> Option<ReportFormat> {
        match self {
            Format::Jsonl => Some(ReportFormat::Jsonl),
            Format::Csv => Some(ReportFormat::Csv),
            Format::Pgn => Some(ReportFormat::Pgn),
            Format::Shard => None,
        }
    }
}

/// How games stand in the input: the argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Input {
    /// PGN
    #[default]
    Pgn,
    /// A game a line, as plumb fairplay split writes them
    Jsonl,
}

impl Input {
    pub(super) fn format(self) -> InputFormat {
        match self {
            Input::Pgn => InputFormat::Pgn,
            Input::Jsonl => InputFormat::Jsonl,
        }
    }
}

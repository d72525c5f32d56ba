//! What is made of the games, and the options of the zig-zag.

use plumb::fairplay::{TestedSides, ZigzagSettings};
use plumb::request::RecordLines;

/// What a run of records is, and what this is instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Mode {
    /// A record for each move, its table cleared: figures and reports
    #[default]
    Records,
    /// Regan's procedure: one table along the game (docs/fairplay_zigzag.md)
    Zigzag,
}

#[derive(clap::Args)]
pub(super) struct ZigzagOptions {
    /// What is made of the games
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    pub(super) mode: Mode,

    /// Of zigzag: whose moves, white, black or both
    #[arg(long, value_name = "SIDE", default_value = "both")]
    pub(super) tested: TestedSides,

    /// Of zigzag: depths in plies as D,DL,DMIN (one line, list, least) [default: 15,13,11]
    #[arg(long, value_name = "D,DL,DMIN", value_parser = depths)]
    zigzag_depths: Option<[u32; 3]>,
}

fn depths(text: &str) -> Result<[u32; 3], String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    numbers
        .ok()
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| "expected three depths in plies, such as 15,13,11".to_owned())
}

impl ZigzagOptions {
    pub(super) fn settings(&self, lines: Option<RecordLines>) -> ZigzagSettings {
        let mut settings = ZigzagSettings::default();
        if let Some([d, d_l, d_min]) = self.zigzag_depths {
            settings = ZigzagSettings {
                d,
                d_l,
                d_min,
                ..settings
            };
        }
        settings.lines = lines.map_or(settings.lines, |lines| lines.get() as usize);
        settings
    }
}

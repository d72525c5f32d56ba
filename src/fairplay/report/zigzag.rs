//! The head and the lines of a zig-zag run.

use serde::Serialize;

use super::header::{CAUTIONS, short_digest};
use super::jsonl::{json_of, line};
use crate::fairplay::judge::Stamp;
use crate::fairplay::judged::Rules;
use crate::fairplay::rules::Thresholds;
use crate::fairplay::zigzag_report::ZigzagReport;
use crate::fairplay::zigzag_settings::{Tested, ZigzagSettings};
use crate::fairplay::zigzag_tally::ZigzagSums;

/// What a zig-zag run was made with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZigzagHeader {
    /// The layout of the lines.
    pub format: &'static str,
    /// Plumb's version.
    pub plumb: &'static str,
    /// The engine.
    pub engine: String,
    /// Its version, and what else makes it play as it does.
    pub version: String,
    /// How far the searches go.
    pub settings: ZigzagSettings,
    /// Whose moves: `white`, `black` or `both`.
    pub tested: String,
    /// What counts as book.
    pub book: Vec<(String, String)>,
    /// Which moves the sums leave out.
    pub rules: &'static str,
    /// Where the rules draw their lines.
    pub thresholds: Thresholds,
    /// What a reader must know.
    pub cautions: [&'static str; 4],
    /// Equal digests, equal lines of the same games.
    pub digest: String,
}

impl ZigzagHeader {
    /// The head of a run.
    pub fn new(
        stamp: &Stamp,
        settings: &ZigzagSettings,
        tested: Tested,
        rules: &Rules,
        book: Vec<(String, String)>,
    ) -> ZigzagHeader {
        let mut header = ZigzagHeader {
            format: "plumb fairplay zigzag 2",
            plumb: env!("CARGO_PKG_VERSION"),
            engine: stamp.engine.clone(),
            version: stamp.version.clone(),
            settings: *settings,
            tested: tested.to_string(),
            book,
            rules: rules.set.key(),
            thresholds: rules.thresholds,
            cautions: CAUTIONS,
            digest: String::new(),
        };
        let text = format!("{}{}", json_of(&header), stamp.settings);
        header.digest = short_digest(&text);
        header
    }
}

/// The head.
pub fn zigzag_head_line(header: &ZigzagHeader) -> String {
    line("zigzag", json_of(header))
}

/// A game.
pub fn zigzag_game_line(report: &ZigzagReport) -> String {
    line("zigzag_game", json_of(report))
}

/// A player.
pub fn zigzag_player_line(name: &str, sums: &ZigzagSums) -> String {
    let mut value = json_of(sums);
    value["name"] = name.into();
    line("zigzag_player", value)
}

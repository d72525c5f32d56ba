//! The head and the lines of a zig-zag run.

use serde::Serialize;
use serde_json::{Result, to_value};

use super::header::{cautions, short_digest};
use super::jsonl::line;
use crate::facts::{Rules, Thresholds};
use crate::records::Stamp;
use crate::zigzag::{TestedSides, ZigzagReport, ZigzagSettings, ZigzagSums};
use plumb_support::wording::say;

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
    /// Which games were chosen.
    pub selection: Vec<(String, String)>,
    /// All runs and reports that were made in this folder, with their settings.
    pub runs: Vec<String>,
    /// Games.
    pub games: u64,
    /// Games that were left out, because they could not be read or are there twice.
    pub problems: u64,
    /// How many players were looked at in all.
    pub looked_at: u64,
    /// What a reader must know.
    pub cautions: [String; 4],
    /// Equal digests, equal lines of the same games: of all that does not depend on
    /// them.
    pub digest: String,
}

impl ZigzagHeader {
    /// The head of a run.
    pub fn new(
        stamp: &Stamp,
        settings: &ZigzagSettings,
        tested: TestedSides,
        rules: &Rules,
        book: Vec<(String, String)>,
    ) -> Result<ZigzagHeader> {
        let mut header = ZigzagHeader {
            format: "plumb fairplay zigzag 2",
            plumb: env!("CARGO_PKG_VERSION"),
            engine: stamp.engine.clone(),
            version: stamp.version.clone(),
            settings: *settings,
            tested: tested.to_string(),
            book,
            rules: rules.set.into(),
            thresholds: rules.thresholds,
            selection: Vec::new(),
            runs: Vec::new(),
            games: 0,
            problems: 0,
            looked_at: 0,
            cautions: cautions(),
            digest: String::new(),
        };
        let text = format!("{}{}", to_value(&header)?, stamp.settings);
        header.digest = short_digest(&text);
        Ok(header)
    }

    /// A line for the list of runs.
    pub fn way(&self) -> String {
        say!(
            run_line.zigzag,
            engine = self.engine,
            version = self.version,
            search = self.settings,
            tested = self.tested
        )
    }
}

/// The head.
pub fn zigzag_head_line(header: &ZigzagHeader) -> Result<String> {
    Ok(line("zigzag", to_value(header)?))
}

/// A game.
pub fn zigzag_game_line(report: &ZigzagReport) -> Result<String> {
    Ok(line("zigzag_game", to_value(report)?))
}

/// A player.
pub fn zigzag_player_line(name: &str, sums: &ZigzagSums) -> Result<String> {
    let mut value = to_value(sums)?;
    value["name"] = name.into();
    Ok(line("zigzag_player", value))
}

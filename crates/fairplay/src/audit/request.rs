//! What is asked of a fair-play run: how games are searched, which moves count, which games.

use std::str::FromStr;

use clap::ArgAction;
use plumb_protocol::request::{
    Count, GameCount, Ply, RecordLines, RecordNodes, RecordPlies, Request, Threshold,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::audit::AuditSettings;
use super::game_selection::GameSelection;
use super::passes::PassSettings;
use crate::book::Book;
use crate::facts::{RuleSet, Rules};
use crate::games::Date;
use crate::records::{Depths, Profile};
use plumb_support::partition::ChosenPart;
use plumb_support::wording::text;

/// A request for a fair-play run.
#[derive(Clone, Debug, PartialEq, clap::Args, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FairplayRequest {
    /// How thoroughly games are searched [default: the service's].
    #[arg(
        long,
        value_name = "PROFILE",
        help = "How thoroughly: screen (some three core-seconds a game) or full (some three times as long) [default: full]"
    )]
    pub profile: Option<Profile>,

    /// Nodes of each search, instead of the profile's.
    #[arg(long, value_name = "N", conflicts_with = "depth")]
    pub nodes: Option<RecordNodes>,

    /// Depth of each search in plies, instead of the profile's; not with nodes.
    #[arg(long, value_name = "PLIES")]
    pub depth: Option<RecordPlies>,

    /// Length of the MultiPV list, besides the played move [default: 5].
    #[arg(long, value_name = "K")]
    pub multipv: Option<RecordLines>,

    /// Which moves count: barnes, burnham, regan or plumb [default: plumb].
    #[arg(long, value_name = "RULES")]
    pub rules: Option<RuleSet>,

    /// Evaluation from which a position is decided, in centipawns [default: 300].
    #[arg(long, value_name = "CP", allow_negative_numbers = true)]
    pub decided: Option<Threshold>,

    /// Lead over the next move from which a move is forced, in centipawns [default: 200].
    #[arg(long, value_name = "CP", allow_negative_numbers = true)]
    pub forced: Option<Threshold>,

    /// Plies from the start that are book [default: 0].
    #[arg(long, value_name = "PLIES")]
    pub book_plies: Option<Ply>,

    /// Whether a quicker re-analysis gives figures a spread.
    #[arg(
        long = "no-second-pass",
        action = ArgAction::SetFalse,
        help = "Leave out the quicker re-analysis; figures then have no spread"
    )]
    #[serde(default = "has_second_pass")]
    pub second_pass: bool,

    /// Players examined besides those of these games; an earlier look at one of these counts as one [default: 0].
    #[arg(long, value_name = "N")]
    pub looked_at: Option<Count>,

    /// Which games are read.
    #[command(flatten)]
    #[serde(flatten)]
    pub selection: SelectionRequest,
}

fn has_second_pass() -> bool {
    true
}

impl Request for FairplayRequest {
    const EXCLUSIVE: &'static [&'static [&'static str]] = &[&["nodes", "depth"]];
}

impl FairplayRequest {
    fn depths(&self, profile: Profile) -> Depths {
        let mut depths = Depths::of(profile);
        if let Some(nodes) = self.nodes {
            depths = depths.with_nodes(nodes.get());
        }
        if let Some(depth) = self.depth {
            depths = depths.with_depth(depth.get() as u32);
        }
        if let Some(lines) = self.multipv {
            depths.multi_pv = lines.get() as usize;
        }
        depths
    }

    fn rules(&self) -> Rules {
        let mut rules = Rules {
            set: self.rules.unwrap_or_default(),
            ..Rules::default()
        };
        let thresholds = &mut rules.thresholds;
        if let Some(threshold) = self.decided {
            thresholds.decided_cp = threshold.get() as i32;
        }
        if let Some(threshold) = self.forced {
            thresholds.forced_gap_cp = threshold.get() as i32;
        }
        if let Some(plies) = self.selection.min_plies {
            thresholds.min_game_plies = plies.get() as usize;
        }
        rules
    }

    /// The settings of a run of Plumb alone; `usual` is the profile without a choice.
    pub fn settings(&self, usual: Profile) -> AuditSettings {
        let profile = self.profile.unwrap_or(usual);
        let book_plies = self.book_plies.map_or(0, Ply::get);
        AuditSettings {
            depths: self.depths(profile),
            passes: match self.second_pass {
                true => PassSettings::Quicker,
                false => PassSettings::None,
            },
            rules: self.rules(),
            book: Book::default().with_plies(book_plies as usize),
            looked_at: self.looked_at.map_or(0, Count::get),
            ..AuditSettings::new(profile)
        }
    }
}

/// Which games of the input are read.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize, JsonSchema)]
pub struct SelectionRequest {
    /// Only games of this player; part of the name will do, in any case.
    #[arg(long, value_name = "NAME")]
    #[serde(default)]
    pub player: Vec<String>,

    /// Only games whose Event contains this text, in any case.
    #[arg(long, value_name = "TEXT")]
    #[serde(default)]
    pub event: Vec<String>,

    /// Only games that may have been played on this day or later (YYYY.MM.DD, YYYY.MM or YYYY).
    #[arg(long, value_name = "DATE")]
    #[schemars(with = "Option<String>", extend("format" = "pgn-date"))]
    pub since: Option<RequestedDate>,

    /// Only games that may have been played on this day or earlier.
    #[arg(long, value_name = "DATE")]
    #[schemars(with = "Option<String>", extend("format" = "pgn-date"))]
    pub until: Option<RequestedDate>,

    /// Only games of one part of a partition that `plumb-lab train split` wrote.
    // The service reads no files by name.
    #[arg(long, value_name = "FILE:PART")]
    #[serde(skip)]
    pub part: Option<String>,

    /// Skip games shorter than N plies [default: 30 for figures and drawn moves].
    #[arg(long, value_name = "N")]
    pub min_plies: Option<Count>,

    /// Of those, only every Nth game.
    #[arg(long, value_name = "N")]
    pub every: Option<GameCount>,

    /// At most N games.
    #[arg(long, value_name = "N")]
    pub max_games: Option<GameCount>,
}

impl SelectionRequest {
    /// The selection; the file of `part` is read.
    pub fn games(&self) -> Result<GameSelection, String> {
        Ok(GameSelection {
            players: self.player.clone(),
            events: self.event.clone(),
            since: self.since.map(|date| date.0),
            until: self.until.map(|date| date.0),
            part: self.part.as_deref().map(ChosenPart::open).transpose()?,
            min_plies: self.min_plies.map(|plies| plies.get() as usize),
            every: self.every.map(|every| every.get() as u32),
            max_games: self.max_games.map(|games| games.get() as usize),
        })
    }
}

/// A date of which month and day may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct RequestedDate(pub Date);

/// A text that is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", text!(expected.date))]
pub struct NotADate;

impl FromStr for RequestedDate {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<RequestedDate, NotADate> {
        Date::parse_strictly(text)
            .map(RequestedDate)
            .ok_or(NotADate)
    }
}

impl TryFrom<String> for RequestedDate {
    type Error = NotADate;

    fn try_from(text: String) -> Result<RequestedDate, NotADate> {
        text.parse()
    }
}

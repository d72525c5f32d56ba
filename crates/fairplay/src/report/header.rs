//! What a whole report was made with.

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::facts::{Rules, Thresholds};
use crate::records::{Depths, Stamp};
use crate::reference::{Reference, ReferenceNote};
use plumb_engine::syzygy::Tablebases;
use plumb_support::wording::{counted_noun, say, text};

/// The layout of reports.
pub const REPORT_FORMAT: &str = "plumb fairplay report 9";

/// What every report says of itself.
pub(super) fn cautions() -> [String; 4] {
    let games = [text!(caution.one_game), text!(caution.strong_play)].join(" ");
    [
        text!(caution.screening).to_owned(),
        games,
        text!(caution.counts).to_owned(),
        text!(caution.differing).to_owned(),
    ]
}

/// Another look at the same moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PassNote {
    /// Its name among the figures.
    pub name: String,
    /// How it searched.
    pub settings: String,
}

/// The head of a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunHeader {
    /// The layout of the report.
    pub format: &'static str,
    /// Plumb's version.
    pub plumb: &'static str,
    /// The engine that judged.
    pub engine: String,
    /// Its version, and what else makes it play as it does.
    pub engine_version: String,
    /// How it searched.
    pub settings: String,
    /// The same in numbers, where it was Plumb: what a check searches with.
    pub search: Option<Depths>,
    /// Other looks at the same moves, which give figures their ranges.
    pub passes: Vec<PassNote>,
    /// The other members of the jury, and how they searched.
    pub jury: Vec<String>,
    /// `screen`, `full` or `custom`.
    pub profile: String,
    /// The rule set.
    pub rules: &'static str,
    /// Where the rules draw their lines.
    pub thresholds: Thresholds,
    /// What counts as book.
    pub book: Vec<(String, String)>,
    /// Tables that figures depend on besides the engine's: files and digests.
    pub tables: Vec<(String, String)>,
    /// Which endgame tables say what is known; none were looked at without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tablebases: Option<String>,
    /// Which games were chosen.
    pub selection: Vec<(String, String)>,
    /// All runs that were made in this folder, with their settings.
    pub runs: Vec<String>,
    /// Games.
    pub games: u64,
    /// Games that could not be read.
    pub problems: u64,
    /// Players in these games.
    pub players: u64,
    /// Of these, programs that play openly; they are nowhere among people.
    #[serde(skip_serializing_if = "is_zero")]
    pub computers: u64,
    /// Of the others, players with enough moves and games for figures.
    pub with_figures: u64,
    /// How many players were looked at in all: those whose figures were made, and as many
    /// others as the run was told of.
    pub looked_at: u64,
    /// How many players the input had, where games were chosen from it; only those of the part
    /// that was read (`max-games` ends the reading early). None where all games of the input are
    /// here, or where the user gave the number of other players who were looked at.
    pub chosen_from: Option<u64>,
    /// The honest play that players are compared with.
    pub reference: Option<ReferenceNote>,
    /// Why there is none.
    pub no_reference: Option<String>,
    /// Why choices are held against no model, so that z-scores, engine-like moves and
    /// intrinsic ratings are missing; none where they are.
    pub no_models: Option<String>,
    /// Why nothing is said of trends of levels; none where it is.
    pub no_trends: Option<String>,
    /// What a digest of engine, tables, settings, rules, book and endgame tables
    /// comes to: equal digests, equal reports of the same games.
    pub digest: String,
    /// What a reader must know.
    pub cautions: [String; 4],
}

impl RunHeader {
    /// The head of a report by this judge and these rules; counts are still 0.
    pub fn new(
        stamp: &Stamp,
        profile: &str,
        rules: &Rules,
        book: Vec<(String, String)>,
        tablebases: Option<&Tablebases>,
    ) -> serde_json::Result<Self> {
        let mut header = RunHeader {
            format: REPORT_FORMAT,
            plumb: env!("CARGO_PKG_VERSION"),
            engine: stamp.engine.clone(),
            engine_version: stamp.version.clone(),
            settings: stamp.settings.clone(),
            search: None,
            passes: Vec::new(),
            jury: Vec::new(),
            profile: profile.to_owned(),
            rules: rules.set.into(),
            thresholds: rules.thresholds,
            book,
            tables: Vec::new(),
            tablebases: tablebases.map(Tablebases::to_string),
            selection: Vec::new(),
            runs: Vec::new(),
            games: 0,
            problems: 0,
            players: 0,
            computers: 0,
            with_figures: 0,
            looked_at: 0,
            chosen_from: None,
            reference: None,
            no_reference: None,
            no_models: None,
            no_trends: None,
            digest: String::new(),
            cautions: cautions(),
        };
        header.seal()?;
        Ok(header)
    }

    /// The settings of the report besides the engine: a line for the list of runs.
    pub fn way(&self) -> String {
        let pairs = |list: &[(String, String)], none: &'static str| match list {
            [] => none.to_owned(),
            list => {
                let pairs = list.iter().map(|(name, value)| setting(name, value));
                pairs.collect::<Vec<_>>().join(", ")
            }
        };
        let Thresholds {
            opening_plies,
            decided_cp,
            forced_gap_cp,
            min_game_plies,
        } = self.thresholds;
        let none = text!(run.no_tablebases);
        say!(
            run_line.report,
            rules = self.rules,
            opening = opening_plies,
            decided = decided_cp,
            forced = forced_gap_cp,
            plies = min_game_plies,
            book = pairs(&self.book, text!(run.no_book)),
            tablebases = self.tablebases.as_deref().unwrap_or(none),
            selection = pairs(&self.selection, text!(run.every_game))
        )
    }

    /// Records the reference that players are compared with, or why there is none.
    pub fn compare_with(&mut self, reference: Result<&Reference, &String>) {
        match reference {
            Ok(reference) => self.reference = Some(reference.note()),
            Err(reason) => self.no_reference = Some(reason.clone()),
        }
    }

    /// Makes the digest: of everything here but what depends on the games, and on
    /// what else was done with them.
    pub fn seal(&mut self) -> serde_json::Result<()> {
        let settings = RunHeader {
            selection: Vec::new(),
            runs: Vec::new(),
            games: 0,
            problems: 0,
            players: 0,
            computers: 0,
            with_figures: 0,
            looked_at: 0,
            chosen_from: None,
            digest: String::new(),
            ..self.clone()
        };
        self.digest = short_digest(&serde_json::to_string(&settings)?);
        Ok(())
    }

    /// How many players with a rare figure are to be expected among so many: sentences for
    /// readers.
    pub fn rarity(&self) -> Vec<String> {
        let all = self.looked_at;
        if all == 0 {
            return vec![text!(rarity.nobody).to_owned()];
        }
        [20.0, 100.0, 1_000.0, 10_000.0]
            .iter()
            .map(|&one_in| {
                let expected = all as f64 / one_in;
                let count = if expected < 0.1 {
                    format!("{expected:.4}")
                } else {
                    format!("{expected:.1}")
                };
                let players = counted_noun(all, text!(noun.player));
                let one_in = one_in.to_string();
                say!(rarity.expected, players, count, one_in)
            })
            .collect()
    }
}

/// Other heads stay as they were.
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Sixteen hexadecimal digits that stand for a text.
pub(super) fn short_digest(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A setting of the selection or of the book, in words; one of another name is called by it.
fn setting(name: &str, value: &str) -> String {
    match name {
        "player" => say!(setting.player, value),
        "event" => say!(setting.event, value),
        "part" => say!(setting.part, value),
        "since" => say!(setting.since, value),
        "until" => say!(setting.until, value),
        "min-plies" => say!(setting.min_plies, value),
        "every" => say!(setting.every, value),
        "max-games" => say!(setting.max_games, value),
        "book plies" => say!(setting.book_plies, value),
        "book" => say!(setting.book, value),
        "book index" => say!(setting.book_index, value),
        _ => name.to_owned(),
    }
}

//! What a finished share says of itself: how it was searched, of which input, and what its
//! report would say it was made with.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::error::AuditError;
use super::super::run_notes;
use super::portion::Portion;
use crate::facts::{Rules, Thresholds};
use crate::games::Shard;
use crate::records::{Depths, Stamp, Store};

/// The layout of shares; another one is not read.
const FORMAT: &str = "plumb fairplay shard 1";

/// What a share says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in super::super) struct PartHead {
    pub(in super::super) format: String,
    /// `i/n`, `part`, or `whole`.
    pub(in super::super) portion: String,
    /// The files of the input in their order; empty where each game said which it was from.
    pub(in super::super) inputs: Vec<String>,
    /// How many players were in the input.
    pub(in super::super) players: u64,
    /// Which games of the input were chosen.
    pub(in super::super) selection: Vec<(String, String)>,
    /// The profile, `screen` or `full`, ...
    pub(in super::super) profile: String,
    /// ... and what was searched in its place, or as it says.
    pub(in super::super) depths: Depths,
    pub(in super::super) rules: String,
    pub(in super::super) thresholds: Thresholds,
    pub(in super::super) book_plies: usize,
    pub(in super::super) looked_at: u64,
    pub(in super::super) deep_looks_from: u64,
    /// Who judged, the first being the one whose figures are reported.
    pub(in super::super) judges: Vec<Stamp>,
    /// The first one's other passes.
    pub(in super::super) passes: Vec<(String, Stamp)>,
    /// Every search ever made for it.
    pub(in super::super) runs: Vec<String>,
    /// The head of the report that it would have, without runs and counts.
    pub(in super::super) report: Value,
}

/// What two shares of one run have in common: how messages call it, and where the report's
/// head has it.
const COMMON: [(&str, &str); 19] = [
    ("layout of reports", "format"),
    ("engine", "engine"),
    ("version", "engine_version"),
    ("profile", "profile"),
    ("search", "settings"),
    ("passes", "passes"),
    ("jury", "jury"),
    ("rules", "rules"),
    ("thresholds", "thresholds"),
    ("book", "book"),
    ("tables", "tables"),
    ("endgame tables", "tablebases"),
    ("selection", "selection"),
    ("reference", "reference"),
    ("reference", "no_reference"),
    ("models", "no_models"),
    ("trend model", "no_trends"),
    ("players chosen from", "chosen_from"),
    ("number of others looked at", "looked_at"),
];

impl PartHead {
    pub(in super::super) fn format() -> String {
        FORMAT.to_owned()
    }

    /// From what the file of a run says, if its search has come to its end.
    pub(super) fn of_store(store: &Store, place: &str) -> Result<PartHead, AuditError> {
        let unsuitable = |reason: &str| AuditError::Unsuitable(format!("{place}: {reason}"));
        let text = run_notes::noted_part(store)?.ok_or_else(|| {
            unsuitable("its search has not come to its end; the same command goes on with it")
        })?;
        PartHead::from_text(&text, place)
    }

    /// From its JSON.
    fn from_text(text: &str, place: &str) -> Result<PartHead, AuditError> {
        PartHead::check_format(text, place)?;
        serde_json::from_str(text).map_err(|error| {
            let reason = format!("{place}: what it says of itself cannot be read: {error}");
            AuditError::Unsuitable(reason)
        })
    }

    /// Whether a text is of this layout, if it is a head at all.
    pub(super) fn check_format(text: &str, place: &str) -> Result<(), AuditError> {
        #[derive(Deserialize)]
        struct Layout {
            format: String,
        }
        match serde_json::from_str(text) {
            Ok(Layout { format }) if format != FORMAT => Err(AuditError::Unsuitable(format!(
                "{place}: it is '{}', and this version reads '{FORMAT}'",
                format.escape_debug()
            ))),
            _ => Ok(()),
        }
    }

    /// How much of a run it is.
    pub(super) fn portion(&self) -> Option<Portion> {
        Portion::from_words(&self.portion)
    }

    /// Which share of the whole input, if that is what it is.
    pub(super) fn shard(&self) -> Option<Shard> {
        self.portion().and_then(Portion::shard)
    }

    pub(super) fn rules(&self) -> Result<Rules, String> {
        Ok(Rules {
            set: self.rules.parse().map_err(|error| format!("{error}"))?,
            thresholds: self.thresholds,
        })
    }

    /// All stamps whose records belong to it.
    pub(in super::super) fn stamps(&self) -> Vec<Stamp> {
        let passes = self.passes.iter().map(|(_, stamp)| stamp);
        self.judges.iter().chain(passes).cloned().collect()
    }

    /// Where the file stands in the input: parts have inputs of their own, whose files go by
    /// their names alone.
    pub(super) fn rank(&self, file: &str) -> usize {
        if self.shard().is_none() {
            return 0;
        }
        let found = self.inputs.iter().position(|name| name == file);
        found.unwrap_or(0)
    }

    /// What is not the same in two shares of one run, with both values.
    pub(super) fn difference(&self, other: &PartHead) -> serde_json::Result<Option<Difference>> {
        let in_reports = difference(&self.report, &other.report);
        if in_reports.is_some() {
            return Ok(in_reports);
        }
        let texts = |head: &PartHead| -> serde_json::Result<Vec<(&'static str, String)>> {
            let mut part = PartHead {
                portion: String::new(),
                runs: Vec::new(),
                report: Value::Null,
                ..head.clone()
            };
            // Parts have inputs of their own.
            if self.shard().is_none() {
                (part.inputs, part.players) = (Vec::new(), 0);
            }
            Ok(vec![
                ("files", part.inputs.join(", ")),
                ("players of the input", part.players.to_string()),
                ("settings", serde_json::to_string(&part)?),
            ])
        };
        Ok(first_difference(texts(self)?, texts(other)?))
    }
}

/// What is not the same in two things, and both values.
type Difference = (&'static str, String, String);

/// What is not the same in two heads of reports, with both values.
pub(in super::super) fn difference(one: &Value, other: &Value) -> Option<Difference> {
    let texts = |head: &Value| -> Vec<(&'static str, String)> {
        let value = |key: &str| match &head[key] {
            Value::Null => "none".to_owned(),
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        let named = COMMON.iter().map(|&(name, key)| (name, value(key)));
        named.chain([("digest", value("digest"))]).collect()
    };
    first_difference(texts(one), texts(other))
}

fn first_difference(
    one: Vec<(&'static str, String)>,
    other: Vec<(&'static str, String)>,
) -> Option<Difference> {
    let mut pairs = one.into_iter().zip(other);
    let ((name, one), (_, other)) = pairs.find(|((_, one), (_, other))| one != other)?;
    Some((name, one, other))
}

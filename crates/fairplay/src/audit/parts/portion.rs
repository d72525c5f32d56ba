//! Which share of a whole run a run is: all of it, a part, or one shard of several.

use std::fmt;

use crate::games::Shard;

/// The share of a whole run that is searched here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Portion {
    /// All of it: it is reported.
    #[default]
    Whole,
    /// Some of its games, all of the input; who cuts the input knows which.
    Part,
    /// The games of the input that are in one share.
    Shard(Shard),
}

impl Portion {
    /// The share of the input.
    pub(in super::super) fn shard(self) -> Option<Shard> {
        match self {
            Portion::Shard(shard) => Some(shard),
            Portion::Whole | Portion::Part => None,
        }
    }

    /// What a run's file says of it.
    pub(in super::super) fn words(self) -> String {
        match self {
            Portion::Whole => "whole".to_owned(),
            Portion::Part => "part".to_owned(),
            Portion::Shard(shard) => shard.to_string(),
        }
    }

    /// What these words say; nothing where it is nothing known.
    pub(in super::super) fn from_words(words: &str) -> Option<Portion> {
        match words {
            "whole" => Some(Portion::Whole),
            "part" => Some(Portion::Part),
            shard => shard.parse().ok().map(Portion::Shard),
        }
    }
}

impl fmt::Display for Portion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Portion::Whole => f.write_str("a whole run"),
            Portion::Part => f.write_str("a part of a run"),
            Portion::Shard(shard) => write!(f, "shard {shard} of a run"),
        }
    }
}

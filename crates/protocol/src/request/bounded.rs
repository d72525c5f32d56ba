//! Whole numbers with bounds. Each kind is declared once; arguments, words of a session, JSON
//! and the description of the service follow from the declaration.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use plumb_engine::choice::RATING_BOUNDS;

/// Why a number is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBounds {
    least: u64,
    most: u64,
    unit: &'static str,
}

impl fmt::Display for OutOfBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} to {}", self.least, self.most)?;
        match self.unit {
            "" => Ok(()),
            unit => write!(f, " {unit}"),
        }
    }
}

impl std::error::Error for OutOfBounds {}

macro_rules! bounded {
    ($($(#[$doc:meta])+ $name:ident: $least:expr => $most:expr, $unit:literal;)+) => {$(
        $(#[$doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(u64);

        impl $name {
            /// The least value.
            pub const LEAST: u64 = $least;
            /// The largest value.
            pub const MOST: u64 = $most;

            /// Checks the bounds.
            pub fn new(value: u64) -> Result<$name, OutOfBounds> {
                let (least, most, unit) = ($name::LEAST, $name::MOST, $unit);
                match (least..=most).contains(&value) {
                    true => Ok($name(value)),
                    false => Err(OutOfBounds { least, most, unit }),
                }
            }

            /// The number.
            pub fn get(self) -> u64 {
                self.0
            }
        }

        impl FromStr for $name {
            type Err = OutOfBounds;

            fn from_str(text: &str) -> Result<$name, OutOfBounds> {
                let (least, most, unit) = ($name::LEAST, $name::MOST, $unit);
                let number = text.trim().parse().map_err(|_| OutOfBounds { least, most, unit })?;
                $name::new(number)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                $name::new(deserializer.deserialize_any(Whole)?).map_err(D::Error::custom)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "integer", "minimum": $name::LEAST, "maximum": $name::MOST })
            }
        }
    )+};
}

bounded! {
    /// Depth of a search.
    Plies: 1 => 200, "plies";
    /// Nodes of a search; every number in JSON up to 2^53 is exact.
    Nodes: 1 => 1_000_000_000_000_000, "nodes";
    /// Time for a search.
    Milliseconds: 1 => 86_400_000, "milliseconds";
    /// Length of a MultiPV list.
    LineCount: 2 => 256, "lines";
    /// Length of a vector of scores by depth.
    LevelCount: 1 => 100, "levels";
    /// Difference between two moves.
    Centipawns: 1 => 10_000, "centipawns";
    /// Size of a transposition table.
    HashMegabytes: 1 => 65_536, "MB";
    /// Rating over the board at long time controls.
    Elo: RATING_BOUNDS.0 as u64 => RATING_BOUNDS.1 as u64, "Elo";
    /// Number of a game in a file.
    GameNumber: 1 => 1_000_000_000, "";
    /// Plies of a game before a position.
    Ply: 0 => 4_294_967_295, "plies";
}

/// Reads a whole number. 5.0 is one, too, and every f64 up to 2^53 is exact.
struct Whole;

impl Visitor<'_> for Whole {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<u64, E> {
        match number.fract() == 0.0 && (0.0..=9e15).contains(&number) {
            true => Ok(number as u64),
            false => Err(E::invalid_type(serde::de::Unexpected::Float(number), &self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_in_text_and_in_json() {
        for (text, is_good) in [("1", true), ("200", true), ("0", false), ("201", false)] {
            assert_eq!(text.parse::<Plies>().is_ok(), is_good, "{text}");
            let in_json = serde_json::from_str::<Plies>(text);
            assert_eq!(in_json.ok(), text.parse().ok(), "{text}");
        }
        let error = "many".parse::<Plies>().unwrap_err().to_string();
        assert_eq!(error, "expected 1 to 200 plies");
    }

    #[test]
    fn whole_numbers_may_be_written_as_floats() {
        assert_eq!(serde_json::from_str::<Plies>("5.0").unwrap().get(), 5);
        for text in ["5.5", "-1", "null", "\"5\"", "1e300"] {
            assert!(serde_json::from_str::<Plies>(text).is_err(), "{text}");
        }
    }
}

//! Numbers with bounds. Each kind is declared once; arguments, words of a session, JSON and the
//! description of the service follow from the declaration.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use plumb_engine::choice::RATING_BOUNDS;

/// Why a number is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutOfBounds {
    least: f64,
    most: f64,
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
    ($number:ty, $kind:literal, $visitor:ident;
     $($(#[$doc:meta])+ $name:ident: $least:expr => $most:expr, $unit:literal;)+) => {$(
        $(#[$doc])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name($number);

        impl $name {
            /// The least value.
            pub const LEAST: $number = $least;
            /// The largest value.
            pub const MOST: $number = $most;
            const OUT_OF_BOUNDS: OutOfBounds = OutOfBounds {
                least: $name::LEAST as f64,
                most: $name::MOST as f64,
                unit: $unit,
            };

            /// Checks the bounds.
            pub fn new(value: $number) -> Result<$name, OutOfBounds> {
                match ($name::LEAST..=$name::MOST).contains(&value) {
                    true => Ok($name(value)),
                    false => Err($name::OUT_OF_BOUNDS),
                }
            }

            /// The number.
            pub fn get(self) -> $number {
                self.0
            }
        }

        impl FromStr for $name {
            type Err = OutOfBounds;

            fn from_str(text: &str) -> Result<$name, OutOfBounds> {
                let number = text.trim().parse().map_err(|_| $name::OUT_OF_BOUNDS)?;
                $name::new(number)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                $name::new(deserializer.deserialize_any($visitor)?).map_err(D::Error::custom)
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
                json_schema!({ "type": $kind, "minimum": $name::LEAST, "maximum": $name::MOST })
            }
        }
    )+};
}

bounded! {
    u64, "integer", Whole;
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
    Ply: 0 => u32::MAX as u64, "plies";
    /// Number of a ply of a game, from 1.
    PlyNumber: 1 => u32::MAX as u64, "";
    /// Length of a window of a game.
    WindowPlies: 1 => 40, "plies";
    /// Rating of either player of a window.
    WindowElo: 100 => 3_500, "Elo";
    /// Sampled continuations of a window.
    SampleCount: 1 => 1_000_000, "lines";
    /// Chains, or runs of particles.
    ChainCount: 1 => 1_000, "";
    /// Steps of a chain.
    Steps: 0 => 1_000_000, "steps";
    /// Seed of random draws: every language that reads JSON has these numbers exactly.
    Seed: 0 => (1 << 53) - 1, "";
    /// Depth of the searches for the loss of a move.
    LossPlies: 1 => 30, "plies";
    /// Length of their MultiPV list.
    LossLines: 1 => 256, "lines";
    /// Nodes of each search of a fair-play run.
    RecordNodes: 100 => 1_000_000_000_000_000, "nodes";
    /// Depth of each search of a fair-play run.
    RecordPlies: 1 => 60, "plies";
    /// Length of the MultiPV list of a fair-play run.
    RecordLines: 2 => 50, "lines";
    /// Threshold of a rule set.
    Threshold: 0 => 10_000, "centipawns";
    /// Number of players or plies; may be 0.
    Count: 0 => u32::MAX as u64, "";
    /// Number of games, or distance from one chosen game to the next.
    GameCount: 1 => u32::MAX as u64, "";
}

bounded! {
    f64, "number", Decimal;
    /// Weight of a lost centipawn.
    Beta: 0.0 => 1_000.0, "";
    /// Probability of a fresh line.
    Rho: 0.0 => 1.0, "";
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

/// Reads any number.
struct Decimal;

impl Visitor<'_> for Decimal {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<f64, E> {
        Ok(number as f64)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<f64, E> {
        Ok(number as f64)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<f64, E> {
        Ok(number)
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
    fn decimals_have_bounds_too() {
        for (text, is_good) in [("0", true), ("0.5", true), ("1.5", false), ("-1", false)] {
            assert_eq!(text.parse::<Rho>().is_ok(), is_good, "{text}");
            let in_json = serde_json::from_str::<Rho>(text);
            assert_eq!(in_json.ok(), text.parse().ok(), "{text}");
        }
        let error = "nan".parse::<Beta>().unwrap_err().to_string();
        assert_eq!(error, "expected 0 to 1000");
    }

    #[test]
    fn whole_numbers_may_be_written_as_floats() {
        assert_eq!(serde_json::from_str::<Plies>("5.0").unwrap().get(), 5);
        for text in ["5.5", "-1", "null", "\"5\"", "1e300"] {
            assert!(serde_json::from_str::<Plies>(text).is_err(), "{text}");
        }
    }
}

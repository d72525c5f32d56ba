//! Whose moves the zig-zag procedure looks at, how deep it goes, and which settings make no sense.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use plumb_chess::board::Color;

/// Whose moves a run looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestedSides {
    /// One player's: the run steps on two plies.
    One(Color),
    /// Both players': the run steps on one ply.
    Both,
}

impl TestedSides {
    pub(super) fn includes(self, side: Color) -> bool {
        match self {
            TestedSides::One(tested) => tested == side,
            TestedSides::Both => true,
        }
    }

    /// Plies from one tested move to the next.
    pub(super) fn step(self) -> usize {
        match self {
            TestedSides::One(_) => 2,
            TestedSides::Both => 1,
        }
    }
}

impl fmt::Display for TestedSides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TestedSides::One(Color::White) => "white",
            TestedSides::One(Color::Black) => "black",
            TestedSides::Both => "both",
        })
    }
}

impl FromStr for TestedSides {
    type Err = String;

    fn from_str(text: &str) -> Result<TestedSides, String> {
        match text {
            "white" => Ok(TestedSides::One(Color::White)),
            "black" => Ok(TestedSides::One(Color::Black)),
            "both" => Ok(TestedSides::Both),
            _ => Err(format!(
                "'{text}' names no player: expected white, black or both"
            )),
        }
    }
}

/// How far the searches of a zig-zag go. SLM is the search for one line, MLM
/// the one for several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZigzagSettings {
    /// SLM goes to this depth, in plies: one more than an accomplice would have had time for.
    pub d: u32,
    /// MLM goes to this depth, in plies: at least `d` - 2.
    pub d_l: u32,
    /// No round below this depth counts, in plies; less than `d`.
    pub d_min: u32,
    /// The lines of MLM.
    pub lines: usize,
    /// A line is lost outright, and MLM goes on without it, when it is at -this or
    /// worse and by as much worse than the best, in centipawns; none: all stay.
    pub lost_cp: Option<i32>,
    /// Where SLM to `d` took fewer nodes than this it goes one ply deeper, and then
    /// perhaps another; none: never.
    pub quick_nodes: Option<u64>,
    /// Megabytes of the transposition table.
    pub hash_mb: usize,
}

impl Default for ZigzagSettings {
    fn default() -> ZigzagSettings {
        ZigzagSettings {
            d: 15,
            d_l: 13,
            d_min: 11,
            lines: 10,
            lost_cp: Some(600),
            quick_nodes: Some(20_000),
            hash_mb: 64,
        }
    }
}

/// By how much `d` is raised at most where it is reached quickly, in plies.
pub(super) const MOST_RAISED: u32 = 2;

/// The deepest `d` and `d_l`, in plies.
const DEEPEST: u32 = 100;

impl ZigzagSettings {
    /// Whether the procedure can be run like this.
    pub fn check(&self) -> Result<(), ZigzagError> {
        let bad = |name, found: u64, expected: String| {
            Err(ZigzagError::Setting {
                name,
                found,
                expected,
            })
        };
        let least = self.d.saturating_sub(2).max(self.d_min).max(1);
        if !(2..=DEEPEST).contains(&self.d) {
            return bad("d", self.d.into(), format!("2 to {DEEPEST} plies"));
        }
        if self.d_min == 0 || self.d_min >= self.d {
            let expected = format!("1 to {} plies, less than d", self.d - 1);
            return bad("d_min", self.d_min.into(), expected);
        }
        if !(least..=DEEPEST).contains(&self.d_l) {
            let expected =
                format!("{least} to {DEEPEST} plies, at least d - 2 and no less than d_min");
            return bad("d_l", self.d_l.into(), expected);
        }
        if !(2..=256).contains(&self.lines) {
            return bad("lines", self.lines as u64, "2 to 256 lines".to_owned());
        }
        if !(1..=65_536).contains(&self.hash_mb) {
            return bad("hash_mb", self.hash_mb as u64, "1 to 65536 MiB".to_owned());
        }
        match self.lost_cp {
            Some(cp) if cp < 1 => {
                let expected = "a positive number of centipawns".to_owned();
                bad("lost_cp", cp.unsigned_abs().into(), expected)
            }
            _ => Ok(()),
        }
    }
}

/// One line that says everything: what a record depends on besides the game.
impl fmt::Display for ZigzagSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "zigzag d {} dL {} dmin {} lines {} hash {}",
            self.d, self.d_l, self.d_min, self.lines, self.hash_mb
        )?;
        if let Some(cp) = self.lost_cp {
            write!(f, " lost {cp}")?;
        }
        if let Some(nodes) = self.quick_nodes {
            write!(f, " quick {nodes}")?;
        }
        Ok(())
    }
}

/// Why a zig-zag run cannot be made or go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ZigzagError {
    /// A setting makes no sense.
    #[error("zigzag: {name} is {found}: expected {expected}")]
    Setting {
        /// Which.
        name: &'static str,
        /// Its value.
        found: u64,
        /// What would make sense.
        expected: String,
    },
    /// There is no memory for the tables.
    #[error("zigzag: {0}")]
    NoMemory(String),
    /// The engine failed; the message names it.
    #[error("{0}")]
    Engine(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constraints_of_the_procedure_hold() {
        let with = |d, d_l, d_min| ZigzagSettings {
            d,
            d_l,
            d_min,
            ..ZigzagSettings::default()
        };
        assert_eq!(ZigzagSettings::default().check(), Ok(()));
        for (d, d_l, d_min) in [(14, 12, 11), (14, 14, 11), (12, 13, 11), (6, 5, 3)] {
            assert_eq!(with(d, d_l, d_min).check(), Ok(()), "{d} {d_l} {d_min}");
        }
        for (d, d_l, d_min, name) in [
            (15, 12, 11, "d_l is 12: expected 13 to 100"),
            (11, 11, 11, "d_min is 11: expected 1 to 10"),
            (12, 10, 11, "d_l is 10: expected 11 to 100"),
            (12, 12, 0, "d_min is 0"),
            (1, 1, 0, "d is 1: expected 2 to 100"),
            (101, 101, 11, "d is 101"),
        ] {
            let error = with(d, d_l, d_min).check().unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
        }
        let one_line = ZigzagSettings {
            lines: 1,
            ..ZigzagSettings::default()
        };
        assert!(one_line.check().is_err());
    }

    #[test]
    fn every_setting_is_in_the_line_that_stands_for_them() {
        let text = ZigzagSettings::default().to_string();
        let expected = "zigzag d 15 dL 13 dmin 11 lines 10 hash 64 lost 600 quick 20000";
        assert_eq!(text, expected);
    }
}

//! Whether a move was made at once, quickly or after a think.
//!
//! Start with `Pace`.

use serde::Serialize;

/// Up to this, in milliseconds, a move is instant.
pub const INSTANT_MS: u64 = 1_000;
/// Up to this, in milliseconds, a move is quick.
pub const QUICK_MS: u64 = 10_000;

/// How long a move took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// At most a second.
    Instant,
    /// At most ten seconds.
    Quick,
    /// More.
    Long,
}

impl Pace {
    /// Of a time in milliseconds.
    pub fn of(spent_ms: u64) -> Pace {
        if spent_ms <= INSTANT_MS {
            Pace::Instant
        } else if spent_ms <= QUICK_MS {
            Pace::Quick
        } else {
            Pace::Long
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paces_are_where_they_are_drawn() {
        let paces = [0, 1_000, 1_001, 10_000, 10_001].map(Pace::of);
        use Pace::{Instant, Long, Quick};
        assert_eq!(paces, [Instant, Instant, Quick, Quick, Long]);
    }
}

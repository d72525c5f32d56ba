//! What a threshold that few honest players reach says of who reaches it: that depends on how
//! many have help at all, which no figure knows.
//!
//! T. Bayes, 1763, in numbers of players. What is assumed is an argument, never a finding.
//! Start with `BaseRate::of`.

use serde::Serialize;

use super::evidence::Evidence;

/// Of so many players.
const PLAYERS: f64 = 1_000.0;

/// Players with and without help who reach the threshold of screening.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BaseRate {
    /// Players looked at.
    pub players: f64,
    /// Of these with help, as is assumed.
    pub helped: f64,
    /// With help, and reaching the threshold.
    pub found: f64,
    /// Honest, and reaching it, if each look at a player is a chance of its own: no more than
    /// that.
    pub false_alarms: f64,
    /// Of all who reach it, the share, 0 to 1, with help.
    pub rightly: f64,
}

impl BaseRate {
    /// Shares of players with help that are assumed.
    pub const ASSUMED_SHARES: [f64; 2] = [0.01, 0.001];
    /// The share of players with help of whom the figures see it, which is assumed, too.
    pub const ASSUMED_SEEN: f64 = 0.5;

    /// With this share of players with help, as often looked at as those of the run.
    pub fn of(evidence: &Evidence, helped_share: f64) -> BaseRate {
        let looks_at_each = evidence.looks as f64 / evidence.looked_at.max(1) as f64;
        let alarm = (looks_at_each * evidence.screening.threshold).min(1.0);
        let helped = helped_share * PLAYERS;
        let found = BaseRate::ASSUMED_SEEN * helped;
        let false_alarms = alarm * (PLAYERS - helped);
        BaseRate {
            players: PLAYERS,
            helped,
            found,
            false_alarms,
            rightly: found / (found + false_alarms),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::evidence::EvidenceThreshold;
    use super::*;

    fn evidence(looked_at: u64, looks: u64) -> Evidence {
        let threshold = |threshold| EvidenceThreshold {
            threshold,
            reached: false,
        };
        Evidence {
            p: 0.5,
            looked_at,
            looks,
            expected: 0.5 * looks as f64,
            screening: threshold(1e-3),
            reporting: threshold(1e-3 / looks as f64),
        }
    }

    #[test]
    fn players_by_hand() {
        let one_in_100 = BaseRate::of(&evidence(40, 40), 0.01);
        assert_eq!((one_in_100.helped, one_in_100.found), (10.0, 5.0));
        assert!((one_in_100.false_alarms - 0.99).abs() < 1e-12);
        assert!((one_in_100.rightly - 5.0 / 5.99).abs() < 1e-12);
        let one_in_1000 = BaseRate::of(&evidence(40, 40), 0.001);
        assert!((one_in_1000.rightly - 0.5 / 1.499).abs() < 1e-12);
        // Two more looks at each: three times as many honest players.
        let again = BaseRate::of(&evidence(40, 120), 0.01);
        assert!((again.false_alarms - 2.97).abs() < 1e-12);
        assert!(again.rightly < one_in_100.rightly);
        // However many looks, there are no more honest players than there are.
        let always = BaseRate::of(&evidence(1, 9_999), 0.01);
        assert_eq!(always.false_alarms, 990.0);
    }
}

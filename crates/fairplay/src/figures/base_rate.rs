//! What a threshold that few honest players reach says of who reaches it: that depends on how
//! many have help at all, which no figure knows.
//!
//! T. Bayes, 1763, in numbers of players. What is assumed is an argument, never a finding.
//! Start with `BaseRate::of`.

use serde::Serialize;

use super::evidence::Evidence;

/// Players in whose numbers the rates are given.
const PLAYERS: f64 = 1_000.0;

/// Players with and without help who reach the threshold of screening.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BaseRate {
    /// Players looked at.
    pub players: f64,
    /// Of these, players with help, by the assumed share.
    pub with_help: f64,
    /// Players with help who reach the threshold.
    pub true_alarms: f64,
    /// Honest players who reach the threshold: an upper bound, since each look is taken for a
    /// chance of its own.
    pub false_alarms: f64,
    /// The share, 0 to 1, of those who reach the threshold who have help (positive predictive
    /// value).
    pub precision: f64,
}

impl BaseRate {
    /// Shares of players with help that are assumed.
    pub const ASSUMED_SHARES: [f64; 2] = [0.01, 0.001];
    /// The assumed share, 0 to 1, of players with help who reach the threshold.
    pub const ASSUMED_DETECTION_RATE: f64 = 0.5;

    /// With this share of players with help, as often looked at as those of the run.
    pub fn of(evidence: &Evidence, helped_share: f64) -> BaseRate {
        let looks_at_each = evidence.looks as f64 / evidence.looked_at.max(1) as f64;
        let alarm = (looks_at_each * evidence.screening.threshold).min(1.0);
        let with_help = helped_share * PLAYERS;
        let true_alarms = BaseRate::ASSUMED_DETECTION_RATE * with_help;
        let false_alarms = alarm * (PLAYERS - with_help);
        BaseRate {
            players: PLAYERS,
            with_help,
            true_alarms,
            false_alarms,
            precision: true_alarms / (true_alarms + false_alarms),
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
        assert_eq!((one_in_100.with_help, one_in_100.true_alarms), (10.0, 5.0));
        assert!((one_in_100.false_alarms - 0.99).abs() < 1e-12);
        assert!((one_in_100.precision - 5.0 / 5.99).abs() < 1e-12);
        let one_in_1000 = BaseRate::of(&evidence(40, 40), 0.001);
        assert!((one_in_1000.precision - 0.5 / 1.499).abs() < 1e-12);
        // Two more looks at each: three times as many honest players.
        let again = BaseRate::of(&evidence(40, 120), 0.01);
        assert!((again.false_alarms - 2.97).abs() < 1e-12);
        assert!(again.precision < one_in_100.precision);
        // However many looks, there are no more honest players than there are.
        let always = BaseRate::of(&evidence(1, 9_999), 0.01);
        assert_eq!(always.false_alarms, 990.0);
    }
}

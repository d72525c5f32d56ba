//! What a player's choices come to together: how likely honest players show as much.
//!
//! Three figures of the same choices go together and are never added up: the smallest of
//! their chances, three times, is a chance that holds however they depend on each other
//! (C. E. Bonferroni, 1936). Honest people's whole games, drawn again, say that three is hardly
//! too much where figures are rare (`JointChance` of `training`; docs/models.md). The chances are
//! those of whole honest players, with tails heavier than normal (`HonestScatter`). The intrinsic
//! rating is not among them: deep losses see more of what it sees. Start with `Evidence::of`.

use serde::Serialize;

use super::choice_figures::ChoiceFigures;
use plumb_engine::choice::HonestScatter;

/// The fewest choices for evidence: the tails were set up on players with so many.
pub const EVIDENCE_GATE: u64 = 100;
/// The threshold of screening, as a chance from 0 to 1: a player whose `p` is at most this is
/// worth a more thorough look. At most one honest player in 1,000 reaches it, at one look.
pub const SCREENING: f64 = 1e-3;
/// The threshold of reporting before it is divided by the number of looks, as a chance from 0
/// to 1: of reports of honest players only, at most one in 1,000 has anybody who reaches it.
pub const REPORTING: f64 = 1e-3;

/// The least value of `p`: rarer events are not told apart, as the tails are extrapolated there.
pub const SMALLEST: f64 = 1e-9;

/// How likely honest players show as much as this one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Evidence {
    /// An upper bound, 0 to 1, on the chance that an honest player has a z-score of matches, of
    /// engine likeness or of deep losses as rare as the rarest of his: three times the smallest
    /// of the three chances (Bonferroni), never below a billionth. It was checked on 164 honest
    /// players, so that below 3/164 it is extrapolated.
    pub p: f64,
    /// How many players were looked at.
    pub looked_at: u64,
    /// How many looks that makes: one at each player, and one at each of several events of his.
    pub looks: u64,
    /// How many of these looks would show as small a `p` if all players were honest: `p` times
    /// `looks`, an upper bound of the mean number.
    pub expected: f64,
    /// A reason to look at his games more thoroughly.
    pub screening: EvidenceThreshold,
    /// With every look taken into account.
    pub reporting: EvidenceThreshold,
}

/// A chance, and whether a player's is as small.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EvidenceThreshold {
    /// The chance.
    pub threshold: f64,
    /// The player's is as small.
    pub reached: bool,
}

/// How often somebody was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    /// Players.
    pub players: u64,
    /// Players in one of several events.
    pub events: u64,
}

impl Looks {
    /// One look at one player.
    pub const ONE: Looks = Looks {
        players: 1,
        events: 0,
    };
}

impl Evidence {
    /// Of a rated player's figures; nothing of fewer than [`EVIDENCE_GATE`] choices.
    pub fn of(figures: &ChoiceFigures, scatter: &HonestScatter, looks: Looks) -> Option<Evidence> {
        let (matches, engine_like) = (figures.z?, figures.engine_like?);
        if matches.of < EVIDENCE_GATE {
            return None;
        }
        let chances = [
            Some(scatter.match_tail.chance(matches.z.value)),
            Some(scatter.ratio_tail.chance(engine_like.z.value)),
            (figures.deep_loss).map(|own| scatter.loss_tail.chance(own.z.value)),
        ];
        let smallest = chances.into_iter().flatten().fold(1.0, f64::min);
        let p = (chances.len() as f64 * smallest).clamp(SMALLEST, 1.0);
        let at = |threshold: f64| EvidenceThreshold {
            threshold,
            reached: p <= threshold,
        };
        let looked_at = looks.players.max(1);
        let all = looked_at + looks.events;
        Some(Evidence {
            p,
            looked_at,
            looks: all,
            expected: p * all as f64,
            screening: at(SCREENING),
            reporting: at(REPORTING / all as f64),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::choice_figures::{
        DeepLoss, EngineLikeness, IntrinsicRating, MatchScore, ZScore,
    };
    use super::super::moments::Share;
    use super::*;

    fn figures(choices: u64, scores: [f64; 3]) -> ChoiceFigures {
        let z = |value| ZScore {
            value,
            low: value - 1.0,
            high: value + 1.0,
        };
        ChoiceFigures {
            z: Some(MatchScore {
                z: z(scores[0]),
                matches: 1,
                of: choices,
                expected: 0.5,
                rating: 2_000.0,
            }),
            engine_like: Share::of(1, choices).map(|share| EngineLikeness {
                share,
                expected: 0.5,
                z: z(scores[1]),
            }),
            intrinsic_rating: Some(IntrinsicRating {
                value: 2_000.0,
                low: 1_500.0,
                high: 2_500.0,
                z: Some(9.0),
                choices,
            }),
            deep_loss: Some(DeepLoss {
                z: z(scores[2]),
                of: choices,
                mean: 0.1,
                expected: 0.1,
            }),
        }
    }

    #[test]
    fn the_rarest_counts_three_times() {
        let scatter = HonestScatter::none("");
        let alone = |players| Looks { players, events: 0 };
        let of = |choices, scores, players| {
            Evidence::of(&figures(choices, scores), &scatter, alone(players))
        };
        assert_eq!(of(99, [5.0; 3], 1), None, "too few choices");
        let usual = of(100, [0.0; 3], 10).unwrap();
        assert_eq!((usual.p, usual.expected), (1.0, 10.0));
        assert!(!usual.screening.reached && !usual.reporting.reached);
        let chance = scatter.ratio_tail.chance(3.9);
        for scores in [[3.9, 0.0, -1.0], [0.0, 3.9, 3.9], [1.0, 1.0, 3.9]] {
            let rare = of(500, scores, 200).unwrap();
            assert!((rare.p - 3.0 * chance).abs() < 1e-15);
            assert!(rare.screening.reached, "{rare:?}");
            assert!(!rare.reporting.reached, "one of two hundred");
            assert!((rare.reporting.threshold - 5e-6).abs() < 1e-18);
        }
        let far = of(500, [0.0, 90.0, 0.0], 200).unwrap();
        assert_eq!(far.p, SMALLEST);
        assert!(far.reporting.reached);
        // Nobody looked deeper: the two others count as before.
        let mut two = figures(100, [3.9, 0.0, 0.0]);
        two.deep_loss = None;
        let rare = Evidence::of(&two, &scatter, alone(1)).unwrap();
        assert!((rare.p - 3.0 * chance).abs() < 1e-15);
        // Events are looks, and players no fewer for it.
        let looks = Looks {
            players: 3,
            events: 7,
        };
        let among = Evidence::of(&two, &scatter, looks).unwrap();
        assert_eq!((among.looked_at, among.looks), (3, 10));
        assert!((among.reporting.threshold - 1e-4).abs() < 1e-18);
        assert_eq!(among.screening, rare.screening);
    }
}

//! How bad a move is: what it loses of the winning chances, beside what people of the
//! player's rating are used to.

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Severity {
    /// `?!`.
    Inaccuracy,
    /// `?`.
    Mistake,
    /// `??`.
    Blunder,
}

impl Severity {
    /// From the least to the worst.
    pub const ALL: [Severity; 3] = [Severity::Inaccuracy, Severity::Mistake, Severity::Blunder];

    /// What stands behind the move.
    pub const fn glyph(self) -> &'static str {
        match self {
            Severity::Inaccuracy => "?!",
            Severity::Mistake => "?",
            Severity::Blunder => "??",
        }
    }

    /// Its numeric annotation glyph in PGN.
    pub const fn nag(self) -> u8 {
        match self {
            Severity::Inaccuracy => 6,
            Severity::Mistake => 2,
            Severity::Blunder => 4,
        }
    }
}

/// The drops in winning chances, 0 to 1, from which on a move has a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DropLimits {
    /// For each severity, from the least to the worst.
    drops: [f64; 3],
}

/// Drops at the rating of [`USUAL_RATING`].
const USUAL_DROPS: [f64; 3] = [0.05, 0.10, 0.15];
/// The rating that stands where none is known, in Elo.
pub const USUAL_RATING: u16 = 1_800;
/// Ratings in Elo, and by how much drops are multiplied there: straight lines between, the
/// same beyond.
const FACTORS: [(f64, f64); 3] = [(1_200.0, 1.5), (1_800.0, 1.0), (2_200.0, 0.7)];

/// What the computer's own rounding makes of a limit at most.
const ROUNDING: f64 = 1e-9;

impl DropLimits {
    /// For players of a rating in Elo: the stronger, the smaller.
    pub fn for_rating(elo: f64) -> DropLimits {
        DropLimits {
            drops: USUAL_DROPS.map(|drop| drop * factor(elo)),
        }
    }

    /// The smallest drop that has a sign.
    pub fn least(&self) -> f64 {
        self.drops[0]
    }

    /// What a drop is, if it is enough for a sign.
    pub fn severity(&self, drop: f64) -> Option<Severity> {
        let reached = self.drops.iter().zip(Severity::ALL);
        // A limit times a factor is not a round number.
        let reached = reached.filter(|(limit, _)| drop >= **limit - ROUNDING);
        reached.map(|(_, severity)| severity).next_back()
    }
}

fn factor(elo: f64) -> f64 {
    let [first, _, last] = FACTORS;
    if elo <= first.0 {
        return first.1;
    }
    let between = FACTORS.windows(2).find(|pair| elo <= pair[1].0);
    between.map_or(last.1, |pair| {
        let [(low, at_low), (high, at_high)] = [pair[0], pair[1]];
        at_low + (at_high - at_low) * (elo - low) / (high - low)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(elo: f64, drops: [f64; 4]) -> [&'static str; 4] {
        let limits = DropLimits::for_rating(elo);
        drops.map(|drop| limits.severity(drop).map_or("", Severity::glyph))
    }

    #[test]
    fn the_stronger_the_stricter() {
        assert_eq!(
            signs(1_800.0, [0.049, 0.05, 0.1, 0.15]),
            ["", "?!", "?", "??"]
        );
        for weak in [600.0, 1_200.0] {
            assert_eq!(
                signs(weak, [0.074, 0.075, 0.15, 0.225]),
                ["", "?!", "?", "??"]
            );
        }
        for strong in [2_200.0, 2_800.0] {
            assert_eq!(
                signs(strong, [0.034, 0.036, 0.071, 0.106]),
                ["", "?!", "?", "??"]
            );
        }
    }

    #[test]
    fn limits_lie_on_straight_lines_between_ratings() {
        for (elo, expected) in [
            (1_200.0, 1.5),
            (1_500.0, 1.25),
            (1_800.0, 1.0),
            (2_000.0, 0.85),
            (2_200.0, 0.7),
        ] {
            assert!((factor(elo) - expected).abs() < 1e-12, "{elo}");
        }
    }
}

//! Which law lines are drawn from: the target of a sampler.

/// A law over lines that are alive, by ln π up to a constant.
#[derive(Clone, Copy, Debug, PartialEq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Target {
    /// The policy's: ln π is the sum of ln P0 of all moves of both sides.
    Policy,
    /// Only what the suspect loses: ln π = −β CPL, β for a centipawn. Nothing in it is human,
    /// and the opponent moves at random.
    Quality {
        /// β, above 0.
        beta: f64,
    },
    /// The policy's, times exp(−β CPL): people, the more careful the greater β is. With β = 0
    /// it is `Policy`.
    Human {
        /// β, from 0 on.
        beta: f64,
    },
}

impl Target {
    /// ln π, up to a constant, of a line with this ln P0 and loss in centipawns.
    pub fn ln_density(self, ln_policy: f64, cpl: u32) -> f64 {
        let cpl = f64::from(cpl);
        match self {
            Target::Policy => ln_policy,
            Target::Quality { beta } => -beta * cpl,
            Target::Human { beta } => ln_policy - beta * cpl,
        }
    }

    /// β for a centipawn.
    pub fn beta(self) -> f64 {
        match self {
            Target::Policy => 0.0,
            Target::Quality { beta } | Target::Human { beta } => beta,
        }
    }

    /// Whether it is the policy's own law: what honest people would play, if the policy is right.
    pub fn is_policy(self) -> bool {
        matches!(self, Target::Policy) || matches!(self, Target::Human { beta: 0.0 })
    }
}

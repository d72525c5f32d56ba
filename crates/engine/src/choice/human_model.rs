//! How likely a person of a rating picks which move: the human-choice model.
//!
//! A multinomial logit (D. McFadden, Conditional logit analysis of qualitative choice
//! behavior, 1974): a move's share is in proportion to exp(u), where u is the sum of its
//! features (`move_features`), each times a weight that follows the rating as a parabola.
//! Ratings of different lists are made comparable by an offset for each pool and time
//! class. Numbers come from `tables/choice.toml`. Start with `HumanModel::shares`.

use super::move_features::{Feature, MoveFeatures};
use super::pool::{Pool, TimeClass};

/// What a weight is multiplied by: 1, t and t², where t follows the rating.
pub const RATING_TERMS: usize = 3;
/// Ratings are held within these: beyond, nobody was fitted to.
pub const RATING_BOUNDS: (f64, f64) = (600.0, 2_900.0);

/// 1, t and t² of a rating over the board at long time controls, t being 0 at 1800 and 1
/// at 2400.
pub fn rating_terms(rating: f64) -> [f64; RATING_TERMS] {
    let t = (rating.clamp(RATING_BOUNDS.0, RATING_BOUNDS.1) - 1_800.0) / 600.0;
    [1.0, t, t * t]
}

/// What is known of the moves when a share is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Sight {
    /// A first glance only.
    Glance,
    /// The deeper list and first choice of a record too.
    Record,
}

impl Sight {
    /// Both.
    pub const ALL: [Sight; 2] = [Sight::Glance, Sight::Record];

    /// Whether it knows a feature.
    pub const fn has(self, feature: Feature) -> bool {
        use Feature::*;
        let is_deep = matches!(
            feature,
            ListLoss
                | FullListLoss
                | BestInList
                | UnlistedInList
                | FirstChoice
                | DeeperBetter
                | DeeperWorse
        );
        matches!(self, Sight::Record) || !is_deep
    }
}

/// A weight for each feature and rating term.
pub type HumanWeights = [[f64; RATING_TERMS]; Feature::ALL.len()];

/// The model and what its numbers belong to.
#[derive(Clone, Debug, PartialEq)]
pub struct HumanModel {
    /// Which build's records the numbers were fitted to: its stamp.
    pub stamp: String,
    /// What features are worth, by sight.
    pub weights: [HumanWeights; 2],
    /// What is added to a rating of a pool and time class, in Elo.
    pub offsets: [[f64; TimeClass::ALL.len()]; Pool::ALL.len()],
}

impl HumanModel {
    /// The rating over the board at long time controls that one of a pool and time class
    /// stands for.
    pub fn comparable(&self, rating: f64, pool: Pool, class: TimeClass) -> f64 {
        rating + self.offsets[pool as usize][class as usize]
    }

    /// The share, 0 to 1, of each move, in their order; they sum to one. `rating` is a
    /// comparable one.
    pub fn shares(&self, moves: &[MoveFeatures], sight: Sight, rating: f64) -> Vec<f64> {
        self.weigh(moves, sight).shares(rating)
    }

    /// Moves with all features weighed, for shares at several ratings.
    pub fn weigh(&self, moves: &[MoveFeatures], sight: Sight) -> WeighedMoves {
        let weights = &self.weights[sight as usize];
        let utility = |features: &MoveFeatures| {
            let mut terms = [0.0; RATING_TERMS];
            for (&x, row) in features.iter().zip(weights) {
                for (term, weight) in terms.iter_mut().zip(row) {
                    *term += f64::from(x) * weight;
                }
            }
            terms
        };
        WeighedMoves {
            utilities: moves.iter().map(utility).collect(),
        }
    }
}

/// The moves of a position, each with the parabola that its utility follows over ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct WeighedMoves {
    utilities: Vec<[f64; RATING_TERMS]>,
}

impl WeighedMoves {
    /// The share, 0 to 1, of each move at a comparable rating; they sum to one.
    pub fn shares(&self, rating: f64) -> Vec<f64> {
        let terms = rating_terms(rating);
        let at = |row: &[f64; RATING_TERMS]| row.iter().zip(terms).map(|(u, t)| u * t).sum();
        softmax(&self.utilities.iter().map(at).collect::<Vec<f64>>())
    }
}

/// Shares in proportion to the exponentials.
pub(super) fn softmax(utilities: &[f64]) -> Vec<f64> {
    let most = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = utilities.iter().map(|u| libm::exp(u - most)).collect();
    let all: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / all).collect()
}

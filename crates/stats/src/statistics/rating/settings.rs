//! How to rate, and why it may not be possible.

/// What of a game's result the likelihood looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Likelihood {
    /// Wins, draws and losses, the draw rate fitted.
    #[default]
    Draws,
    /// Points only: a draw is half a win and half a loss. Ordo's likelihood.
    Logistic,
}

/// How to rate.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingSettings {
    /// What of a result counts.
    pub likelihood: Likelihood,
    /// The first-move advantage in Elo; fitted where none is given.
    pub first_move: Option<f64>,
    /// Games each player is credited with beyond those played, spread over the
    /// opponents met, half won and half lost; 0 for none.
    pub prior: f64,
    /// Players, by number, whose ratings are known.
    pub anchors: Vec<(usize, f64)>,
    /// The mean rating of a group of players without an anchor.
    pub average: f64,
    /// Resamples for the intervals; 0 for no intervals.
    pub resamples: usize,
    /// Seed of the resampling.
    pub seed: u64,
    /// Threads to work on; the result does not depend on it.
    pub threads: usize,
}

impl RatingSettings {
    /// The prior in games that is used unless told otherwise.
    pub const PRIOR: f64 = 0.25;
}

impl Default for RatingSettings {
    fn default() -> RatingSettings {
        RatingSettings {
            likelihood: Likelihood::Draws,
            first_move: None,
            prior: RatingSettings::PRIOR,
            anchors: Vec::new(),
            average: 0.0,
            resamples: 1000,
            seed: 1,
            threads: 1,
        }
    }
}

/// Why there are no ratings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RatingError {
    #[error("there is no finished game to rate")]
    NoGames,
    #[error("a prior of {0} games: expected 0 to 1000")]
    Prior(f64),
    #[error("a rating of {0}: expected -10000 to 10000")]
    Number(f64),
    #[error("player {0} has a known rating and is not in the pool")]
    NoSuchPlayer(usize),
    #[error("'{0}' has two known ratings")]
    TwoAnchors(String),
    #[error(
        "without a prior {} cannot be rated: all points against the rest were won, or all lost",
        first_names(.0)
    )]
    NotFinite(Vec<String>),
}

/// At most five of the names, and how many more there are.
fn first_names(names: &[String]) -> String {
    let first = names.iter().take(5).map(|name| format!("'{name}'"));
    let shown = first.collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(5) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

//! Settings of a ranking of rating histories, and its fixed numbers.

/// The share of players, or of gains, that lies below a threshold.
pub(super) const PERCENTILE: f64 = 0.99;
/// A history of fewer games is left out, by default.
pub(super) const MIN_GAMES: usize = 20;
/// A rating is settled after so many small changes in a row.
pub(super) const SETTLING_GAMES: usize = 5;
/// A change of up to so many points is small.
pub(super) const SETTLED_CHANGE: i16 = 30;
/// Games of a stretch whose score is held against the expected one.
pub(super) const STRETCH_GAMES: usize = 20;
/// So many of the largest gains are kept.
pub(super) const TOP_GAINS: usize = 200;
/// A player's game is an ordinary one only below this rating.
pub(super) const ORDINARY_BELOW: u16 = 1_900;
/// What ordinary games are drawn with.
pub(super) const ORDINARY_SEED: u64 = 1;

/// Settings of a ranking of rating histories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingsSettings {
    /// Exactly as Gong et al. (2026): all games of a name together, however few they are and
    /// however fast they were, with the changes that the file gives.
    pub is_faithful: bool,
    /// Which ordinary games are kept.
    pub ordinary: OrdinaryGames,
}

/// Which ordinary games are kept, to be compared with the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrdinaryGames {
    /// All there are, which are most games.
    All,
    /// So many, drawn evenly and always the same.
    Drawn(usize),
}

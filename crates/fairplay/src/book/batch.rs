//! What has been added to an index and is not yet written.

/// Games of the open transaction whose positions are still to be written.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) is_open: bool,
    pub(super) new_games: i64,
    /// What is to be added to the index's fingerprint.
    pub(super) fingerprint: i64,
    pub(super) games: Vec<WaitingGame>,
    /// Keys, and which of the games has the position.
    pub(super) positions: Vec<(i64, u32)>,
}

impl Batch {
    pub(super) fn change_fingerprint(&mut self, by: i64) {
        self.fingerprint = self.fingerprint.wrapping_add(by);
    }
}

/// A game whose positions are still to be written.
#[derive(Debug)]
pub(super) struct WaitingGame {
    pub(super) id: i64,
    pub(super) hash: i64,
    pub(super) day: Option<u32>,
    pub(super) is_new: bool,
}

//! What jobs are made with, as it was named when the service was started.

use std::path::PathBuf;

use crate::fairplay::Profile;
use crate::serve::policy_source::PolicySource;

/// What requests that say nothing else are done with.
#[derive(Clone, Default)]
pub struct JobSettings {
    /// How thoroughly games are looked at.
    pub profile: Profile,
    /// Folders of endgame tables, whose positions are known and not played.
    pub syzygy: Vec<PathBuf>,
    /// What says how people play.
    pub policy: PolicySource,
}

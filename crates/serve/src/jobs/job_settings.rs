//! What jobs are made with, as it was named when the service was started.

use std::path::PathBuf;

use super::digest::digest;
use crate::policy_source::PolicySource;
use plumb_engine::tables::Models;
use plumb_fairplay::{Profile, Stamp};

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

impl JobSettings {
    /// A digest of all that results depend on beside the request.
    pub(crate) fn provenance(&self, models: &Models) -> String {
        let tables = models.digest();
        let engine = Stamp::of_plumb(&tables, self.profile.to_string());
        let mut texts = vec![engine.to_string(), self.policy.name()];
        texts.extend(
            self.syzygy
                .iter()
                .map(|folder| folder.display().to_string()),
        );
        let texts: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        digest(&texts)
    }
}

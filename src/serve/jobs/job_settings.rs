//! What jobs are made with, as it was named when the service was started.

use crate::serve::built_in_policy::BuiltInPolicy;

/// What requests that say nothing else are done with.
#[derive(Clone, Debug, Default)]
pub struct JobSettings {
    /// What says how people play.
    pub policy: BuiltInPolicy,
}

//! The policies that need no program and no file of their own.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_counterfactual::{ModelPolicy, Policy, PolicyError, ReganPolicy};
use plumb_engine::search::OutOfMemory;
use plumb_engine::tables::{Models, TableError};
use plumb_fairplay::human_model;
use plumb_support::wording::say;

/// What says how people play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuiltInPolicy {
    /// The model of what people choose at a first glance.
    #[default]
    Model,
    /// The same with a second look.
    SecondLook,
    /// Regan's reference player.
    Regan,
}

impl BuiltInPolicy {
    /// All of them, and what they are called.
    pub const NAMES: [(&'static str, BuiltInPolicy); 3] = [
        ("model", BuiltInPolicy::Model),
        ("second-look", BuiltInPolicy::SecondLook),
        ("regan", BuiltInPolicy::Regan),
    ];

    /// What it is called.
    pub(super) fn name(self) -> &'static str {
        let named = BuiltInPolicy::NAMES
            .iter()
            .find(|(_, policy)| *policy == self);
        named.map_or("", |(name, _)| name)
    }

    /// One for a thread, which ends its searches once `stop` is set.
    pub(super) fn instance(
        self,
        models: &Models,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn Policy>, PolicyError> {
        let damaged = |error: TableError| PolicyError::Failed(error.to_string());
        let failed = |error: OutOfMemory| PolicyError::Failed(error.to_string());
        let weights = models.get().map_err(damaged)?;
        let stop = Arc::clone(stop);
        Ok(match self {
            BuiltInPolicy::Model | BuiltInPolicy::SecondLook => {
                let people = human_model(models);
                let people = people.map_err(|error| PolicyError::Failed(error.to_string()))?;
                let policy = ModelPolicy::new(people, weights).map_err(failed)?;
                let policy = policy.with_stop(stop);
                match self {
                    BuiltInPolicy::SecondLook => Box::new(policy.with_second_look()),
                    _ => Box::new(policy),
                }
            }
            BuiltInPolicy::Regan => {
                let skill = models.get().map_err(damaged)?;
                let policy = ReganPolicy::new(skill, weights).map_err(failed)?;
                Box::new(policy.with_stop(stop))
            }
        })
    }
}

impl FromStr for BuiltInPolicy {
    type Err = String;

    fn from_str(text: &str) -> Result<BuiltInPolicy, String> {
        let found = BuiltInPolicy::NAMES.iter().find(|(name, _)| *name == text);
        found.map(|(_, policy)| *policy).ok_or_else(|| {
            let names = BuiltInPolicy::NAMES.map(|(name, _)| name).join(", ");
            say!(expected.policy, text, names)
        })
    }
}

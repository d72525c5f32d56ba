//! How the policies that need no program and no file of their own are started.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_counterfactual::{BuiltInPolicy, ModelPolicy, Policy, PolicyError, ReganPolicy};
use plumb_engine::search::OutOfMemory;
use plumb_engine::tables::{Models, TableError};
use plumb_fairplay::human_model;

/// A policy for one thread, which ends its searches once `stop` is set.
pub(super) fn built_in_policy(
    policy: BuiltInPolicy,
    models: &Models,
    stop: &Arc<AtomicBool>,
) -> Result<Box<dyn Policy>, PolicyError> {
    let damaged = |error: TableError| PolicyError::Failed(error.to_string());
    let failed = |error: OutOfMemory| PolicyError::Failed(error.to_string());
    let weights = models.get().map_err(damaged)?;
    let stop = Arc::clone(stop);
    Ok(match policy {
        BuiltInPolicy::Model | BuiltInPolicy::SecondLook => {
            let people = human_model(models);
            let people = people.map_err(|error| PolicyError::Failed(error.to_string()))?;
            let model = ModelPolicy::new(people, weights).map_err(failed)?;
            let model = model.with_stop(stop);
            match policy {
                BuiltInPolicy::SecondLook => Box::new(model.with_second_look()),
                _ => Box::new(model),
            }
        }
        BuiltInPolicy::Regan => {
            let skill = models.get().map_err(damaged)?;
            let policy = ReganPolicy::new(skill, weights).map_err(failed)?;
            Box::new(policy.with_stop(stop))
        }
    })
}

//! Where answers about how people play come from: a policy that is built in, or one that was
//! named when the service was started.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::Mutex;

use super::built_in_policy::built_in_policy;
use plumb_chess::board::Move;
use plumb_counterfactual::{
    BuiltInPolicy, History, Policy, PolicyError, PolicyQuestion, RatingScale, SharedPolicy,
};
use plumb_engine::tables::Models;
use plumb_fairplay::human_model;

/// Starts a policy's program or engine; again after it has failed.
pub type StartPolicy = Box<dyn Fn() -> Result<Box<dyn Policy>, PolicyError> + Send + Sync>;

/// What says how people play.
#[derive(Clone)]
pub enum PolicySource {
    /// It needs no program and no file of its own.
    BuiltIn(BuiltInPolicy),
    /// It was named when the service was started.
    Named(Arc<NamedPolicy>),
}

/// A program, an engine, a file of games or networks that exist once for all who ask.
pub struct NamedPolicy {
    start: StartPolicy,
    /// None until it is started again after a failure.
    running: Mutex<Option<SharedPolicy>>,
    scale: RatingScale,
}

/// A named policy as one request has it.
struct RequestedPolicy {
    source: Arc<NamedPolicy>,
    policy: Box<dyn Policy>,
}

impl Default for PolicySource {
    fn default() -> PolicySource {
        PolicySource::BuiltIn(BuiltInPolicy::default())
    }
}

impl PolicySource {
    /// One that was named, started now: what is wrong with it is said at once.
    pub fn named(start: StartPolicy, scale: RatingScale) -> Result<PolicySource, PolicyError> {
        let running = SharedPolicy::new(start()?);
        Ok(PolicySource::Named(Arc::new(NamedPolicy {
            start,
            running: Mutex::new(Some(running)),
            scale,
        })))
    }

    /// What it is called, with all that its answers depend on but tables.
    pub(super) fn name(&self) -> String {
        match self {
            PolicySource::BuiltIn(policy) => <&str>::from(policy).to_owned(),
            PolicySource::Named(named) => {
                let running = named.running.lock();
                running.as_ref().map_or_else(String::new, Policy::name)
            }
        }
    }

    /// Which ratings it goes by.
    pub(super) fn scale(&self) -> RatingScale {
        match self {
            PolicySource::BuiltIn(_) => RatingScale::OverTheBoard,
            PolicySource::Named(named) => named.scale,
        }
    }

    /// Why it cannot answer with these tables, if it cannot.
    pub(super) fn hindrance(&self, models: &Models) -> Option<String> {
        match self {
            PolicySource::BuiltIn(BuiltInPolicy::Model | BuiltInPolicy::SecondLook) => {
                human_model(models).err().map(|error| error.to_string())
            }
            PolicySource::BuiltIn(BuiltInPolicy::Regan) | PolicySource::Named(_) => None,
        }
    }

    /// One for a thread. What is built in ends its searches once `stop` is set.
    pub(super) fn instance(
        &self,
        models: &Models,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn Policy>, PolicyError> {
        match self {
            PolicySource::BuiltIn(policy) => built_in_policy(*policy, models, stop),
            PolicySource::Named(named) => {
                let mut running = named.running.lock();
                let policy = match &*running {
                    Some(policy) => policy.instance(),
                    None => running
                        .insert(SharedPolicy::new((named.start)()?))
                        .instance(),
                };
                Ok(Box::new(RequestedPolicy {
                    source: Arc::clone(named),
                    policy,
                }))
            }
        }
    }
}

impl Policy for RequestedPolicy {
    fn name(&self) -> String {
        self.policy.name()
    }

    fn history(&self) -> History {
        self.policy.history()
    }

    fn chances(&mut self, question: &PolicyQuestion<'_>) -> Result<Vec<(Move, f64)>, PolicyError> {
        let chances = self.policy.chances(question);
        if chances.is_err() {
            // Others may have started it again in the meantime: once more does no harm.
            *self.source.running.lock() = None;
        }
        chances
    }
}

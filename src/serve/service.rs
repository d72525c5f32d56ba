//! What all requests share.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use super::access::Access;
use super::limits::Limits;
use super::metrics::Metrics;
use super::request_log::RequestLog;
use super::search_pool::SearchPool;
use crate::analysis::Basis;
use crate::choice::HumanModel;
use crate::explain::Explainer;
use crate::fairplay::{Equipment, human_model};

/// What questions about chess are answered with.
pub struct Chess {
    /// For analyses; its weights and chances are those of evaluations, too.
    pub basis: Basis,
    /// For explanations.
    pub explainer: Explainer,
    /// All tables.
    equipment: Equipment,
    people: OnceLock<Result<HumanModel, String>>,
}

impl Chess {
    /// Of these tables; `basis` is read from them.
    pub fn new(basis: Basis, equipment: Equipment) -> Chess {
        let explainer = Explainer {
            weights: basis.weights.clone(),
            chances: basis.chances,
        };
        Chess {
            basis,
            explainer,
            equipment,
            people: OnceLock::new(),
        }
    }

    /// The model of how people choose, read when it is first asked for; or why there is none.
    pub(super) fn people(&self) -> Result<&HumanModel, &str> {
        let read = || human_model(&self.equipment).map_err(|error| error.to_string());
        let people = self.people.get_or_init(read);
        people.as_ref().map_err(String::as_str)
    }
}

/// The service: what it knows, what it allows, and what it counts.
pub(super) struct Service {
    pub(super) chess: Chess,
    pub(super) access: Access,
    pub(super) limits: Limits,
    pub(super) pool: SearchPool,
    pub(super) metrics: Metrics,
    pub(super) log: RequestLog,
    /// It has been told to end, and takes no new work.
    pub(super) is_closing: AtomicBool,
}

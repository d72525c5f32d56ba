//! What questions about chess are answered with.

use std::sync::{Arc, OnceLock};

use plumb_coach::analysis::Basis;
use plumb_coach::explain::Explainer;
use plumb_engine::choice::HumanModel;
use plumb_fairplay::{Equipment, human_model};

/// What questions about chess are answered with.
pub struct Chess {
    /// For analyses; its weights and chances are those of evaluations, too.
    pub basis: Basis,
    /// For explanations.
    pub explainer: Explainer,
    /// All tables.
    pub(super) equipment: Equipment,
    people: OnceLock<Result<Arc<HumanModel>, String>>,
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
    pub(super) fn people(&self) -> Result<&Arc<HumanModel>, &str> {
        let read = || match human_model(&self.equipment) {
            Ok(model) => Ok(Arc::new(model)),
            Err(error) => Err(error.to_string()),
        };
        let people = self.people.get_or_init(read);
        people.as_ref().map_err(String::as_str)
    }
}

//! The policies by name.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plumb::choice::{HumanModel, ReganSkill};
use plumb::counterfactual::{
    EmpiricalPolicy, ModelPolicy, PROGRAM_PATIENCE, Policy, PolicyError, ProgramPolicy,
    ReganPolicy, SharedPolicy, UciPolicy,
};
use plumb::eval::Weights;
use plumb::fairplay::human_model;

use super::arguments::Arguments;
use crate::cli::command::{Failure, Knowledge, warn};
use crate::cli::fairplay::engine_setup;

/// How long an engine may take for a policy.
const ENGINE_PATIENCE: Duration = Duration::from_secs(60);

/// A policy as it was named.
pub(super) enum PolicyChoice {
    Model,
    SecondLook,
    Regan,
    Empirical(PathBuf),
    Uci(String),
    Program(String),
}

/// Which ratings a policy goes by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RatingScale {
    /// Over the board at long time controls.
    OverTheBoard,
    /// As the file gives them.
    AsGiven,
}

impl PolicyChoice {
    /// Of `model`, `second-look`, `regan`, `empirical:GAMES.pgn`, `uci:ENGINE` or `program:COMMAND`.
    pub(super) fn parse(text: &str) -> Result<PolicyChoice, Failure> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        Ok(match (name, rest) {
            ("model", "") => PolicyChoice::Model,
            ("second-look", "") => PolicyChoice::SecondLook,
            ("regan", "") => PolicyChoice::Regan,
            ("empirical", file) if !file.is_empty() => PolicyChoice::Empirical(file.into()),
            ("uci", engine) if !engine.is_empty() => PolicyChoice::Uci(engine.to_owned()),
            ("program", command) if !command.is_empty() => {
                PolicyChoice::Program(command.to_owned())
            }
            _ => {
                return Err(Failure(format!(
                    "'{text}' is no policy: expected model, second-look, regan, empirical:GAMES.pgn, uci:ENGINE or program:COMMAND"
                )));
            }
        })
    }

    /// Starts or reads what it needs.
    pub(super) fn ready(
        self,
        arguments: &Arguments,
        knowledge: &Knowledge,
        stop: &Arc<AtomicBool>,
    ) -> Result<ReadyPolicy, Failure> {
        let weights = Arc::clone(&knowledge.weights);
        let (maker, scale): (Maker, RatingScale) = match self {
            PolicyChoice::Model | PolicyChoice::SecondLook => {
                let looks_again = matches!(self, PolicyChoice::SecondLook);
                let model = Arc::new(human_model(&knowledge.equipment())?);
                let maker = Maker::Model(model, weights, looks_again);
                (maker, RatingScale::OverTheBoard)
            }
            PolicyChoice::Regan => {
                let skill = ReganSkill::from_tables(&knowledge.tables)?;
                (Maker::Regan(skill, weights), RatingScale::OverTheBoard)
            }
            PolicyChoice::Empirical(path) => {
                let skill = ReganSkill::from_tables(&knowledge.tables)?;
                let fallback = ReganPolicy::new(skill, weights)?.with_stop(Arc::clone(stop));
                let policy = EmpiricalPolicy::from_pgn(&path, Box::new(fallback), stop)?;
                if policy.bad_games() > 0 {
                    for problem in policy.problems() {
                        warn(format!("{}, {problem}", path.display()));
                    }
                }
                let shared = SharedPolicy::new(Box::new(policy));
                (Maker::Shared(shared), RatingScale::OverTheBoard)
            }
            PolicyChoice::Uci(name) => {
                let setup = engine_setup(&name, &arguments.engines, ENGINE_PATIENCE, stop)?;
                let policy = UciPolicy::start(&setup.launch, &setup.options, setup.patience);
                let shared = SharedPolicy::new(Box::new(policy?));
                (Maker::Shared(shared), RatingScale::AsGiven)
            }
            PolicyChoice::Program(command) => {
                let policy = ProgramPolicy::start(&command, PROGRAM_PATIENCE, stop);
                let shared = SharedPolicy::new(Box::new(policy?));
                (Maker::Shared(shared), RatingScale::AsGiven)
            }
        };
        let name = maker.instance(stop)?.name();
        Ok(ReadyPolicy {
            maker,
            scale,
            name,
            stop: Arc::clone(stop),
        })
    }
}

/// A policy that any number of threads can have.
pub(super) struct ReadyPolicy {
    maker: Maker,
    scale: RatingScale,
    name: String,
    stop: Arc<AtomicBool>,
}

enum Maker {
    /// With a second look, or without.
    Model(Arc<HumanModel>, Arc<Weights>, bool),
    Regan(ReganSkill, Arc<Weights>),
    Shared(SharedPolicy),
}

impl Maker {
    fn instance(&self, stop: &Arc<AtomicBool>) -> Result<Box<dyn Policy>, PolicyError> {
        let failed = |error: plumb::search::OutOfMemory| PolicyError::Failed(error.to_string());
        Ok(match self {
            Maker::Model(model, weights, looks_again) => {
                let policy = ModelPolicy::new(Arc::clone(model), Arc::clone(weights));
                let policy = policy.map_err(failed)?.with_stop(Arc::clone(stop));
                match looks_again {
                    true => Box::new(policy.with_second_look()),
                    false => Box::new(policy),
                }
            }
            Maker::Regan(skill, weights) => {
                let policy = ReganPolicy::new(skill.clone(), Arc::clone(weights));
                Box::new(policy.map_err(failed)?.with_stop(Arc::clone(stop)))
            }
            Maker::Shared(policy) => Box::new(policy.clone()),
        })
    }
}

impl ReadyPolicy {
    /// One for a thread.
    pub(super) fn instance(&self) -> Result<Box<dyn Policy>, PolicyError> {
        self.maker.instance(&self.stop)
    }

    /// Which ratings it goes by.
    pub(super) fn scale(&self) -> RatingScale {
        self.scale
    }

    /// What reports call it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

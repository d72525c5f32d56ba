//! The policies by name.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plumb::choice::{HumanModel, ReganSkill};
use plumb::counterfactual::{
    BuiltInPolicy, EmpiricalPolicy, MaiaPolicy, ModelPolicy, PROGRAM_PATIENCE, Policy, PolicyError,
    ProgramPolicy, RatingScale, ReganPolicy, SharedPolicy, UciPolicy,
};
use plumb::eval::Weights;
use plumb::fairplay::human_model;
use plumb::serve::{PolicySource, StartPolicy};
use plumb::tables::Models;

use plumb_terminal::EngineListArgument;
use plumb_terminal::engine_setup;
use plumb_terminal::{Failure, warn};

/// How long an engine may take for a policy.
const ENGINE_PATIENCE: Duration = Duration::from_secs(60);

/// A policy as it was named.
pub(super) enum PolicyChoice {
    BuiltIn(BuiltInPolicy),
    Named(NamedPolicy),
}

/// A policy that has a file or a program of its own.
pub(super) enum NamedPolicy {
    Empirical(PathBuf),
    /// Files and folders, with commas between them.
    Maia(String),
    Uci(String),
    Program(String),
}

impl PolicyChoice {
    /// Of `model`, `second-look`, `regan`, `empirical:GAMES.pgn`, `maia:FILE`, `uci:ENGINE` or
    /// `program:COMMAND`.
    pub(super) fn parse(text: &str) -> Result<PolicyChoice, Failure> {
        if let Ok(policy) = text.parse() {
            return Ok(PolicyChoice::BuiltIn(policy));
        }
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        Ok(match (name, rest) {
            ("empirical", file) if !file.is_empty() => {
                PolicyChoice::Named(NamedPolicy::Empirical(file.into()))
            }
            ("maia", files) if !files.is_empty() => {
                PolicyChoice::Named(NamedPolicy::Maia(files.to_owned()))
            }
            ("uci", engine) if !engine.is_empty() => {
                PolicyChoice::Named(NamedPolicy::Uci(engine.to_owned()))
            }
            ("program", command) if !command.is_empty() => {
                PolicyChoice::Named(NamedPolicy::Program(command.to_owned()))
            }
            _ => {
                return Err(Failure(format!(
                    "unknown policy '{text}': expected model, second-look, regan, empirical:GAMES.pgn, maia:FILE, uci:ENGINE or program:COMMAND"
                )));
            }
        })
    }

    /// Starts or reads what it needs.
    pub(super) fn ready(
        self,
        engines: &EngineListArgument,
        models: &Models,
        stop: &Arc<AtomicBool>,
    ) -> Result<ReadyPolicy, Failure> {
        let weights = models.get()?;
        let (maker, scale) = match self {
            PolicyChoice::BuiltIn(policy @ (BuiltInPolicy::Model | BuiltInPolicy::SecondLook)) => {
                let looks_again = policy == BuiltInPolicy::SecondLook;
                let model = human_model(models)?;
                let maker = Maker::Model(model, weights, looks_again);
                (maker, RatingScale::OverTheBoard)
            }
            PolicyChoice::BuiltIn(BuiltInPolicy::Regan) => {
                let skill = models.get()?;
                (Maker::Regan(skill, weights), RatingScale::OverTheBoard)
            }
            PolicyChoice::Named(named) => {
                let scale = named.scale();
                let start = named.ready(engines, models, stop)?;
                (Maker::Shared(SharedPolicy::new(start()?)), scale)
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

    /// As a service has it for all who ask.
    pub(super) fn source(
        self,
        engines: &EngineListArgument,
        models: &Models,
    ) -> Result<PolicySource, Failure> {
        Ok(match self {
            PolicyChoice::BuiltIn(policy) => PolicySource::BuiltIn(policy),
            PolicyChoice::Named(named) => {
                let scale = named.scale();
                // Requests come and go, and the policy stays.
                let stop = Arc::default();
                PolicySource::named(named.ready(engines, models, &stop)?, scale)?
            }
        })
    }
}

impl NamedPolicy {
    fn scale(&self) -> RatingScale {
        match self {
            NamedPolicy::Empirical(_) => RatingScale::OverTheBoard,
            NamedPolicy::Maia(_) => RatingScale::Lichess,
            NamedPolicy::Uci(_) | NamedPolicy::Program(_) => RatingScale::AsGiven,
        }
    }

    /// Finds or reads what it needs; engine and program are still to be started. Once `stop` is
    /// true nothing is waited for any longer.
    fn ready(
        self,
        engines: &EngineListArgument,
        models: &Models,
        stop: &Arc<AtomicBool>,
    ) -> Result<StartPolicy, Failure> {
        Ok(match self {
            NamedPolicy::Empirical(path) => {
                let skill = models.get()?;
                let fallback = ReganPolicy::new(skill, models.get()?)?;
                let fallback = Box::new(fallback.with_stop(Arc::clone(stop)));
                let policy = EmpiricalPolicy::from_pgn(&path, fallback, stop)?;
                if policy.bad_games() > 0 {
                    for problem in policy.problems() {
                        warn(format!("{}, {problem}", path.display()));
                    }
                }
                let shared = SharedPolicy::new(Box::new(policy));
                Box::new(move || Ok(Box::new(shared.clone())))
            }
            NamedPolicy::Maia(names) => {
                let policy = MaiaPolicy::open(&names)?;
                Box::new(move || Ok(Box::new(policy.clone())))
            }
            NamedPolicy::Uci(name) => {
                let setup = engine_setup(&name, engines, ENGINE_PATIENCE, stop)?;
                Box::new(move || {
                    let policy = UciPolicy::start(&setup.launch, &setup.options, setup.patience);
                    Ok(Box::new(policy?))
                })
            }
            NamedPolicy::Program(command) => {
                let stop = Arc::clone(stop);
                Box::new(move || {
                    let policy = ProgramPolicy::start(&command, PROGRAM_PATIENCE, &stop);
                    Ok(Box::new(policy?))
                })
            }
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
    Regan(Arc<ReganSkill>, Arc<Weights>),
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
                let policy = ReganPolicy::new(Arc::clone(skill), Arc::clone(weights));
                Box::new(policy.map_err(failed)?.with_stop(Arc::clone(stop)))
            }
            Maker::Shared(policy) => policy.instance(),
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

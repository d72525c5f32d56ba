//! The engines that take part: this build, and those of the engines file.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_engine::eval::Weights;
use plumb_engine::tables::Models;
use plumb_gauntlet::{Entrant, OptionSetting};
use plumb_lab::measure::{Effort, OwnScorer, PeerScorer, ScoreError, Scorer};

use super::arguments::Arguments;
use plumb_terminal::Failure;

/// What this build is called.
const OWN_NAME: &str = "Plumb (this build)";

/// An engine that takes part.
pub(super) struct Entry {
    pub(super) name: String,
    effort: Effort,
    engine: Engine,
}

enum Engine {
    Own(Arc<Weights>),
    Other(Box<Entrant>),
}

impl Entry {
    /// Starts a copy of the engine.
    pub(super) fn start(
        &self,
        arguments: &Arguments,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Box<dyn Scorer>, ScoreError> {
        Ok(match &self.engine {
            Engine::Own(weights) => Box::new(OwnScorer::new(
                weights,
                arguments.hash as usize,
                self.effort,
            )?),
            Engine::Other(entrant) => Box::new(PeerScorer::start(entrant, self.effort, interrupt)?),
        })
    }
}

/// This build, unless it is left out, and the engines asked for.
pub(super) fn entries(arguments: &Arguments, models: &Models) -> Result<Vec<Entry>, Failure> {
    let effort = arguments.effort();
    let mut entries = Vec::new();
    if !arguments.without_plumb {
        entries.push(Entry {
            name: OWN_NAME.to_owned(),
            effort,
            engine: Engine::Own(models.get()?),
        });
    }
    if arguments.engines.is_empty() {
        return Ok(entries);
    }
    let list = arguments.list.read()?;
    for name in &arguments.engines {
        let config = list.engine(name)?;
        if entries.iter().any(|entry| entry.name == config.name) {
            return Err(Failure(format!("--engine '{name}' is given twice")));
        }
        let program = list.program(&config)?;
        // Every engine gets a table of the same size.
        let mut defaults = list.default_options().clone();
        defaults.retain(|name, _| !name.eq_ignore_ascii_case("hash"));
        let hash = OptionSetting::Number(i64::from(arguments.hash));
        defaults.insert("Hash".to_owned(), hash);
        entries.push(Entry {
            name: config.name.clone(),
            effort,
            engine: Engine::Other(Box::new(Entrant {
                config,
                program,
                control: effort.control(),
                defaults: defaults.into_iter().collect(),
            })),
        });
    }
    Ok(entries)
}

/// Where the engine stands that the others are compared with.
pub(super) fn position_of(name: Option<&str>, entries: &[Entry]) -> Result<usize, Failure> {
    let Some(name) = name else {
        return Ok(0);
    };
    let is_named = |entry: &Entry| {
        entry.name.eq_ignore_ascii_case(name)
            || (name.eq_ignore_ascii_case("Plumb") && matches!(entry.engine, Engine::Own(_)))
    };
    entries.iter().position(is_named).ok_or_else(|| {
        let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
        Failure(format!(
            "--against '{name}' takes no part; there are {}",
            names.join(", ")
        ))
    })
}

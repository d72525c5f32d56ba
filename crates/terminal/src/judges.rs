//! Analysis engines and assistants, by their names on the command line.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plumb_fairplay::{EngineSetup, JudgeSource};
use plumb_protocol::peer::{Launch, Protocol};

use crate::command::Failure;
use crate::engine_list::EngineListArgument;

/// The engines that a run is judged by.
#[derive(clap::Args)]
pub struct Jurors {
    /// An engine of the list, or a program by its path, that judges in Plumb's place; given several times,
    /// a jury: the report is by the first one, every member's figures stand beside
    /// them, and how far they are apart. `plumb` is this build
    #[arg(long, value_name = "NAME")]
    pub engine: Vec<String>,

    #[command(flatten)]
    list: EngineListArgument,

    /// An engine that needs longer for one search has failed, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    patience: u64,
}

/// Everybody who judges, the first being the one whose figures are reported.
pub fn judges(
    arguments: &Jurors,
    interrupt: &Arc<AtomicBool>,
) -> Result<Vec<JudgeSource>, Failure> {
    if arguments.engine.is_empty() {
        return Ok(vec![JudgeSource::Plumb]);
    }
    let source = |name: &String| match name.eq_ignore_ascii_case("plumb") {
        true => Ok(JudgeSource::Plumb),
        false => engine(name, arguments, interrupt),
    };
    for (index, name) in arguments.engine.iter().enumerate() {
        let is_same = |other: &String| other.eq_ignore_ascii_case(name);
        if arguments.engine[..index].iter().any(is_same) {
            return Err(Failure(format!("--engine {name} is named twice")));
        }
    }
    arguments.engine.iter().map(source).collect()
}

/// Who helps in a simulation.
#[derive(clap::Args)]
pub struct Assistant {
    /// The engine that helps: a name of the list, or a program by its path; it speaks UCI
    #[arg(long, value_name = "NAME")]
    assistant: String,

    #[command(flatten)]
    list: EngineListArgument,
}

impl Assistant {
    /// How it is started.
    pub fn setup(&self, interrupt: &Arc<AtomicBool>) -> Result<EngineSetup, Failure> {
        assistant_setup(&self.assistant, &self.list, interrupt)
    }
}

/// How an assistant of this name is started.
pub fn assistant_setup(
    name: &str,
    list: &EngineListArgument,
    interrupt: &Arc<AtomicBool>,
) -> Result<EngineSetup, Failure> {
    engine_setup(name, list, Duration::from_secs(120), interrupt)
}

/// How an engine of the list is started as a judge.
fn engine(
    name: &str,
    arguments: &Jurors,
    interrupt: &Arc<AtomicBool>,
) -> Result<JudgeSource, Failure> {
    let patience = Duration::from_secs(arguments.patience);
    let setup = engine_setup(name, &arguments.list, patience, interrupt)?;
    Ok(JudgeSource::Engine(Box::new(setup)))
}

/// How an engine of the list is started.
pub fn engine_setup(
    name: &str,
    list: &EngineListArgument,
    patience: Duration,
    interrupt: &Arc<AtomicBool>,
) -> Result<EngineSetup, Failure> {
    let list = list.read()?;
    let config = list.engine(name)?;
    if config.protocol != Protocol::Uci {
        return Err(Failure(format!(
            "{name}: only engines that speak UCI will do"
        )));
    }
    let program = list.program(&config)?;
    let mut launch = Launch::new(config.name.clone(), Protocol::Uci, program);
    launch.arguments.clone_from(&config.args);
    launch.directory.clone_from(&config.directory);
    launch.interrupt = Some(Arc::clone(interrupt));
    Ok(EngineSetup {
        launch,
        options: config
            .options
            .iter()
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect(),
        patience,
    })
}

//! Who judges: Plumb itself, or engines of the list.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plumb::fairplay::{Depths, EngineJudge, EngineSetup, Judge, PlumbJudge, Stamp};
use plumb::gauntlet::{EnginesFile, Protocol};
use plumb::peer::{self, Launch};

use super::tables_digest;
use crate::cli::{Failure, Knowledge};

#[derive(clap::Args)]
pub(super) struct Jurors {
    /// An engine of the list that judges in Plumb's place; given several times,
    /// a jury: the report is by the first one, every member's figures stand beside
    /// them, and how far they are apart. `plumb` is this build
    #[arg(long, value_name = "NAME")]
    pub(super) engine: Vec<String>,

    /// The file that lists the engines
    #[arg(long, value_name = "FILE", default_value = "engines.toml")]
    config: PathBuf,

    /// An engine that needs longer for one search has failed, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    patience: u64,
}

type Maker = Box<dyn Fn() -> Result<Box<dyn Judge>, String> + Sync>;

/// One member of the jury.
pub(super) struct Member {
    /// Makes an instance; each thread has its own.
    pub(super) new: Maker,
    /// What its records depend on.
    pub(super) stamp: Stamp,
    /// How it searches, where it is Plumb by one thread.
    pub(super) search: Option<Depths>,
}

/// Everybody who judges, the first being the one whose figures are reported.
pub(super) fn members(
    arguments: &Jurors,
    depths: Depths,
    knowledge: &Knowledge,
    interrupt: &Arc<AtomicBool>,
) -> Result<Vec<Member>, Failure> {
    if arguments.engine.is_empty() {
        return Ok(vec![plumb(depths, &[], None, knowledge)?]);
    }
    let mut members: Vec<Member> = Vec::new();
    for name in &arguments.engine {
        let member = match name.eq_ignore_ascii_case("plumb") {
            true => plumb(depths, &[], None, knowledge)?,
            false => engine(name, arguments, depths, None, interrupt)?,
        };
        if members.iter().any(|other| other.stamp == member.stamp) {
            return Err(Failure(format!("--engine {name} is named twice")));
        }
        members.push(member);
    }
    Ok(members)
}

/// The first member once more, with other depths, or with so many threads for
/// each search.
pub(super) fn first(
    arguments: &Jurors,
    depths: Depths,
    threads: Option<u16>,
    knowledge: &Knowledge,
    interrupt: &Arc<AtomicBool>,
) -> Result<Member, Failure> {
    match arguments.engine.first() {
        Some(name) if !name.eq_ignore_ascii_case("plumb") => {
            engine(name, arguments, depths, threads, interrupt)
        }
        _ => plumb(depths, &[], threads, knowledge),
    }
}

/// Plumb, which while it is at it makes the records of `others` too.
pub(super) fn plumb(
    depths: Depths,
    others: &[Depths],
    threads: Option<u16>,
    knowledge: &Knowledge,
) -> Result<Member, Failure> {
    let weights = Arc::clone(&knowledge.weights);
    let tables = tables_digest(knowledge);
    let others = others.to_vec();
    let new = move || -> Result<Box<dyn Judge>, String> {
        let judge = PlumbJudge::new(Arc::clone(&weights), &tables, depths);
        let judge = judge.map_err(|error| error.to_string())?;
        Ok(Box::new(match threads {
            Some(threads) => judge.with_threads(usize::from(threads)),
            None => judge.with_others(&others),
        }))
    };
    Ok(Member {
        stamp: new()?.stamp().clone(),
        new: Box::new(new),
        search: threads.is_none().then_some(depths),
    })
}

/// How an engine of the list is started.
pub(super) fn setup(
    name: &str,
    arguments: &Jurors,
    interrupt: &Arc<AtomicBool>,
) -> Result<EngineSetup, Failure> {
    let file = EnginesFile::read(&arguments.config)?;
    let config = file.engine(name)?;
    if config.protocol != Protocol::Uci {
        return Err(Failure(format!(
            "{name}: only engines that speak UCI can judge"
        )));
    }
    let program = config.locate().ok_or_else(|| {
        format!(
            "{name} is not installed ({}): install it, or correct its command in {}",
            config.command,
            arguments.config.display()
        )
    })?;
    let mut launch = Launch::new(config.name.clone(), peer::Protocol::Uci, program);
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
        patience: Duration::from_secs(arguments.patience),
    })
}

fn engine(
    name: &str,
    arguments: &Jurors,
    depths: Depths,
    threads: Option<u16>,
    interrupt: &Arc<AtomicBool>,
) -> Result<Member, Failure> {
    let mut setup = setup(name, arguments, interrupt)?;
    if let Some(threads) = threads {
        let is_threads = |name: &str| name.trim().eq_ignore_ascii_case("Threads");
        setup.options.retain(|(name, _)| !is_threads(name));
        let option = ("Threads".to_owned(), threads.to_string());
        setup.options.push(option);
    }
    let first = EngineJudge::start(setup.clone(), depths)?;
    let stamp = first.stamp().clone();
    let new = move || -> Result<Box<dyn Judge>, String> {
        Ok(Box::new(EngineJudge::start(setup.clone(), depths)?))
    };
    Ok(Member {
        new: Box::new(new),
        stamp,
        search: None,
    })
}

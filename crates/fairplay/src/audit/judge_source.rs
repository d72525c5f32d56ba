//! Who judges in an audit: Plumb itself or another engine, and how each thread gets an
//! instance of its own.

use std::sync::Arc;

use super::error::AuditError;
use crate::records::{Depths, EngineJudge, EngineSetup, Judge, PlumbJudge, Stamp};
use plumb_engine::eval::Weights;
use plumb_engine::tables::{Models, TableError};

/// Who judges.
#[derive(Clone, Debug)]
pub enum JudgeSource {
    /// This build.
    Plumb,
    /// Another engine over UCI.
    Engine(Box<EngineSetup>),
}

/// Makes an instance; an error is one line.
type Maker = Box<dyn Fn() -> Result<Box<dyn Judge>, String> + Sync>;

/// A judge with its settings.
pub(super) struct Member {
    /// Makes an instance; each thread has its own.
    pub(super) new: Maker,
    /// What its records depend on.
    pub(super) stamp: Stamp,
    /// How it searches, where it is Plumb by one thread.
    pub(super) search: Option<Depths>,
}

impl JudgeSource {
    /// This judge with these depths and, if asked for, so many threads for each search.
    pub(super) fn member(
        &self,
        depths: Depths,
        threads: Option<usize>,
        models: &Models,
    ) -> Result<Member, AuditError> {
        match self {
            JudgeSource::Plumb => Member::plumb(depths, &[], threads, models),
            JudgeSource::Engine(setup) => Member::engine(setup, depths, threads),
        }
    }
}

/// What makes Plumb's own judges with these depths.
pub(super) fn plumb_judge(
    depths: Depths,
    models: &Models,
) -> Result<impl Fn() -> Result<PlumbJudge, String> + Sync + use<>, TableError> {
    let weights = models.get::<Weights>()?;
    let tables = models.search_digest().to_owned();
    Ok(move || {
        let judge = PlumbJudge::new(Arc::clone(&weights), &tables, depths);
        judge.map_err(|error| error.to_string())
    })
}

impl Member {
    /// Plumb, which also makes the records by `others` from the same searches.
    pub(super) fn plumb(
        depths: Depths,
        others: &[Depths],
        threads: Option<usize>,
        models: &Models,
    ) -> Result<Member, AuditError> {
        let others = others.to_vec();
        let new_judge = plumb_judge(depths, models)?;
        let new = move || -> Result<Box<dyn Judge>, String> {
            let judge = new_judge()?;
            Ok(Box::new(match threads {
                Some(threads) => judge
                    .with_threads(threads)
                    .map_err(|error| error.to_string())?,
                None => judge.with_others(&others),
            }))
        };
        Ok(Member {
            stamp: new().map_err(AuditError::Judge)?.stamp().clone(),
            new: Box::new(new),
            search: threads.is_none().then_some(depths),
        })
    }

    /// Somebody whose records were made elsewhere and are not here.
    pub(super) fn absent(stamp: Stamp) -> Member {
        let name = stamp.engine.clone();
        Member {
            new: Box::new(move || Err(format!("{name}: it judged elsewhere"))),
            stamp,
            search: None,
        }
    }

    /// Another engine, started once to know what it calls itself.
    fn engine(
        setup: &EngineSetup,
        depths: Depths,
        threads: Option<usize>,
    ) -> Result<Member, AuditError> {
        let mut setup = setup.clone();
        if let Some(threads) = threads {
            let is_threads = |name: &str| name.trim().eq_ignore_ascii_case("Threads");
            setup.options.retain(|(name, _)| !is_threads(name));
            let option = ("Threads".to_owned(), threads.to_string());
            setup.options.push(option);
        }
        let start = move || EngineJudge::start(setup.clone(), depths);
        let stamp = start().map_err(AuditError::Judge)?.stamp().clone();
        let new = move || -> Result<Box<dyn Judge>, String> { Ok(Box::new(start()?)) };
        Ok(Member {
            new: Box::new(new),
            stamp,
            search: None,
        })
    }
}

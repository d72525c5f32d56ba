//! An assistant: an engine that is asked for its best moves.

use std::sync::atomic::AtomicBool;

use plumb_chess::board::Game;
use plumb_fairplay::{Engine, EngineSetup, Stamp, Value};
use plumb_lab::training::{ASSISTANT_LINES, AdvisedMove};
use plumb_protocol::peer::SearchBudget;

use plumb_terminal::Failure;

/// Mebibytes of its table.
const HASH_MB: usize = 64;

/// A running assistant and how long it thinks.
pub(crate) struct AssistantEngine {
    engine: Engine,
    limits: SearchBudget,
}

impl AssistantEngine {
    /// Starts it, with this many threads if that is said; `settings` says what `limits` are.
    pub(crate) fn start(
        mut setup: EngineSetup,
        threads: Option<u16>,
        limits: SearchBudget,
        settings: &str,
    ) -> Result<AssistantEngine, Failure> {
        if let Some(threads) = threads {
            let option = ("Threads".to_owned(), threads.to_string());
            setup.options.push(option);
        }
        let engine = Engine::start(setup, HASH_MB, settings)?;
        Ok(AssistantEngine { engine, limits })
    }

    /// Its name, what it calls itself, and how it is asked.
    pub(crate) fn stamp(&self) -> &Stamp {
        self.engine.stamp()
    }

    /// The next position is of another game.
    pub(crate) fn forget(&mut self) {
        self.engine.forget();
    }

    /// Its moves in the position on the board of `game`, best first; nobody looked deeper at
    /// them. Nothing when stopped.
    pub(crate) fn advice(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<AdvisedMove>>, Failure> {
        let found = self
            .engine
            .search(game, self.limits, ASSISTANT_LINES, None, stop);
        let Some(result) = found.map_err(Failure)? else {
            return Ok(None);
        };
        self.engine.succeeded();
        let best = result.deepest_whole();
        let lines = best.map_or(&[][..], |last| &last.lines).iter();
        let advised = lines.filter_map(|line| {
            Some(AdvisedMove {
                mv: *line.moves.first()?,
                cp: Value::from(line.score).level_cp(),
                deep_loss: None,
            })
        });
        Ok(Some(advised.collect()))
    }
}

//! The searcher that every search of an analysis goes through: one thread, one
//! table, and both forgotten when a question must not depend on earlier ones.
//!
//! No clock of its own and no thread: it searches on the caller's, until the
//! limits are reached or somebody sets the stop flag. A deep line needs a
//! stack of more than the usual two mebibytes. Only who asks what several
//! threads do to a result gets more of them. Start with `Probe::search`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use plumb_chess::board::{Game, Move, Position};
use plumb_engine::eval::Weights;
use plumb_engine::glance::{Glance, first_glance};
use plumb_engine::search::{
    Correction, Limits, OutOfMemory, SearchOutcome, SearchTask, Shared, Timer, Worker,
};
use plumb_support::fallible::STACK_BYTES;

use super::iteration::{Iteration, RankedLine, Recorder};

/// A table and one search thread's memory.
pub struct Probe {
    shared: Shared,
    worker: Worker,
    /// Threads that search along, if there are any.
    helpers: Vec<Worker>,
}

/// What one search came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Its result; no move when the game is over or the search was stopped
    /// before it began.
    pub outcome: SearchOutcome,
    /// Every report, in order.
    pub iterations: Vec<Iteration>,
}

impl Search {
    /// Nodes searched.
    pub fn nodes(&self) -> u64 {
        self.outcome.last.nodes
    }

    /// The lines of the deepest iteration that finished at least `count` of
    /// them, best first; none when there is no such iteration.
    pub fn lines(&self, count: usize) -> &[RankedLine] {
        self.iterations
            .iter()
            .rev()
            .map(|iteration| iteration.lines.as_slice())
            .find(|lines| lines.len() >= count)
            .unwrap_or_default()
    }
}

impl Probe {
    /// With a table of `megabytes` MiB.
    pub fn new(weights: Arc<Weights>, megabytes: usize) -> Result<Probe, OutOfMemory> {
        Ok(Probe {
            shared: Shared::new(Arc::clone(&weights), megabytes, 1)?,
            worker: Worker::new(0, weights)?,
            helpers: Vec::new(),
        })
    }

    /// With so many threads in all: results then depend on chance.
    pub fn with_threads(mut self, threads: usize) -> Result<Probe, OutOfMemory> {
        let weights = &self.shared.weights;
        self.helpers = (1..threads.max(1))
            .map(|id| Worker::new(id, Arc::clone(weights)))
            .collect::<Result<_, _>>()?;
        self.shared.set_threads(threads);
        Ok(self)
    }

    /// Forgets everything found out in earlier searches, so that the next one
    /// depends on its position, its history and its limits alone.
    pub fn clear(&mut self) {
        self.shared.table.clear();
        self.worker.clear();
        self.helpers.iter_mut().for_each(Worker::clear);
    }

    /// Searches the current position of `game` until a limit is reached, a
    /// finished iteration has reached the selective depth `seldepth`, in
    /// plies, or `stop` is set: within some thousand nodes, or at once when it
    /// is set already. What was found up to then is the result; there are no
    /// lines when the side to move has no move.
    pub fn search(
        &mut self,
        game: &Game,
        limits: Limits,
        seldepth: Option<usize>,
        stop: &AtomicBool,
    ) -> Search {
        self.run(game, limits, seldepth, false, stop)
    }

    /// The same, which also ends when it is settled that there is a mate, and how
    /// far away ([`Iteration::settles_mate`]): deeper iterations only repeat it.
    pub fn search_to_mate(
        &mut self,
        game: &Game,
        limits: Limits,
        seldepth: Option<usize>,
        stop: &AtomicBool,
    ) -> Search {
        self.run(game, limits, seldepth, true, stop)
    }

    /// The decision on the board of `game`, whose position must have a move, after a first
    /// glance, which depends on the game alone. Nothing when stopped.
    pub fn first_glance<'a>(&mut self, game: &'a Game, stop: &AtomicBool) -> Option<Glance<'a>> {
        self.clear();
        self.shared.begin_search();
        let timer = Timer::start(&Limits::default());
        let glance = first_glance(&self.shared, &mut self.worker, game, &timer, Some(stop));
        (!stop.load(Ordering::Relaxed)).then_some(glance)
    }

    /// What the last search has learned to add to the static evaluation at the end of
    /// a line, from the point of view of the side to move there.
    pub fn correction_after(&self, root: &Position, line: &[Move]) -> Correction {
        self.worker.correction_after(root, line)
    }

    fn run(
        &mut self,
        game: &Game,
        limits: Limits,
        seldepth: Option<usize>,
        ends_at_mate: bool,
        stop: &AtomicBool,
    ) -> Search {
        if stop.load(Ordering::Relaxed) {
            return Search::default();
        }
        self.shared.begin_search();
        let timer = Timer::start(&limits);
        let mut recorder = Recorder::new(&self.shared, seldepth)
            .ends_at_mate(ends_at_mate)
            .until(stop);
        let (shared, worker) = (&self.shared, &mut self.worker);
        let outcome = thread::scope(|scope| {
            for helper in &mut self.helpers {
                let (limits, timer) = (&limits, &timer);
                let along = move || {
                    SearchTask::new(shared, game, limits, timer, &mut ()).run(helper);
                };
                // One thread fewer searches the same position.
                let builder = thread::Builder::new().stack_size(STACK_BYTES);
                let _ = builder.spawn_scoped(scope, along);
            }
            let outcome = SearchTask::new(shared, game, &limits, &timer, &mut recorder).run(worker);
            // Nobody has anything left to help with.
            shared.stop();
            outcome
        });
        Search {
            outcome,
            iterations: recorder.iterations,
        }
    }
}

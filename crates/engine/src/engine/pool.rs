//! The threads that search, kept alive between searches.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crossbeam::sync::WaitGroup;
use parking_lot::{Condvar, Mutex};

use super::handicap::Handicap;
use crate::eval::Weights;
use crate::search::{
    CurrentMove, EndgameTables, Limits, Observer, OutOfMemory, Report, SearchOutcome, SearchTask,
    Shared, Timer, Worker,
};
use plumb_chess::board::Game;
use plumb_support::fallible::{STACK_BYTES, has_memory};
use plumb_support::mailbox::{Receiver, Sender, mailbox};

/// What a search says while it runs, and, last, when it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// An iteration is finished, or its window has failed.
    Report(Report),
    /// The search turns to a root move.
    CurrentMove(CurrentMove),
    /// An endgame table could not be read; the search goes on without.
    DamagedTable(String),
    /// The search has panicked, or had no memory; its result will be some legal move.
    Crashed(String),
    /// The move to play.
    Finished(SearchOutcome),
}

/// Who is told.
pub type Listener = Box<dyn FnMut(SearchEvent) + Send>;

/// A search in progress, known to its threads and to whoever may end it.
pub(super) struct Job {
    pub shared: Arc<Shared>,
    /// Handicap of the first thread, when strength is limited.
    pub handicap: Option<Handicap>,
    pub game: Arc<Game>,
    pub limits: Arc<Limits>,
    pub timer: Arc<Timer>,
    pub release: Arc<Release>,
    /// Receives the first thread's reports.
    pub listener: Option<Listener>,
    pub done: WaitGroup,
}

/// Holds back the result of a search that is over before it may be told:
/// `go infinite` and pondering end only when the other side says so.
pub(super) struct Release {
    held: Mutex<bool>,
    changed: Condvar,
}

impl Release {
    pub fn new(hold: bool) -> Release {
        Release {
            held: Mutex::new(hold),
            changed: Condvar::new(),
        }
    }

    pub fn release(&self) {
        *self.held.lock() = false;
        self.changed.notify_all();
    }

    fn wait(&self) {
        let mut held = self.held.lock();
        while *held {
            self.changed.wait(&mut held);
        }
    }
}

enum Order {
    Prepare(Arc<Weights>, WaitGroup),
    Search(Job),
    Forget(WaitGroup),
}

/// A fixed number of search threads.
pub(super) struct Pool {
    orders: Vec<Sender<Order>>,
    threads: Vec<JoinHandle<()>>,
}

/// What a worker takes, generously: its histories and caches, in bytes.
const WORKER_BYTES: usize = 24 << 20;

/// What has to be left for the allocator's own needs in several threads, and for
/// searches, in bytes: where memory is limited and gone, nothing can be said.
const SPARE_BYTES: usize = 160 << 20;

impl Pool {
    /// One thread, which takes its memory when it is prepared or searches first: a start
    /// that only names options does not wait for it.
    pub fn of_one() -> std::io::Result<Pool> {
        let mut pool = Pool::empty();
        pool.add(None)?;
        Ok(pool)
    }

    pub fn new(count: usize, weights: &Arc<Weights>) -> std::io::Result<Pool> {
        let mut pool = Pool::empty();
        for id in 0..count.max(1) {
            if count > 1 && !has_memory(STACK_BYTES + WORKER_BYTES + SPARE_BYTES) {
                return Err(no_memory(format!("not enough memory for {count} threads")));
            }
            // Made here, so that the memory just looked for is taken.
            let worker = Worker::new(id, Arc::clone(weights)).map_err(no_memory)?;
            // The system gives one and the same reason for no memory and for too many threads.
            pool.add(Some(worker)).map_err(|error| {
                no_memory(format!(
                    "not enough memory for {count} threads, or more than the system allows: {error}"
                ))
            })?;
            // Until it stands, a thread takes and gives back memory of its own, which would
            // be missing from what the next one has just looked for.
            order_all(&pool.orders[id..], |done| {
                Order::Prepare(Arc::clone(weights), done)
            });
        }
        Ok(pool)
    }

    fn empty() -> Pool {
        Pool {
            orders: Vec::new(),
            threads: Vec::new(),
        }
    }

    fn add(&mut self, worker: Option<Worker>) -> std::io::Result<()> {
        let id = self.threads.len();
        let (sender, receiver) = mailbox();
        let thread = thread::Builder::new()
            .name(format!("search {id}"))
            .stack_size(STACK_BYTES)
            .spawn(move || serve(id, worker, &receiver))?;
        self.orders.push(sender);
        self.threads.push(thread);
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.threads.len()
    }

    /// Starts a search on so many threads; `job` makes each thread's part.
    pub fn search(&self, threads: usize, mut job: impl FnMut(usize) -> Job) {
        for (id, orders) in self.orders.iter().take(threads).enumerate() {
            let _ = orders.send(Order::Search(job(id)));
        }
    }

    /// Makes every thread take the memory that it searches with, and waits for it. Where there
    /// is none, the first search says so.
    pub fn prepare(&self, weights: &Arc<Weights>) {
        order_all(&self.orders, |done| {
            Order::Prepare(Arc::clone(weights), done)
        });
    }

    /// Makes every thread forget what it has learned, and waits for it.
    pub fn forget(&self) {
        order_all(&self.orders, Order::Forget);
    }
}

/// Gives each of the threads an order, and waits until all have followed it.
fn order_all(threads: &[Sender<Order>], order: impl Fn(WaitGroup) -> Order) {
    let done = WaitGroup::new();
    for thread in threads {
        let _ = thread.send(order(done.clone()));
    }
    done.wait();
}

fn no_memory(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::OutOfMemory, error)
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.orders.clear();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn serve(id: usize, mut worker: Option<Worker>, orders: &Receiver<Order>) {
    while let Ok(order) = orders.recv() {
        match order {
            Order::Prepare(weights, done) => {
                worker = worker.or_else(|| Worker::new(id, weights).ok());
                drop(done);
            }
            Order::Forget(done) => {
                worker.iter_mut().for_each(Worker::clear);
                drop(done);
            }
            Order::Search(job) => {
                let weights = Arc::clone(&job.shared.weights);
                let new_worker = || Worker::new(id, Arc::clone(&weights));
                let mut searcher = worker.take().map_or_else(new_worker, Ok);
                let found = serve_search(&mut searcher, job);
                // Nobody knows what state a crashed one was left in.
                worker = match (found, searcher) {
                    (Ok(()), searcher) => searcher.ok(),
                    (Err(ThreadFailure), Err(_)) => None,
                    (Err(ThreadFailure), Ok(mut crashed)) => {
                        Some(new_worker().unwrap_or_else(|_| {
                            // `Worker::begin` sets anew what a search depends on, and this
                            // empties what earlier ones have learned.
                            crashed.clear();
                            crashed
                        }))
                    }
                };
            }
        }
    }
}

/// The search of one thread panicked, or there was no memory for it.
struct ThreadFailure;

/// Does this thread's part of a search. Whatever happens in it, the listener
/// is told of a result and `done` is dropped last: others wait for both.
fn serve_search(worker: &mut Result<Worker, OutOfMemory>, job: Job) -> Result<(), ThreadFailure> {
    let Job {
        shared,
        handicap,
        game,
        limits,
        timer,
        release,
        listener,
        done,
    } = job;
    let result = match listener {
        Some(listener) => {
            let uses = shared.endgame_tables.as_ref();
            let mut teller = Teller {
                listener,
                tables: uses.map(|uses| Arc::clone(&uses.tables)),
            };
            let task = SearchTask::new(&shared, &game, &limits, &timer, &mut teller);
            let result = attempt(worker, |worker| match handicap {
                None => task.run(worker),
                Some(handicap) => handicap.search(&task, worker),
            });
            // The other threads have nothing left to help with.
            shared.stop();
            let outcome = match &result {
                Ok(outcome) => outcome.clone(),
                Err(reason) => {
                    (teller.listener)(SearchEvent::Crashed(reason.clone()));
                    some_legal_move(&game, &limits)
                }
            };
            release.wait();
            drop((shared, game));
            teller.tell_of_damage();
            (teller.listener)(SearchEvent::Finished(outcome));
            result.map(drop)
        }
        None => {
            let result = attempt(worker, |worker| {
                SearchTask::new(&shared, &game, &limits, &timer, &mut ()).run(worker)
            });
            drop((shared, game));
            result.map(drop)
        }
    };
    drop(done);
    result.map_err(|_| ThreadFailure)
}

/// What a search comes to, or why it came to nothing.
fn attempt(
    worker: &mut Result<Worker, OutOfMemory>,
    search: impl FnOnce(&mut Worker) -> SearchOutcome,
) -> Result<SearchOutcome, String> {
    let worker = worker.as_mut().map_err(|error| error.to_string())?;
    let searched = catch_unwind(AssertUnwindSafe(|| search(worker)));
    searched.map_err(|panic| panic_text(panic.as_ref()))
}

/// What a panic said of itself.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}

/// The result of a search that came to nothing.
fn some_legal_move(game: &Game, limits: &Limits) -> SearchOutcome {
    let legal = game.position().legal_moves();
    let wanted = limits.search_moves.iter().find(|mv| legal.contains(mv));
    SearchOutcome {
        best: wanted.or(legal.first()).copied(),
        ..SearchOutcome::default()
    }
}

/// Tells the listener what the search says, and what its endgame tables do.
struct Teller {
    listener: Listener,
    tables: Option<Arc<dyn EndgameTables>>,
}

impl Teller {
    fn tell_of_damage(&mut self) {
        let failure = self
            .tables
            .as_ref()
            .and_then(|tables| tables.take_failure());
        if let Some(failure) = failure {
            (self.listener)(SearchEvent::DamagedTable(failure));
        }
    }
}

impl Observer for Teller {
    fn report(&mut self, report: &Report) {
        self.tell_of_damage();
        (self.listener)(SearchEvent::Report(report.clone()));
    }

    fn current_move(&mut self, current: CurrentMove) {
        (self.listener)(SearchEvent::CurrentMove(current));
    }
}

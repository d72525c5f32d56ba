//! The threads that search, with a bounded queue in front of them: no search runs where
//! connections are served.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::problem::Problem;
use plumb_support::fallible::STACK_BYTES;
use plumb_support::wording::text;

/// Threads that search.
pub(super) struct SearchPool {
    queue: Arc<Queue>,
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoResult {
    /// Too many searches wait.
    Full,
    /// The service ends, or the search did not begin in time.
    NotBegun,
    /// The search broke down.
    Panicked,
}

impl From<NoResult> for Problem {
    fn from(no_result: NoResult) -> Problem {
        match no_result {
            NoResult::Full => Problem::busy(text!(refusal.searches)),
            NoResult::NotBegun => Problem::busy(text!(refusal.search_late)),
            NoResult::Panicked => Problem::internal(text!(refusal.search)),
        }
    }
}

/// How many searches there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PoolLoad {
    /// Being searched.
    pub(super) running: usize,
    /// Waiting for a thread.
    pub(super) waiting: usize,
}

/// A search that takes itself off the list of those that run when it has ended.
type Work = Box<dyn FnOnce(&Arc<AtomicBool>) + Send>;

struct Task {
    stop: Arc<AtomicBool>,
    work: Work,
}

struct Queue {
    state: Mutex<State>,
    /// Something waits, or the pool is closed.
    changed: Condvar,
    capacity: usize,
}

struct State {
    waiting: VecDeque<Task>,
    /// The stop flags of the searches that run.
    running: Vec<Arc<AtomicBool>>,
    is_closed: bool,
}

/// Stops a search, or takes it out of the queue, when it goes: with the request that wanted
/// its result.
struct StopOnDrop {
    queue: Arc<Queue>,
    stop: Arc<AtomicBool>,
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.queue.stop(&self.stop);
    }
}

impl PoolLoad {
    /// With those of another pool.
    pub(super) fn and(self, other: PoolLoad) -> PoolLoad {
        PoolLoad {
            running: self.running + other.running,
            waiting: self.waiting + other.waiting,
        }
    }
}

impl SearchPool {
    /// With so many threads, and room for `capacity` searches that wait.
    pub(super) fn new(threads: usize, capacity: usize) -> std::io::Result<SearchPool> {
        let queue = Arc::new(Queue {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                running: Vec::new(),
                is_closed: false,
            }),
            changed: Condvar::new(),
            capacity,
        });
        for number in 1..=threads.max(1) {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(format!("search {number}"))
                .stack_size(STACK_BYTES)
                .spawn(move || queue.work())?;
        }
        Ok(SearchPool { queue })
    }

    /// Searches on a thread of the pool. `work` is told to stop after `time`, which waiting
    /// counts in, and when the future goes before it is done, as with a client that vanishes.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, NoResult> {
        let stop = Arc::new(AtomicBool::new(false));
        let _stop_on_drop = StopOnDrop {
            queue: Arc::clone(&self.queue),
            stop: Arc::clone(&stop),
        };
        let (result, mut answer) = oneshot::channel();
        let queue = Arc::clone(&self.queue);
        let work: Work = Box::new(move |stop| {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(stop)));
            // Before the answer goes out: a search that is answered no longer runs.
            queue.ended(stop);
            // Nobody may be there any more.
            let _ = result.send(outcome);
        });
        self.queue.push(Task {
            stop: Arc::clone(&stop),
            work,
        })?;
        let outcome = tokio::select! {
            outcome = &mut answer => outcome,
            () = sleep(time) => {
                self.queue.stop(&stop);
                answer.await
            }
        };
        match outcome {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(_)) => Err(NoResult::Panicked),
            Err(_) => Err(NoResult::NotBegun),
        }
    }

    /// How many searches there are now.
    pub(super) fn load(&self) -> PoolLoad {
        let state = self.queue.state.lock();
        PoolLoad {
            running: state.running.len(),
            waiting: state.waiting.len(),
        }
    }

    /// Whether another search would find room.
    pub(super) fn has_room(&self) -> bool {
        let state = self.queue.state.lock();
        !state.is_closed && state.waiting.len() < self.queue.capacity
    }

    /// Takes no more searches, forgets those that wait, and stops those that run.
    pub(super) fn close(&self) {
        let mut state = self.queue.state.lock();
        state.is_closed = true;
        state.waiting.clear();
        for stop in &state.running {
            stop.store(true, Ordering::Relaxed);
        }
        self.queue.changed.notify_all();
    }
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Queue {
    fn push(&self, task: Task) -> Result<(), NoResult> {
        let mut state = self.state.lock();
        if state.is_closed {
            return Err(NoResult::NotBegun);
        }
        if state.waiting.len() >= self.capacity {
            return Err(NoResult::Full);
        }
        state.waiting.push_back(task);
        self.changed.notify_one();
        Ok(())
    }

    /// Stops a search if it runs; if it waits it is forgotten.
    fn stop(&self, stop: &Arc<AtomicBool>) {
        stop.store(true, Ordering::Relaxed);
        let mut state = self.state.lock();
        state.waiting.retain(|task| !Arc::ptr_eq(&task.stop, stop));
    }

    /// The next search; none when the pool is closed.
    fn next(&self) -> Option<Task> {
        let mut state = self.state.lock();
        loop {
            if state.is_closed {
                return None;
            }
            match state.waiting.pop_front() {
                Some(task) => {
                    state.running.push(Arc::clone(&task.stop));
                    return Some(task);
                }
                None => self.changed.wait(&mut state),
            }
        }
    }

    fn work(&self) {
        while let Some(Task { stop, work }) = self.next() {
            work(&stop);
        }
    }

    /// Takes a search off the list of those that run.
    fn ended(&self, stop: &Arc<AtomicBool>) {
        let mut state = self.state.lock();
        state.running.retain(|other| !Arc::ptr_eq(other, stop));
    }
}

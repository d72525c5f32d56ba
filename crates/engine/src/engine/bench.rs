//! The bench: a fixed set of positions searched to a fixed depth. Its node
//! count is the signature of how this build plays; any change to it is a
//! change in play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam::channel::{RecvTimeoutError, bounded};

use crate::eval::Weights;
use crate::search::{Limits, OutOfMemory, SearchTask, Shared, Timer, Worker};
use plumb_chess::board::{Game, Position};

/// Depth of the signature, in plies.
pub const BENCH_DEPTH: u32 = 12;
/// Table size of the signature, in MiB.
pub const BENCH_HASH_MB: usize = 16;

/// What the bench counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes of each position, in order.
    pub nodes: Vec<u64>,
    /// How long it took.
    pub time: Duration,
}

impl BenchResult {
    /// All nodes: the signature.
    pub fn total(&self) -> u64 {
        self.nodes.iter().sum()
    }

    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.total() as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// The FENs of the bench, from `epd/bench.epd`.
pub fn bench_positions() -> impl Iterator<Item = &'static str> {
    include_str!("../../bench.epd")
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Searches each position `depth` plies deep on one thread, each with a clean
/// memory, and calls `each` with its number and nodes after every one, which
/// says whether to go on.
pub fn bench(
    weights: &Arc<Weights>,
    positions: &[Position],
    depth: u32,
    megabytes: usize,
    each: impl FnMut(usize, u64) -> bool,
) -> Result<BenchResult, OutOfMemory> {
    let never = AtomicBool::new(false);
    bench_until(weights, positions, depth, megabytes, &never, each)
}

/// As [`bench()`], but ends soon after `stop` has been set, even in the middle of
/// a position, which then counts as far as it came.
pub fn bench_until(
    weights: &Arc<Weights>,
    positions: &[Position],
    depth: u32,
    megabytes: usize,
    stop: &AtomicBool,
    mut each: impl FnMut(usize, u64) -> bool,
) -> Result<BenchResult, OutOfMemory> {
    let start = Instant::now();
    let mut shared = Shared::new(Arc::clone(weights), megabytes, 1)?;
    let mut worker = Worker::new(0, Arc::clone(weights))?;
    let limits = Limits::depth(depth);
    let mut nodes = Vec::with_capacity(positions.len());
    for (number, position) in positions.iter().enumerate() {
        shared.table.clear();
        worker.clear();
        shared.begin_search();
        let timer = Timer::start(&limits);
        let game = Game::new(position.clone());
        let outcome = run_until(stop, &shared, || {
            SearchTask::new(&shared, &game, &limits, &timer, &mut ()).run(&mut worker)
        });
        nodes.push(outcome.last.nodes);
        if !each(number, outcome.last.nodes) || stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(BenchResult {
        nodes,
        time: start.elapsed(),
    })
}

/// How often somebody looks whether a bench is to stop.
const WATCH_EVERY: Duration = Duration::from_millis(20);

/// Runs `work`, which searches with `shared`, and stops that search soon after `stop` is set.
fn run_until<T>(stop: &AtomicBool, shared: &Shared, work: impl FnOnce() -> T) -> T {
    let (done, over) = bounded::<()>(0);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while over.recv_timeout(WATCH_EVERY) == Err(RecvTimeoutError::Timeout) {
                if stop.load(Ordering::Relaxed) {
                    shared.stop();
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}

//! Work spread over threads: tasks are handed out in order, and what comes back
//! is taken in one by one on the thread that began. Start with `spread`.

use std::thread;

use crossbeam::channel::{TrySendError, bounded, unbounded};

/// A deep line of the search needs more stack than a thread usually has.
const STACK_BYTES: usize = 16 << 20;

/// Takes tasks from `next` until it has none, lets `jobs` threads do them, each
/// with what `worker` makes for it, and gives all results to `keep` in the order
/// in which they come. At most twice as many tasks as threads are under way; what
/// was begun is kept even when `next` stops early.
pub(super) fn spread<C, T: Send, D: Send, E, W: FnMut(T) -> D>(
    context: &mut C,
    jobs: usize,
    worker: impl Fn() -> W + Sync,
    mut next: impl FnMut(&mut C) -> Result<Option<T>, E>,
    mut keep: impl FnMut(&mut C, D) -> Result<(), E>,
) -> Result<(), E> {
    let jobs = jobs.max(1);
    let (tasks, to_do) = bounded::<T>(jobs);
    let (finished, results) = unbounded::<D>();
    thread::scope(|scope| {
        for number in 0..jobs {
            let (to_do, finished) = (to_do.clone(), finished.clone());
            let worker = &worker;
            let spawned = thread::Builder::new()
                .name(format!("job {number}"))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || {
                    let mut work = worker();
                    for task in to_do {
                        if finished.send(work(task)).is_err() {
                            return;
                        }
                    }
                });
            // Fewer threads than wanted come to the same.
            if spawned.is_err() {
                break;
            }
        }
        drop((to_do, finished));
        while let Some(mut task) = next(context)? {
            // A full queue is waited for by taking results in.
            loop {
                match tasks.try_send(task) {
                    Ok(()) => break,
                    Err(TrySendError::Full(back)) => {
                        task = back;
                        let Ok(done) = results.recv() else { break };
                        keep(context, done)?;
                    }
                    Err(TrySendError::Disconnected(_)) => break,
                }
            }
        }
        drop(tasks);
        for done in &results {
            keep(context, done)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once_whatever_the_number_of_jobs() {
        for jobs in [0, 1, 2, 7] {
            let mut sum = (0_u64, 0_u64);
            let done: Result<(), String> = spread(
                &mut sum,
                jobs,
                || |number: u64| number * number,
                |(handed, _)| {
                    *handed += 1;
                    Ok((*handed <= 100).then_some(*handed))
                },
                |(_, sum), square| {
                    *sum += square;
                    Ok(())
                },
            );
            assert_eq!((done, sum.1), (Ok(()), 338_350), "{jobs} jobs");
        }
    }

    #[test]
    fn an_error_ends_it() {
        let mut kept = 0;
        let done = spread(
            &mut kept,
            2,
            || |number: u32| number,
            |_| Ok(Some(1)),
            |kept, _| {
                *kept += 1;
                if *kept == 5 { Err("full") } else { Ok(()) }
            },
        );
        assert_eq!((done, kept), (Err("full"), 5));
    }
}

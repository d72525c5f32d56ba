//! Work spread over threads: tasks are handed out in order, and what comes back
//! is taken in one by one on the thread that began. Start with `spread`.

use std::thread;

use crossbeam::channel::{TrySendError, bounded, unbounded};

use crate::fallible::{STACK_BYTES, has_memory};

/// What has to be left for the allocator's own needs in several threads, for searches and
/// for reports, in bytes: where memory is limited and gone, nothing can be said. glibc sets
/// 64 MiB aside for an arena, also for one more whenever two threads ask at once.
const SPARE_BYTES: usize = 128 << 20;

/// What comes next.
pub enum Next<T> {
    /// Something to do.
    Task(T),
    /// Nothing to do here; there may be more.
    Nothing,
    /// No more tasks.
    End,
}

/// Takes tasks from `next` until it says so, lets `jobs` threads do them, each
/// with what `worker` makes for it, which sends any number of results of a task, and
/// gives all results to `keep` in the order in which they come, between any two calls of
/// `next`. At most twice as many tasks as threads are under way, and never more threads than
/// tasks; what was begun is kept even when `next` ends early. A thread that cannot start or
/// has no `worker` is one fewer; it is an error only where nobody can work.
pub fn spread<C, T: Send, D: Send, E, W: FnMut(T, &mut dyn FnMut(D))>(
    context: &mut C,
    jobs: usize,
    worker: impl Fn() -> Result<W, E> + Sync,
    mut next: impl FnMut(&mut C) -> Result<Next<T>, E>,
    mut keep: impl FnMut(&mut C, D) -> Result<(), E>,
) -> Result<(), E> {
    let jobs = jobs.max(1);
    let (tasks, to_do) = bounded::<T>(jobs);
    let (finished, results) = unbounded::<D>();
    thread::scope(|scope| {
        let worker = &worker;
        let start = |number: usize| {
            if !has_memory(STACK_BYTES + SPARE_BYTES) {
                return false;
            }
            let (to_do, finished) = (to_do.clone(), finished.clone());
            let (ready, is_ready) = bounded(1);
            let begun = thread::Builder::new()
                .name(format!("job {number}"))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || {
                    let made = worker();
                    // What was just looked for is taken now: is there still some left?
                    let made = made.ok().filter(|_| has_memory(SPARE_BYTES));
                    let Some(mut work) = made else { return };
                    let _ = ready.send(());
                    for task in to_do {
                        let mut is_heard = true;
                        work(task, &mut |done| is_heard &= finished.send(done).is_ok());
                        if !is_heard {
                            return;
                        }
                    }
                });
            // One after the other, so that two do not count on the same memory.
            begun.is_ok() && is_ready.recv().is_ok()
        };
        let mut threads = 0;
        let mut most = jobs;
        let mut own_work = None;
        loop {
            for done in results.try_iter() {
                keep(context, done)?;
            }
            let mut task = match next(context)? {
                Next::Task(task) => task,
                Next::Nothing => continue,
                Next::End => break,
            };
            if threads < most {
                match start(threads) {
                    true => threads += 1,
                    // Fewer threads than wanted come to the same.
                    false => most = threads,
                }
            }
            if threads == 0 {
                let work = match &mut own_work {
                    Some(work) => work,
                    None => own_work.insert(worker()?),
                };
                let mut found = Vec::new();
                work(task, &mut |done| found.push(done));
                found.into_iter().try_for_each(|done| keep(context, done))?;
                continue;
            }
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
        drop((tasks, to_do, finished));
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
                || Ok(|number: u64, send: &mut dyn FnMut(u64)| send(number * number)),
                |(handed, _)| {
                    *handed += 1;
                    Ok(match *handed {
                        // Ten numbers that are not wanted.
                        number if number > 100 && number <= 110 => Next::Nothing,
                        number if number > 110 => Next::End,
                        number => Next::Task(number),
                    })
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
    fn there_are_never_more_threads_than_tasks() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        for (tasks, jobs, most) in [(3, 1_000, 3), (0, 1_000, 0), (50, 2, 2)] {
            let workers = AtomicUsize::new(0);
            let mut left = tasks;
            let done: Result<(), String> = spread(
                &mut left,
                jobs,
                || {
                    workers.fetch_add(1, Ordering::Relaxed);
                    Ok(|task: u32, send: &mut dyn FnMut(u32)| send(task))
                },
                |left| {
                    Ok(match *left {
                        0 => Next::End,
                        _ => {
                            *left -= 1;
                            Next::Task(1)
                        }
                    })
                },
                |_, _| Ok(()),
            );
            assert_eq!(done, Ok(()));
            assert!(workers.load(Ordering::Relaxed) <= most, "{tasks} tasks");
        }
    }

    #[test]
    fn what_is_done_is_kept_while_the_next_task_is_looked_for() {
        let mut state = (0, 0);
        let done: Result<(), String> = spread(
            &mut state,
            1,
            || Ok(|number: u32, send: &mut dyn FnMut(u32)| send(number)),
            |(calls, kept)| {
                *calls += 1;
                Ok(match *calls {
                    1 => Next::Task(1),
                    // Looks on until the one result is in.
                    calls if *kept == 0 && calls < 100_000_000 => Next::Nothing,
                    _ => Next::End,
                })
            },
            |(calls, kept), _| {
                assert!(*calls > 1);
                *kept += 1;
                Ok(())
            },
        );
        assert_eq!((done, state.1), (Ok(()), 1));
        assert!(state.0 < 100_000_000, "it was kept only in the end");
    }

    #[test]
    fn who_cannot_work_is_one_fewer_and_only_nobody_is_an_error() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        for (able, expected) in [(2, Ok(9)), (1, Ok(9)), (0, Err("no memory"))] {
            let (made, mut state) = (AtomicUsize::new(0), (9, 0));
            let done = spread(
                &mut state,
                4,
                || match made.fetch_add(1, Ordering::Relaxed) < able {
                    true => Ok(|task: u32, send: &mut dyn FnMut(u32)| send(task)),
                    false => Err("no memory"),
                },
                |(left, _)| {
                    Ok(match *left {
                        0 => Next::End,
                        _ => {
                            *left -= 1;
                            Next::Task(1)
                        }
                    })
                },
                |(_, sum), one| {
                    *sum += one;
                    Ok(())
                },
            );
            assert_eq!(done.map(|()| state.1), expected, "{able} can work");
        }
    }

    #[test]
    fn an_error_ends_it() {
        let mut kept = 0;
        let done = spread(
            &mut kept,
            2,
            || Ok(|number: u32, send: &mut dyn FnMut(u32)| send(number)),
            |_| Ok(Next::Task(1)),
            |kept, _| {
                *kept += 1;
                if *kept == 5 { Err("full") } else { Ok(()) }
            },
        );
        assert_eq!((done, kept), (Err("full"), 5));
    }
}

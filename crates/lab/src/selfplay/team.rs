//! Work shared by threads, with its results in the order of the work.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam::channel::{bounded, unbounded};

/// Jobs that may wait in the queue, for each worker.
const QUEUE: usize = 2;

/// Gives each of `jobs` to the next free one of `workers` and hands the results
/// to `take` in the order of the jobs, whoever was faster. A worker without a
/// result (it was interrupted) ends the work, and so does `take` by saying
/// false: `interrupt` is set then, which `work` should look at. What came after
/// the first job without result is dropped.
pub fn in_order<W: Send, J: Send, R: Send>(
    workers: Vec<W>,
    jobs: impl Iterator<Item = J> + Send,
    interrupt: &AtomicBool,
    work: impl Fn(&mut W, J) -> Option<R> + Sync,
    mut take: impl FnMut(R) -> bool,
) {
    let (job_sender, job_receiver) = bounded::<(usize, J)>(QUEUE * workers.len());
    let (sender, receiver) = unbounded();
    let work = &work;
    std::thread::scope(|scope| {
        for mut worker in workers {
            let (jobs, sender) = (job_receiver.clone(), sender.clone());
            scope.spawn(move || {
                for (number, job) in jobs {
                    if interrupt.load(Ordering::Relaxed) {
                        break;
                    }
                    let Some(result) = work(&mut worker, job) else {
                        break;
                    };
                    if sender.send((number, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop((job_receiver, sender));
        scope.spawn(move || {
            for job in jobs.enumerate() {
                if interrupt.load(Ordering::Relaxed) || job_sender.send(job).is_err() {
                    break;
                }
            }
        });
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        let mut goes_on = true;
        for (number, result) in receiver {
            early.insert(number, result);
            while let Some(result) = early.remove(&wanted) {
                wanted += 1;
                if goes_on && !take(result) {
                    goes_on = false;
                    interrupt.store(true, Ordering::Relaxed);
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(workers: usize, interrupt: &AtomicBool, stop_at: u64) -> Vec<u64> {
        let mut taken = Vec::new();
        in_order(
            vec![(); workers],
            0..1_000u64,
            interrupt,
            |(), job| {
                // Later jobs are often done first.
                std::thread::sleep(std::time::Duration::from_micros(job * 7 % 13 * 20));
                Some(job * job)
            },
            |result| {
                taken.push(result);
                result < stop_at
            },
        );
        taken
    }

    #[test]
    fn results_come_in_order() {
        let squares: Vec<u64> = (0..1_000).map(|job| job * job).collect();
        for workers in [1, 3] {
            assert_eq!(run(workers, &AtomicBool::new(false), u64::MAX), squares);
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let interrupt = AtomicBool::new(false);
        assert_eq!(
            run(3, &interrupt, 100),
            (0..=10).map(|job| job * job).collect::<Vec<_>>()
        );
        assert!(interrupt.load(Ordering::Relaxed));
        assert!(run(3, &interrupt, 100).len() < 2);
    }
}

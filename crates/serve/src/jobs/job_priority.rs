//! How readily a job's threads get a processor: after requests, which somebody waits for.

/// By how much a job is nicer than the service, as the command `nice` counts: with 10, a
/// thread of a request gets nine times as much of a processor that both want.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lets this thread, and those that it starts afterwards, give way to the other threads
/// of the service. Linux counts niceness by thread and hands it on to new threads; elsewhere
/// it belongs to the whole process, and nothing is done.
pub(super) fn give_way() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        /// The nicest that there is.
        const MOST: i32 = 19;
        // A job that may not be nice is done all the same.
        let _ = getpriority_process(None)
            .and_then(|own| setpriority_process(None, (own + NICENESS).min(MOST)));
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::process::getpriority_process;
    use std::thread;

    #[test]
    fn threads_that_a_job_starts_give_way_too() {
        let niceness = || getpriority_process(None).expect("this thread's");
        let service = niceness();
        let of_job = thread::spawn(move || {
            give_way();
            [niceness(), thread::spawn(niceness).join().expect("it ends")]
        });
        let nicer = (service + NICENESS).min(19);
        assert_eq!(of_job.join().expect("it ends"), [nicer; 2]);
        assert_eq!(niceness(), service);
    }
}

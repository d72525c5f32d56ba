//! What differs between operating systems: groups of processes, pipes that do
//! not block, and how a program ended. Nothing else in the layer asks which
//! system it runs on.

use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use plumb_support::wording::say;

#[cfg(not(unix))]
pub(super) use elsewhere::{has_ended, kill_all, never_block, separate, wait_until_writable};
#[cfg(unix)]
pub(super) use unix::{has_ended, kill_all, never_block, separate, wait_until_writable};

#[cfg(not(unix))]
use elsewhere::signal;
#[cfg(unix)]
use unix::signal;

/// The environment variable by which all that an engine starts is known, whatever session or
/// parent it has by then.
const MARK_VARIABLE: &str = "PLUMB_ENGINE_RUN";

/// Marks the processes of one engine, and of those that it starts.
#[derive(Clone, Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// A mark that no other engine has, set for the program.
    pub(super) fn set(command: &mut Command) -> Mark {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let time = SystemTime::now().duration_since(UNIX_EPOCH);
        let nanos = time.map_or(0, |time| time.as_nanos());
        let mark = format!("<{}.{number}.{nanos}>", std::process::id());
        // An engine that starts engines is known by its own mark, too.
        let outer = std::env::var(MARK_VARIABLE).unwrap_or_default();
        command.env(MARK_VARIABLE, format!("{outer}{mark}"));
        Mark(mark)
    }

    /// Kills all processes with this mark; on Linux only, where they can be found.
    pub(super) fn kill(&self) {
        #[cfg(target_os = "linux")]
        linux::kill_marked(self.0.as_bytes());
    }
}

/// The exit status in words.
pub(super) fn describe(status: ExitStatus) -> String {
    match (status.code(), signal(status)) {
        (Some(code), _) => say!(peer.exit_status, code),
        (None, Some(signal)) => {
            let known = SIGNALS.iter().find(|(number, _)| *number == signal);
            let number = signal.to_string();
            match known {
                Some((_, name)) => say!(peer.known_signal, number, name),
                None => say!(peer.signal, number),
            }
        }
        (None, None) => status.to_string(),
    }
}

/// The signals that engines die of and whose numbers are the same everywhere.
const SIGNALS: [(i32, &str); 7] = [
    (4, "SIGILL"),
    (6, "SIGABRT"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (11, "SIGSEGV"),
    (13, "SIGPIPE"),
    (15, "SIGTERM"),
];

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, ChildStdin, Command, ExitStatus};
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// A group of its own, so that all it starts can be killed with it, and a
    /// Ctrl-C at our terminal is ours alone.
    pub(in crate::peer) fn separate(command: &mut Command) {
        command.process_group(0);
    }

    pub(in crate::peer) fn never_block(input: &ChildStdin) -> io::Result<()> {
        Ok(rustix::io::ioctl_fionbio(input, true)?)
    }

    /// Returns early on any trouble: the next write will meet it.
    pub(in crate::peer) fn wait_until_writable(input: &ChildStdin, patience: Duration) {
        let mut fds = [PollFd::new(input, PollFlags::OUT)];
        let patience = Timespec::try_from(patience).ok();
        let _ = poll(&mut fds, patience.as_ref());
    }

    /// Whether it has ended, leaving it to be waited for.
    pub(in crate::peer) fn has_ended(child: &mut Child) -> bool {
        let id = WaitId::Pid(Pid::from_child(child));
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(id, options), Ok(Some(_)))
    }

    pub(in crate::peer) fn kill_all(child: &mut Child) {
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
        let _ = child.kill();
    }

    pub(in crate::peer) fn signal(status: ExitStatus) -> Option<i32> {
        status.signal()
    }
}

/// Processes that left their group are found by their environment.
#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{Pid, Signal, kill_process};

    /// A process may start another between a look and its death: look again, this often.
    const LOOKS: usize = 5;

    pub(super) fn kill_marked(mark: &[u8]) {
        for _ in 0..LOOKS {
            let found = marked(mark);
            if found.is_empty() {
                return;
            }
            for id in found {
                let _ = kill_process(id, Signal::KILL);
            }
        }
    }

    /// The processes with the mark, but for us and those that are dead already: these have no
    /// environment any more.
    fn marked(mark: &[u8]) -> Vec<Pid> {
        let Ok(entries) = std::fs::read_dir("/proc") else {
            return Vec::new();
        };
        let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
        let has_mark = |id: &i32| {
            std::fs::read(format!("/proc/{id}/environ"))
                .is_ok_and(|text| text.windows(mark.len()).any(|part| part == mark))
        };
        ids.filter(has_mark)
            .filter_map(Pid::from_raw)
            .filter(|&id| id != rustix::process::getpid())
            .collect()
    }
}

/// Elsewhere only the program itself is killed, and a write to a program that
/// does not read may block.
#[cfg(not(unix))]
mod elsewhere {
    use std::io;
    use std::process::{Child, ChildStdin, Command, ExitStatus};
    use std::time::Duration;

    pub(in crate::peer) fn separate(_command: &mut Command) {}

    pub(in crate::peer) fn never_block(_input: &ChildStdin) -> io::Result<()> {
        Ok(())
    }

    pub(in crate::peer) fn wait_until_writable(_input: &ChildStdin, patience: Duration) {
        std::thread::sleep(patience.min(Duration::from_millis(1)));
    }

    pub(in crate::peer) fn has_ended(child: &mut Child) -> bool {
        matches!(child.try_wait(), Ok(Some(_)))
    }

    pub(in crate::peer) fn kill_all(child: &mut Child) {
        let _ = child.kill();
    }

    pub(in crate::peer) fn signal(_status: ExitStatus) -> Option<i32> {
        None
    }
}

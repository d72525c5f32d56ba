//! How far a long job has come: a bar on a terminal, a line now and then
//! elsewhere.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::command::{note, warn};

/// Without a terminal, how often a line is printed.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Follows one job.
pub struct Progress {
    bar: Option<ProgressBar>,
    what: &'static str,
    total: Option<u64>,
    /// What was there before this run.
    before: u64,
    done: u64,
    started: Instant,
    last_line: Instant,
}

impl Progress {
    /// For a job of `total` pieces, if that is known, of which `before` are
    /// done already; `what` they are called.
    pub fn new(what: &'static str, total: Option<u64>, before: u64) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
            let template = if total.is_some() {
                "{bar:40} {pos}/{len} {msg}"
            } else {
                "{spinner} {pos} {msg}"
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.set_position(before);
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        let now = Instant::now();
        Progress {
            bar,
            what,
            total,
            before,
            done: before,
            started: now,
            last_line: now,
        }
    }

    /// So much turned out to be there already: the time left is reckoned without it.
    pub fn set_before(&mut self, before: u64) {
        self.before = before;
    }

    /// So many pieces there are, as far as is known by now.
    pub fn set_total(&mut self, total: u64) {
        self.total = Some(total);
        if let Some(bar) = &self.bar {
            bar.set_length(total);
        }
    }

    /// So many pieces are done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Since the job began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// So many pieces are done now; `message` says more.
    pub fn update(&mut self, done: u64, message: &dyn Fn(Duration) -> String) {
        self.done = done;
        let elapsed = self.elapsed();
        let text = || {
            let mut text = format!("{}, {}", self.what, message(elapsed));
            if let Some(left) = self.time_left(elapsed) {
                text.push_str(&format!(", {} left", duration_text(left)));
            }
            text
        };
        match &self.bar {
            Some(bar) => {
                bar.set_position(done);
                bar.set_message(text());
            }
            None if self.last_line.elapsed() >= LINE_EVERY => {
                let of = self
                    .total
                    .map_or(String::new(), |total| format!(" of {total}"));
                // Standard output may be the report itself.
                note(format!("{done}{of} {}", text().trim_end_matches(", ")));
                self.last_line = Instant::now();
            }
            None => {}
        }
    }

    fn time_left(&self, elapsed: Duration) -> Option<Duration> {
        let done = self.done.checked_sub(self.before).filter(|&n| n > 0)?;
        let left = self.total?.saturating_sub(self.done);
        Duration::try_from_secs_f64(elapsed.as_secs_f64() * left as f64 / done as f64).ok()
    }

    /// Says something without spoiling the bar.
    pub fn warn(&self, message: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| warn(message)),
            None => warn(message),
        }
    }

    /// Takes the bar away.
    pub fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// `45 s`, `12 min`, `3 h 5 min`.
pub fn duration_text(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// So many in a minute, this time given.
pub fn per_minute(count: u64, elapsed: Duration) -> u64 {
    (count as f64 * 60.0 / elapsed.as_secs_f64().max(0.001)) as u64
}

/// Becomes true when the user presses Ctrl-C. Without a handler (there can be
/// only one) Ctrl-C ends the program at once.
pub fn interrupt_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&flag);
    let _ = ctrlc::set_handler(move || on_signal.store(true, Ordering::Relaxed));
    flag
}

//! How far tuning is: a bar on a terminal, plain lines anywhere else.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use plumb_lab::tune::{Epoch, Event, FileReport};

use plumb_terminal::say;

/// Plain lines about reading come no more often than this.
const PAUSE: Duration = Duration::from_secs(10);

pub struct Progress {
    epochs: usize,
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Progress {
    pub fn new(epochs: usize) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar =
                ProgressBar::with_draw_target(Some(epochs as u64), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} {msg}");
            if let Ok(style) = style {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        Progress {
            epochs,
            bar,
            last_line: Instant::now(),
        }
    }

    /// Shows what happened.
    pub fn tell(&mut self, event: Event) {
        match event {
            Event::Round(1) => {}
            Event::Round(round) => self.line(format!("round {round}")),
            Event::Prepared(count) => match &self.bar {
                Some(bar) => bar.set_message(format!("{count} positions read")),
                None if self.last_line.elapsed() >= PAUSE => {
                    self.line(format!("{count} positions read"));
                }
                None => {}
            },
            Event::Loaded(files) => files.iter().for_each(|file| self.file(file)),
            Event::Epoch(epoch) => self.epoch(epoch),
        }
    }

    /// Takes the bar away.
    pub fn close(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn file(&mut self, read: &FileReport) {
        self.line(format!(
            "{}: {} to tune on, {} to validate, {} left out (mate or check), {} kept back",
            read.file.path.display(),
            read.tune,
            read.validation,
            read.dropped,
            read.kept_back
        ));
    }

    fn epoch(&mut self, epoch: Epoch) {
        let losses = format!(
            "tuning loss {:.6}, validation loss {:.6}",
            epoch.tune_loss, epoch.validation_loss
        );
        match &self.bar {
            Some(bar) => {
                bar.set_position(epoch.number as u64);
                bar.set_message(losses);
            }
            None => self.line(format!("epoch {}/{}: {losses}", epoch.number, self.epochs)),
        }
    }

    fn line(&mut self, text: String) {
        self.last_line = Instant::now();
        match &self.bar {
            Some(bar) => bar.suspend(|| say(text)),
            None => say(text),
        };
    }
}

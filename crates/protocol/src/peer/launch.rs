//! How an engine is started and how long it is waited for.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The protocol an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of XBoard, version 1 or 2.
    Cecp,
}

/// Which way a logged line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From us to the engine.
    Sent,
    /// From the engine's standard output.
    Received,
    /// From the engine's standard error.
    StandardError,
}

/// Follows the talk. It is called from several threads, as lines go by.
pub type Log = Arc<dyn Fn(Direction, Instant, &str) + Send + Sync>;

/// All that is needed to start an engine.
#[derive(Clone)]
pub struct Launch {
    /// What messages call the engine.
    pub name: String,
    /// The protocol it speaks.
    pub protocol: Protocol,
    /// The program: a name to be found on the search path, or a path. A
    /// relative path counts from our own working directory.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The directory it runs in; ours if none.
    pub directory: Option<PathBuf>,
    /// Environment variables added to ours.
    pub environment: Vec<(String, String)>,
    /// How long to wait for what.
    pub timeouts: Timeouts,
    /// Who follows the talk.
    pub log: Option<Log>,
    /// When this becomes true, every wait ends with
    /// [`Interrupted`](super::PeerError::Interrupted) within a quarter of a second.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Launch {
    /// A program without arguments, everything else as usual.
    pub fn new(name: impl Into<String>, protocol: Protocol, program: impl Into<PathBuf>) -> Self {
        Launch {
            name: name.into(),
            protocol,
            program: program.into(),
            arguments: Vec::new(),
            directory: None,
            environment: Vec::new(),
            timeouts: Timeouts::default(),
            log: None,
            interrupt: None,
        }
    }

    /// The command line, for messages.
    pub fn command_line(&self) -> String {
        let mut line = quoted(&self.program.to_string_lossy());
        for argument in &self.arguments {
            line.push(' ');
            line.push_str(&quoted(argument));
        }
        line
    }
}

/// Only as much quoting as lets a reader see where an argument ends.
fn quoted(word: &str) -> String {
    if word.is_empty() || word.contains(char::is_whitespace) {
        format!("'{word}'")
    } else {
        word.to_owned()
    }
}

impl fmt::Debug for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Launch")
            .field("name", &self.name)
            .field("protocol", &self.protocol)
            .field("command", &self.command_line())
            .field("directory", &self.directory)
            .field("timeouts", &self.timeouts)
            .finish_non_exhaustive()
    }
}

/// How long each kind of answer is waited for. Thinking is not here: its limit
/// comes with each `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the start of the program to `uciok`, or to `done=1`.
    pub start: Duration,
    /// CECP: silence after which an engine that never asked for time
    /// (`done=0`) is taken to have told all its features.
    pub features: Duration,
    /// `isready` to `readyok`, `ping` to `pong`.
    pub ready: Duration,
    /// The same after `ucinewgame` or `new`, when tables are cleared.
    pub new_game: Duration,
    /// From `stop` or `?` to the move.
    pub stop: Duration,
    /// From `quit` to the end of the program, which is killed then.
    pub quit: Duration,
    /// For a full pipe to take one more command.
    pub write: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts {
            start: Duration::from_secs(10),
            features: Duration::from_secs(2),
            ready: Duration::from_secs(10),
            new_game: Duration::from_secs(60),
            stop: Duration::from_secs(5),
            quit: Duration::from_secs(2),
            write: Duration::from_secs(5),
        }
    }
}

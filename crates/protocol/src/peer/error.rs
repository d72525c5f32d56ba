//! What an engine can do wrong, told apart, one clear line each.

use std::time::Duration;

use plumb_support::wording::{excerpt, say, text};

/// Why an engine cannot be used any further, or could not do what it was asked.
///
/// After anything but [`BadOption`](PeerError::BadOption) and
/// [`Unsupported`](PeerError::Unsupported) the engine is of no more use: drop it
/// and start it again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PeerError {
    /// The program could not be started at all.
    #[error(
        "{}",
        engine_line(.engine, &say!(peer.cannot_start, command = .command, reason = .reason))
    )]
    CannotStart {
        /// The engine, as its user calls it.
        engine: String,
        /// The whole command line.
        command: String,
        /// What the system said.
        reason: String,
    },
    /// The program ended by itself.
    #[error("{}", engine_line(.engine, &crashed(.doing, .status, .stderr)))]
    Crashed {
        /// The engine.
        engine: String,
        /// What it was last asked.
        doing: String,
        /// Its exit status or signal.
        status: String,
        /// The end of what it wrote to its standard error; it may be empty.
        stderr: String,
    },
    /// The program runs, but did not answer in time.
    #[error("{}", engine_line(.engine, &hung(.awaited, .doing, .after)))]
    Hung {
        /// The engine.
        engine: String,
        /// What was waited for.
        awaited: &'static str,
        /// What it was last asked.
        doing: String,
        /// How long it was waited for.
        after: Duration,
    },
    /// The program runs, but has closed its end of a pipe.
    #[error(
        "{}",
        engine_line(.engine, &say!(peer.closed, pipe = .pipe, doing = .doing))
    )]
    Closed {
        /// The engine.
        engine: String,
        /// Which one: `output` or `input`.
        pipe: &'static str,
        /// What it was last asked.
        doing: String,
    },
    /// The program printed more, or a longer line, than any engine needs to.
    #[error("{}", engine_line(.engine, &say!(peer.flooded, what = .what)))]
    Flooded {
        /// The engine.
        engine: String,
        /// What was too much.
        what: String,
    },
    /// A line that breaks the protocol.
    #[error(
        "{}",
        engine_line(.engine, &say!(peer.violation, problem = .problem, line = .line))
    )]
    Violation {
        /// The engine.
        engine: String,
        /// The line, shortened.
        line: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The engine does not offer the option, or not that value.
    #[error(
        "{}",
        engine_line(.engine, &say!(peer.option, option = .option, problem = .problem))
    )]
    BadOption {
        /// The engine.
        engine: String,
        /// The option.
        option: String,
        /// What is wrong, and what was expected.
        problem: String,
    },
    /// The engine, or its protocol, cannot do this.
    #[error("{}", engine_line(.engine, &say!(peer.unsupported, what = .what)))]
    Unsupported {
        /// The engine.
        engine: String,
        /// What it cannot do.
        what: String,
    },
    /// The wait was called off by the caller's own flag.
    #[error("{}", engine_line(.engine, text!(peer.interrupted)))]
    Interrupted {
        /// The engine.
        engine: String,
    },
}

impl PeerError {
    /// Whether the same process can still be used.
    pub fn leaves_engine_usable(&self) -> bool {
        matches!(
            self,
            PeerError::BadOption { .. } | PeerError::Unsupported { .. }
        )
    }

    /// What a crashed engine wrote to its standard error, if anything.
    pub fn stderr(&self) -> Option<&str> {
        match self {
            PeerError::Crashed { stderr, .. } if !stderr.is_empty() => Some(stderr),
            _ => None,
        }
    }
}

/// The engine's name, which every line begins with, and what happened.
fn engine_line(engine: &str, told: &str) -> String {
    say!(peer.line, engine, told)
}

fn crashed(doing: &str, status: &str, stderr: &str) -> String {
    let mut told = say!(peer.crashed, status, doing);
    if let Some(last) = stderr.lines().rfind(|line| !line.trim().is_empty()) {
        told += &say!(peer.stderr, last = excerpt(last));
    }
    told
}

fn hung(awaited: &str, doing: &str, after: &Duration) -> String {
    let after = after.as_millis().to_string();
    say!(peer.hung, awaited, after, doing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_is_one_line_with_the_engine_first() {
        let engine = || "Mock 1".to_owned();
        let crashed = PeerError::Crashed {
            engine: engine(),
            doing: "go depth 3".to_owned(),
            status: "signal 11 (SIGSEGV)".to_owned(),
            stderr: "starting\nassertion failed\n\n".to_owned(),
        };
        assert_eq!(
            crashed.to_string(),
            "Mock 1: ended unexpectedly (signal 11 (SIGSEGV)) at `go depth 3`; \
             last on stderr: assertion failed"
        );
        let hung = PeerError::Hung {
            engine: engine(),
            awaited: "bestmove",
            doing: "go movetime 100".to_owned(),
            after: Duration::from_millis(5100),
        };
        assert_eq!(
            hung.to_string(),
            "Mock 1: hung: no bestmove within 5100 ms of `go movetime 100`"
        );
        assert!(!hung.leaves_engine_usable());
    }
}

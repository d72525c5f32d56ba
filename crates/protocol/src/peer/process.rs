//! A running program that takes and gives lines.
//!
//! Writing never blocks for ever, reading has a deadline, and when a
//! [`Process`] goes out of scope, however that comes about, the program and all
//! that it started are killed: its process group, and on Linux also what left it for a
//! session of its own.

use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::error::PeerError;
use super::launch::{Direction, Launch};
use super::reader::{CanWait, LONGEST_LINE, Line, Lines, NoOutput, Output};
use super::stderr::Tail;
use super::system::{self, Mark, describe};
use plumb_support::wording::{excerpt, say, text};

/// How a program ended that was asked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quit {
    /// By itself, with this exit status.
    Exited(String),
    /// It did not, and was killed.
    Killed,
}

/// How often a wait looks whether the program still lives, or the caller has
/// called it off.
const SLICE: Duration = Duration::from_millis(250);
/// How long after its output a program is expected to end.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// A program with its pipes.
pub struct Process {
    launch: Launch,
    child: Child,
    /// By which all that the program starts is known.
    mark: Mark,
    input: Option<ChildStdin>,
    output: Lines,
    stderr: Tail,
    /// Set once the program has been waited for.
    ended: Option<ExitStatus>,
    /// A line that came after the deadline it was fetched with.
    late: Option<Line>,
    /// The first thing that went wrong; it stays wrong.
    failure: Option<PeerError>,
    /// What was last sent.
    last: String,
    /// What was sent since the last [`mark`](Process::mark).
    session: Vec<String>,
    /// What waits to be written with the next command.
    unwritten: String,
    /// Lines that need not be seen at once.
    can_wait: CanWait,
}

impl Process {
    /// Starts the program.
    pub fn start(launch: &Launch) -> Result<Process, PeerError> {
        let cannot = |error: io::Error| PeerError::CannotStart {
            engine: launch.name.clone(),
            command: launch.command_line(),
            reason: match (error.kind(), &launch.directory) {
                (io::ErrorKind::NotFound, Some(directory)) if !directory.is_dir() => {
                    say!(peer.no_directory, folder = directory.display())
                }
                (io::ErrorKind::NotFound, _) => text!(peer.no_program).to_owned(),
                _ => error.to_string(),
            },
        };
        // A path relative to us would become relative to the new directory.
        let mut program = launch.program.clone();
        if program.components().count() > 1 {
            program = std::path::absolute(program).map_err(cannot)?;
        }
        let mut command = Command::new(program);
        command
            .args(&launch.arguments)
            .envs(launch.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        system::separate(&mut command);
        let mark = Mark::set(&mut command);
        let mut child = command.spawn().map_err(cannot)?;
        let input = child.stdin.take();
        if let Some(input) = &input {
            system::never_block(input).map_err(cannot)?;
        }
        let missing = || cannot(io::Error::other(text!(peer.no_pipe)));
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        Ok(Process {
            output: Lines::follow(output, launch.log.clone()),
            stderr: Tail::follow(errors, launch.log.clone()),
            launch: launch.clone(),
            child,
            mark,
            input,
            ended: None,
            late: None,
            failure: None,
            last: text!(peer.its_start).to_owned(),
            session: Vec::new(),
            unwritten: String::new(),
            can_wait: |_| false,
        })
    }

    /// Lines of which this is true need not be handed over as they come: they
    /// may be kept until another comes, or for a quarter of a second.
    pub(super) fn let_wait(&mut self, can_wait: CanWait) {
        self.can_wait = can_wait;
    }

    /// The system's number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How it was started.
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// The end of what it wrote to its standard error.
    pub fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// Forgets what was sent so far, so that [`session`](Process::session) begins here.
    pub fn mark(&mut self) {
        self.session.clear();
    }

    /// What was sent since the last mark.
    pub fn session(&self) -> &[String] {
        &self.session
    }

    /// Sends one line and gives the time at which it went. That is taken before
    /// the writing: a quick engine's answer may arrive before we run again.
    pub fn send(&mut self, command: &impl std::fmt::Display) -> Result<Instant, PeerError> {
        self.keep(command);
        self.write_out()
    }

    /// As [`send`](Process::send), for a line that can go with the next one.
    pub(super) fn send_with_next(&mut self, command: &impl std::fmt::Display) {
        self.keep(command);
    }

    /// As [`send`](Process::send), for a line that only hurries the engine or
    /// asks after it: messages go on naming the command before it.
    pub fn nudge(&mut self, command: &impl std::fmt::Display) -> Result<Instant, PeerError> {
        self.unwritten.push_str(&command.to_string());
        self.unwritten.push('\n');
        self.write_out()
    }

    fn keep(&mut self, command: &impl std::fmt::Display) {
        let text = command.to_string();
        self.unwritten.push_str(&text);
        self.unwritten.push('\n');
        self.last.clone_from(&text);
        self.session.push(text);
    }

    fn write_out(&mut self) -> Result<Instant, PeerError> {
        let text = std::mem::take(&mut self.unwritten);
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let now = Instant::now();
        if let Err(failure) = self.write(text.as_bytes()) {
            return Err(self.fail(failure));
        }
        if let Some(log) = &self.launch.log {
            text.lines()
                .for_each(|line| log(Direction::Sent, now, line));
        }
        self.unwritten = text;
        self.unwritten.clear();
        Ok(now)
    }

    fn write(&mut self, mut bytes: &[u8]) -> Result<(), PeerError> {
        let deadline = Instant::now() + self.launch.timeouts.write;
        while !bytes.is_empty() {
            let Some(input) = &mut self.input else {
                return Err(self.closed("input"));
            };
            match input.write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Err(self.hung(text!(peer.reading), self.launch.timeouts.write));
                    }
                    system::wait_until_writable(input, left.min(SLICE));
                }
                Err(_) => return Err(self.end_of("input")),
            }
        }
        Ok(())
    }

    /// The next line, or nothing if none has come by the deadline. A line that
    /// came later is kept, so that an engine that never stops printing does not
    /// outlast any deadline.
    pub fn receive_until(&mut self, deadline: Instant) -> Result<Option<Line>, PeerError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let line = match self.late.take() {
            Some(line) => Some(line),
            None => self.fetch_until(deadline)?,
        };
        if line.as_ref().is_some_and(|line| line.at > deadline) {
            self.late = line;
            return Ok(None);
        }
        Ok(line)
    }

    fn fetch_until(&mut self, deadline: Instant) -> Result<Option<Line>, PeerError> {
        loop {
            let now = Instant::now();
            let slice = deadline.min(now + SLICE);
            match self.output.next_until(slice, self.can_wait) {
                Ok(Output::Line(line)) => return Ok(Some(line)),
                Ok(Output::LineTooLong(start)) => {
                    let (bytes, line) = (LONGEST_LINE.to_string(), excerpt(&start));
                    let what = say!(peer.long_line, bytes, line);
                    return Err(self.flooded(what));
                }
                Ok(Output::Flood) => {
                    return Err(self.flooded(text!(peer.flood).to_owned()));
                }
                Err(NoOutput::Ended) => {
                    let failure = self.end_of("output");
                    return Err(self.fail(failure));
                }
                Err(NoOutput::TimedOut) => {}
            }
            if self.is_interrupted() {
                let engine = self.launch.name.clone();
                return Err(PeerError::Interrupted { engine });
            }
            if let Some(status) = self.exit_status() {
                // Its last words may be on their way; and a helper that it left
                // behind may hold its output open.
                let last = now + SLICE + LAST_BREATH;
                if let Ok(Output::Line(line)) = self.output.next_until(last, |_| false) {
                    return Ok(Some(line));
                }
                let failure = self.crashed(status);
                return Err(self.fail(failure));
            }
            if now >= deadline {
                return Ok(None);
            }
        }
    }

    /// As [`receive_until`](Process::receive_until), with silence an error that
    /// names what was waited for and for how long.
    pub fn expect_until(
        &mut self,
        deadline: Instant,
        awaited: &'static str,
        patience: Duration,
    ) -> Result<Line, PeerError> {
        match self.receive_until(deadline)? {
            Some(line) => Ok(line),
            None => Err(self.hang(awaited, patience)),
        }
    }

    /// Whether the program runs.
    pub fn is_alive(&mut self) -> bool {
        self.exit_status().is_none()
    }

    /// Asks it to quit, waits, and kills it if it has not.
    pub fn quit(mut self, command: &impl std::fmt::Display) -> Quit {
        let _ = self.send(command);
        self.input = None;
        match self.wait(self.launch.timeouts.quit) {
            Some(status) => Quit::Exited(describe(status)),
            None => Quit::Killed,
        }
    }

    /// An error about a line of the engine's.
    pub(super) fn violation(&mut self, line: &str, problem: &'static str) -> PeerError {
        let failure = PeerError::Violation {
            engine: self.launch.name.clone(),
            line: excerpt(line),
            problem,
        };
        self.fail(failure)
    }

    /// An error about something it cannot do.
    pub(super) fn unsupported(&self, what: impl Into<String>) -> PeerError {
        PeerError::Unsupported {
            engine: self.launch.name.clone(),
            what: what.into(),
        }
    }

    /// The error for an answer that did not come.
    pub(super) fn hang(&mut self, awaited: &'static str, after: Duration) -> PeerError {
        let failure = self.hung(awaited, after);
        self.fail(failure)
    }

    fn fail(&mut self, failure: PeerError) -> PeerError {
        self.failure = Some(failure.clone());
        failure
    }

    fn flooded(&mut self, what: String) -> PeerError {
        let engine = self.launch.name.clone();
        self.fail(PeerError::Flooded { engine, what })
    }

    fn hung(&self, awaited: &'static str, after: Duration) -> PeerError {
        PeerError::Hung {
            engine: self.launch.name.clone(),
            awaited,
            doing: excerpt(&self.last),
            after,
        }
    }

    fn closed(&self, pipe: &'static str) -> PeerError {
        PeerError::Closed {
            engine: self.launch.name.clone(),
            pipe,
            doing: excerpt(&self.last),
        }
    }

    fn crashed(&self, status: ExitStatus) -> PeerError {
        PeerError::Crashed {
            engine: self.launch.name.clone(),
            doing: excerpt(&self.last),
            status: describe(status),
            stderr: self.stderr.final_text(LAST_BREATH),
        }
    }

    /// A pipe has closed: the program has died, or soon will, or has gone mute.
    fn end_of(&mut self, pipe: &'static str) -> PeerError {
        match self.wait(LAST_BREATH) {
            Some(status) => self.crashed(status),
            None => self.closed(pipe),
        }
    }

    fn is_interrupted(&self) -> bool {
        let flag = self.launch.interrupt.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Waits for the end of the program, looking ever less often.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(status) = self.exit_status() {
                return Some(status);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            std::thread::sleep(pause.min(left));
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// How the program ended, if it has.
    fn exit_status(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() && system::has_ended(&mut self.child) {
            // Before it is waited for, its group's number cannot be another's.
            system::kill_all(&mut self.child);
            self.ended = self.child.wait().ok();
            self.mark.kill();
        }
        self.ended
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended.is_none() {
            system::kill_all(&mut self.child);
            let _ = self.child.wait();
            self.mark.kill();
        }
    }
}

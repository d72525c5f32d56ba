//! The program as a GUI sees it: lines in, lines out, and a deadline for
//! everything, so that a hang fails a test instead of holding it up.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Far more than anything needs, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine, killed when dropped.
pub struct Plumb {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Option<JoinHandle<String>>,
    /// Everything it has said, for messages of failure.
    said: Vec<String>,
}

impl Plumb {
    /// Started, and told nothing yet.
    pub fn start() -> Plumb {
        Plumb::with_arguments(&[])
    }

    /// The same with these arguments.
    pub fn with_arguments(arguments: &[&str]) -> Plumb {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdout = child.stdout.take().expect("stdout is piped");
        let mut stderr = child.stderr.take().expect("stderr is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = Vec::new();
            while stdout.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
                let text = String::from_utf8(std::mem::take(&mut line)).expect("UTF-8");
                let text = text.strip_suffix('\n').expect("complete lines");
                if sender.send(text.to_owned()).is_err() {
                    return;
                }
            }
        });
        let stderr = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        Plumb {
            stdin: child.stdin.take(),
            child,
            lines,
            stderr: Some(stderr),
            said: Vec::new(),
        }
    }

    /// Started and introduced as UCI.
    pub fn uci() -> Plumb {
        let mut plumb = Plumb::start();
        plumb.send("uci");
        plumb.until("uciok");
        plumb
    }

    /// Started and introduced as XBoard, thinking output on, a new game.
    pub fn xboard() -> Plumb {
        let mut plumb = Plumb::start();
        plumb.send("xboard");
        plumb.send("protover 2");
        plumb.until("feature done=1");
        plumb.send("new");
        plumb.send("post");
        plumb
    }

    /// Sends one line.
    pub fn send(&mut self, line: impl AsRef<str>) {
        self.send_bytes(format!("{}\n", line.as_ref()).as_bytes());
    }

    /// Sends these bytes. That nobody reads them is for later to notice.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
        }
    }

    /// The end of input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    fn give_up(&self, why: &str) -> ! {
        let tail = self.said.len().saturating_sub(30);
        panic!("{why}; it said:\n{}", self.said[tail..].join("\n"));
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                self.said.push(line.clone());
                line
            }
            Err(RecvTimeoutError::Timeout) => self.give_up("the engine is silent"),
            Err(RecvTimeoutError::Disconnected) => self.give_up("the engine has gone"),
        }
    }

    /// A line that has come already or comes within this time.
    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        let line = self.lines.recv_timeout(time).ok()?;
        self.said.push(line.clone());
        Some(line)
    }

    /// All lines up to one that begins with this, that one included.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        self.until_that(start, |line| line.starts_with(start))
    }

    /// All lines up to one of which this is true, that one included.
    pub fn until_that(&mut self, what: &str, found: impl Fn(&str) -> bool) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        while Instant::now() < deadline {
            lines.push(self.line());
            if found(&lines[lines.len() - 1]) {
                return lines;
            }
        }
        self.give_up(&format!("no {what}"));
    }

    /// What it has to say to everything sent so far, in UCI.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The same in CECP. While the engine thinks about its move this waits for
    /// the move.
    pub fn ping(&mut self) -> Vec<String> {
        let number = self.said.len();
        self.send(format!("ping {number}"));
        let mut lines = self.until(&format!("pong {number}"));
        lines.pop();
        lines
    }

    /// Sends `go …` or anything else that ends in a `bestmove`, and gives all
    /// lines up to that.
    pub fn go(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.until("bestmove")
    }

    /// Waits until it ends by itself; its exit status and standard error.
    pub fn end(mut self) -> (ExitStatus, String) {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status;
            }
            if Instant::now() > deadline {
                self.give_up("it does not end");
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let stderr = self.stderr.take().map(|thread| thread.join());
        (status, stderr.and_then(Result::ok).unwrap_or_default())
    }

    /// Whether it has ended by now.
    pub fn has_ended(&mut self) -> bool {
        let status = self.child.try_wait().expect("it can be waited for");
        status.is_some()
    }

    /// Sends `quit` and checks that it ends well.
    pub fn quit(mut self) {
        self.send("quit");
        self.ends_well();
    }

    /// Checks that it ends by itself, with code 0 and nothing on standard error.
    pub fn ends_well(self) {
        let (status, stderr) = self.end();
        assert_eq!(status.code(), Some(0));
        assert_eq!(stderr, "");
    }

    /// Nobody reads its output any more.
    pub fn close_output(&mut self) {
        let (_, nothing) = channel();
        self.lines = nothing;
    }

    /// Sends what Ctrl-C sends; false where that cannot be done.
    pub fn interrupt(&self) -> bool {
        let id = self.child.id().to_string();
        let kill = Command::new("kill").args(["-INT", &id]).status();
        kill.is_ok_and(|status| status.success())
    }

    /// Processor time used so far, in clock ticks of (nearly always) 10 ms;
    /// none where the system does not tell.
    pub fn cpu_ticks(&self) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }

    /// The most memory it has used at a time, in KiB; none where the system
    /// does not tell.
    pub fn peak_memory_kb(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Waits until it has stopped using the processor, as a search that has
    /// nothing left to find has to.
    pub fn wait_until_idle(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            let Some(before) = self.cpu_ticks() else {
                return;
            };
            std::thread::sleep(Duration::from_millis(300));
            if self.cpu_ticks().is_some_and(|after| after <= before + 2) {
                return;
            }
        }
        self.give_up("it burns processor time");
    }
}

impl Drop for Plumb {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(stderr) = self.stderr.take().and_then(|thread| thread.join().ok())
            && !stderr.is_empty()
        {
            eprintln!("the engine's standard error:\n{stderr}");
        }
    }
}

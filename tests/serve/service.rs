//! A service that runs for a test.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::client::{Answer, exchange, request_text};
use plumb_testing::scratch::Scratch;

pub const JSON: &str = "Content-Type: application/json";

/// The Content-Security-Policy of every answer that has no policy of its own.
pub const POLICY: &str = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A running `plumb serve`.
pub struct Service {
    child: Child,
    pub address: SocketAddr,
    log: Option<JoinHandle<String>>,
    /// Its folder for temporary files, if it has one of its own.
    temporary: Option<Scratch>,
}

impl Service {
    /// Starts one on a free port of loopback.
    pub fn start(arguments: &[&str]) -> Service {
        // No two have the same, also when they are started by one test. It goes when the service
        // does, which leaves it behind: it is killed.
        let number = RandomState::new().build_hasher().finish();
        let temporary = Scratch::new(&format!("service-{number:x}"));
        let mut service = Service::start_in(&temporary.path(""), arguments);
        service.temporary = Some(temporary);
        service
    }

    /// Its resident memory in MB, where the system tells it.
    pub fn resident_mb(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kb: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
        Some(kb >> 10)
    }

    /// The same with this folder for temporary files.
    pub fn start_in(temporary: &str, arguments: &[&str]) -> Service {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
            .args(["serve", "--bind", "127.0.0.1:0"])
            .args(arguments)
            .env("TMPDIR", temporary)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut stderr = child.stderr.take().expect("a pipe");
        let log = thread::spawn(move || {
            let mut log = String::new();
            let _ = stderr.read_to_string(&mut log);
            log
        });
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://");
        let address = address.and_then(|address| address.parse().ok());
        Service {
            address: address.unwrap_or_else(|| panic!("no address in '{line}'")),
            child,
            log: Some(log),
            temporary: None,
        }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &[JSON], &body.to_string())
    }

    pub fn send(&self, method: &str, path: &str, headers: &[&str], body: &str) -> Answer {
        exchange(self.address, &request_text(method, path, headers, body))
    }

    /// The value of a count without labels.
    pub fn count(&self, name: &str) -> u64 {
        let text = self.get("/metrics").body;
        let value = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value
            .and_then(|value| value.parse().ok())
            .unwrap_or_else(|| panic!("no {name} in\n{text}"))
    }

    /// Waits until a count has this value, and says how long that took.
    pub fn wait_for(&self, name: &str, value: u64) -> Duration {
        let start = Instant::now();
        while self.count(name) != value {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "{name}: not {value}"
            );
            thread::sleep(Duration::from_millis(5));
        }
        start.elapsed()
    }

    /// Sends a signal: `TERM` or `INT`.
    #[cfg(unix)]
    pub fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).unwrap();
    }

    /// Waits until it has ended by itself.
    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Ends it at once, as a power cut would.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Ends it, and gives what it wrote to standard error.
    pub fn log(mut self) -> String {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.log.take().expect("taken once").join().unwrap()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

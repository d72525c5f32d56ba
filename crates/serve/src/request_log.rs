//! One JSON line on standard error for each request: its number, route, status and time. No
//! names, no games, no addresses; a path that is no route is not told.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use serde_json::{Value, json};

use plumb_support::calendar::UtcTime;

/// So many lines wait for whoever reads standard error; more are lost.
const WAITING_LINES: usize = 4_096;

/// Writes lines on a thread of its own: a reader of standard error that stops reading does
/// not stop the service.
#[derive(Clone)]
pub(super) struct RequestLog(SyncSender<String>);

impl RequestLog {
    /// A log, and the thread that writes it until the last handle is gone.
    pub(super) fn start() -> io::Result<(RequestLog, JoinHandle<()>)> {
        let (lines, written): (_, Receiver<String>) = sync_channel(WAITING_LINES);
        let writer = thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || {
                for line in written {
                    let _ = io::stderr().write_all(line.as_bytes());
                }
            })?;
        Ok((RequestLog(lines), writer))
    }

    fn write(&self, mut line: Value) {
        line["time"] = Value::from(UtcTime::now().rfc_3339());
        let _ = self.0.try_send(format!("{line}\n"));
    }

    /// A request was answered, or its client went before: then there is no status.
    pub(super) fn request(&self, number: u64, route: &str, status: Option<u16>, ms: f64) {
        self.write(json!({
            "event": "request",
            "request": number,
            "route": route,
            "status": status,
            "ms": (ms * 1_000.0).round() / 1_000.0,
        }));
    }

    /// Something that befell the service itself.
    pub(super) fn event(&self, event: &str, detail: &str) {
        self.write(json!({ "event": event, "detail": detail }));
    }
}

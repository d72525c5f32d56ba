//! Events of jobs, as they happen and taken up again.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::client::{connect, request_text};
use crate::job_service::{demo_games, ended, submit, wait_until};
use crate::service::Service;
use plumb_testing::program::json;

/// An event: its number, name and data.
pub type Event = (u64, String, Value);

/// A connection that events come from.
struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    /// Those after this one.
    fn after(service: &Service, path: &str, last: Option<u64>) -> Events {
        let mut stream = connect(service.address);
        let header = last.map(|last| format!("Last-Event-ID: {last}"));
        let headers: Vec<&str> = header.iter().map(String::as_str).collect();
        let text = request_text("GET", &format!("{path}/events"), &headers, "");
        stream.write_all(text.as_bytes()).unwrap();
        let mut lines = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(lines.read_line(&mut head).unwrap() > 0, "{head}");
        }
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(head.contains("text/event-stream"), "{head}");
        Events { lines }
    }
}

impl Iterator for Events {
    type Item = Event;

    /// The next one; none at the end of the stream. Lines of the chunked encoding begin with
    /// no name.
    fn next(&mut self) -> Option<Event> {
        let (mut number, mut name) = (None, String::new());
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).ok()? == 0 || line == "0\r\n" {
                return None;
            }
            let line = line.trim_end();
            if let Some(id) = line.strip_prefix("id: ") {
                number = Some(id.parse().unwrap());
            } else if let Some(text) = line.strip_prefix("event: ") {
                name = text.to_owned();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some((number.unwrap(), name, json(data)));
            }
        }
    }
}

/// What befell a job after the event with this number, and what does until it is over.
pub fn events_after(
    service: &Service,
    path: &str,
    last: Option<u64>,
) -> impl Iterator<Item = Event> + use<> {
    Events::after(service, path, last)
}

fn names(events: &[Event]) -> Vec<&str> {
    events.iter().map(|(_, name, _)| name.as_str()).collect()
}

#[test]
fn events_are_numbered_and_none_is_lost_or_doubled() {
    let service = Service::start(&["--jobs", "2"]);
    let bad = "1. e4 e5 2. Ke3 *\n\n";
    let games = format!("{bad}{}{bad}", demo_games());
    let path = submit(&service, "/v1/jobs/review?nodes=5000", &games);
    let start = Instant::now();
    // Cut off after each event, and taken up with its number.
    let mut all: Vec<Event> = Vec::new();
    loop {
        let last = all.last().map(|(number, ..)| *number);
        let Some(event) = Events::after(&service, &path, last).next() else {
            break;
        };
        all.push(event);
    }
    let time = start.elapsed();
    let numbers: Vec<u64> = all.iter().map(|(number, ..)| *number).collect();
    assert_eq!(numbers, (1..=all.len() as u64).collect::<Vec<_>>());
    assert_eq!(names(&all).last(), Some(&"done"));
    let problems = names(&all)
        .iter()
        .filter(|name| **name == "problem")
        .count();
    assert_eq!(problems, 2, "{all:?}");
    assert_eq!(all[0].2["reason"], "ply 3: no white king can go to e3");
    let progress = names(&all)
        .iter()
        .filter(|name| **name == "progress")
        .count();
    assert!(
        (1..=time.as_secs() as usize + 1).contains(&progress),
        "{progress} in {time:?}"
    );
    // Whoever comes late hears the same.
    let again: Vec<Event> = Events::after(&service, &path, None).collect();
    assert_eq!(again, all);
    let rest: Vec<Event> = Events::after(&service, &path, Some(2)).collect();
    assert_eq!(rest, all[2..]);
    let wrong = service.send("GET", &format!("{path}/events"), &["Last-Event-ID: x"], "");
    assert_eq!(wrong.status, 400);
}

#[test]
fn the_last_event_says_how_it_ended() {
    let service = Service::start(&[]);
    let path = submit(&service, "/v1/jobs/review", "no game");
    let failed: Vec<Event> = Events::after(&service, &path, None).collect();
    assert_eq!(names(&failed), ["failed"]);
    assert_eq!(failed[0].2, ended(&service, &path));
    let path = submit(&service, "/v1/jobs/fairplay?nodes=5000000", &demo_games());
    wait_until(&service, &path, |job| job["state"] == "running");
    let events = Events::after(&service, &path, None);
    let start = Instant::now();
    assert_eq!(service.send("DELETE", &path, &[], "").status, 200);
    let all: Vec<Event> = events.collect();
    assert_eq!(names(&all).last(), Some(&"cancelled"));
    assert!(start.elapsed() < Duration::from_secs(5));
}

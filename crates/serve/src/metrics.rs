//! Counts of what was asked, as the text that Prometheus reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use super::jobs::JobState;
use super::search_pool::PoolLoad;

/// The media type of the text.
pub(super) const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Upper bounds of the times that are counted apart, in seconds.
const BOUNDS_S: [f64; 8] = [0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 60.0];

/// What has been counted since the start.
#[derive(Default)]
pub(super) struct Metrics {
    requests: AtomicU64,
    connections: AtomicUsize,
    refused_connections: AtomicU64,
    by_route: Mutex<BTreeMap<&'static str, RouteCounts>>,
}

#[derive(Default)]
struct RouteCounts {
    by_status: BTreeMap<u16, u64>,
    /// Requests whose client went before the answer.
    vanished: u64,
    /// How many took at most so long, one for each bound.
    within: [u64; BOUNDS_S.len()],
    count: u64,
    seconds: f64,
}

impl Metrics {
    /// The number of a new request, from 1.
    pub(super) fn next_request(&self) -> u64 {
        self.requests.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// A connection was opened.
    pub(super) fn connected(&self) {
        self.connections.fetch_add(1, Ordering::Relaxed);
    }

    /// It was closed.
    pub(super) fn disconnected(&self) {
        self.connections.fetch_sub(1, Ordering::Relaxed);
    }

    /// A connection was one too many.
    pub(super) fn refused_connection(&self) {
        self.refused_connections.fetch_add(1, Ordering::Relaxed);
    }

    /// A request was answered; without a status its client went before.
    pub(super) fn count(&self, route: &'static str, status: Option<u16>, time: Duration) {
        let seconds = time.as_secs_f64();
        let mut by_route = self.by_route.lock();
        let counts = by_route.entry(route).or_default();
        match status {
            Some(status) => *counts.by_status.entry(status).or_default() += 1,
            None => counts.vanished += 1,
        }
        for (bound, within) in BOUNDS_S.iter().zip(&mut counts.within) {
            *within += u64::from(seconds <= *bound);
        }
        counts.count += 1;
        counts.seconds += seconds;
    }

    /// Everything as text.
    pub(super) fn to_text(&self, load: PoolLoad, jobs: &[(JobState, usize)]) -> String {
        let mut text = String::new();
        let by_route = self.by_route.lock();
        head(
            &mut text,
            "plumb_requests_total",
            "counter",
            "Requests answered.",
        );
        for (route, counts) in by_route.iter() {
            for (status, count) in &counts.by_status {
                let labels = format!("route=\"{route}\",status=\"{status}\"");
                line(&mut text, "plumb_requests_total", &labels, count);
            }
        }
        let name = "plumb_requests_vanished_total";
        head(
            &mut text,
            name,
            "counter",
            "Requests whose client went first.",
        );
        for (route, counts) in by_route.iter() {
            line(
                &mut text,
                name,
                &format!("route=\"{route}\""),
                counts.vanished,
            );
        }
        let name = "plumb_request_seconds";
        head(
            &mut text,
            name,
            "histogram",
            "Time from a request's head to its answer.",
        );
        for (route, counts) in by_route.iter() {
            let bounds = BOUNDS_S
                .iter()
                .map(f64::to_string)
                .chain(["+Inf".to_owned()]);
            let within = counts.within.iter().chain([&counts.count]);
            for (bound, count) in bounds.zip(within) {
                let labels = format!("route=\"{route}\",le=\"{bound}\"");
                line(&mut text, "plumb_request_seconds_bucket", &labels, count);
            }
            let labels = format!("route=\"{route}\"");
            line(
                &mut text,
                "plumb_request_seconds_sum",
                &labels,
                counts.seconds,
            );
            line(
                &mut text,
                "plumb_request_seconds_count",
                &labels,
                counts.count,
            );
        }
        drop(by_route);
        let connections = self.connections.load(Ordering::Relaxed) as u64;
        let refused = self.refused_connections.load(Ordering::Relaxed);
        let (running, waiting) = (load.running as u64, load.waiting as u64);
        for (name, kind, help, value) in [
            (
                "plumb_connections",
                "gauge",
                "Open connections.",
                connections,
            ),
            (
                "plumb_connections_refused_total",
                "counter",
                "Connections that were one too many.",
                refused,
            ),
            (
                "plumb_searches_running",
                "gauge",
                "Searches that run.",
                running,
            ),
            (
                "plumb_searches_waiting",
                "gauge",
                "Searches that wait for a thread.",
                waiting,
            ),
        ] {
            head(&mut text, name, kind, help);
            let _ = writeln!(text, "{name} {value}");
        }
        head(&mut text, "plumb_jobs", "gauge", "Jobs by their state.");
        for (state, count) in jobs {
            let labels = format!("state=\"{}\"", state.name());
            line(&mut text, "plumb_jobs", &labels, count);
        }
        text
    }
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn line(text: &mut String, name: &str, labels: &str, value: impl std::fmt::Display) {
    let _ = writeln!(text, "{name}{{{labels}}} {value}");
}

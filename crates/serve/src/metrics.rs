//! Counts of what was asked, as the text that Prometheus reads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::encoding::prometheus_text::{self, encode};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::jobs::JobState;
use super::search_pool::PoolLoad;

/// The media type of the text.
pub(super) const PROMETHEUS_TEXT: &str = prometheus_text::CONTENT_TYPE;

/// Upper bounds of the times that are counted apart, in seconds.
const BOUNDS_S: [f64; 8] = [0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 60.0];

/// One label with its value.
type Label<T> = [(&'static str, T); 1];
type Route = Label<&'static str>;

/// What has been counted since the start.
pub(super) struct Metrics {
    requests: AtomicU64,
    answered: Family<(Route, Label<u16>), Counter>,
    /// Requests whose client went before the answer.
    vanished: Family<Route, Counter>,
    seconds: Family<Route, Histogram, fn() -> Histogram>,
    connections: Gauge,
    refused_connections: Counter,
    searches_running: Gauge,
    searches_waiting: Gauge,
    jobs: Family<Label<&'static str>, Gauge>,
    registry: Registry,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut metrics = Metrics {
            requests: AtomicU64::default(),
            answered: Family::default(),
            vanished: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(BOUNDS_S)),
            connections: Gauge::default(),
            refused_connections: Counter::default(),
            searches_running: Gauge::default(),
            searches_waiting: Gauge::default(),
            jobs: Family::default(),
            registry: Registry::with_prefix("plumb"),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    /// The names and what they say; those of counters get `_total`, and each text its full stop.
    fn register(&mut self) {
        let all = &mut self.registry;
        all.register("requests", "Requests answered", self.answered.clone());
        let help = "Requests whose client went first";
        all.register("requests_vanished", help, self.vanished.clone());
        let help = "Time from a request's head to its answer";
        all.register("request_seconds", help, self.seconds.clone());
        all.register("connections", "Open connections", self.connections.clone());
        let help = "Connections that were one too many";
        all.register(
            "connections_refused",
            help,
            self.refused_connections.clone(),
        );
        let help = "Searches that run";
        all.register("searches_running", help, self.searches_running.clone());
        let help = "Searches that wait for a thread";
        all.register("searches_waiting", help, self.searches_waiting.clone());
        all.register("jobs", "Jobs by their state", self.jobs.clone());
    }

    /// The number of a new request, from 1.
    pub(super) fn next_request(&self) -> u64 {
        self.requests.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// A connection was opened.
    pub(super) fn connected(&self) {
        self.connections.inc();
    }

    /// It was closed.
    pub(super) fn disconnected(&self) {
        self.connections.dec();
    }

    /// A connection was one too many.
    pub(super) fn refused_connection(&self) {
        self.refused_connections.inc();
    }

    /// A request was answered; without a status its client went before.
    pub(super) fn count(&self, route: &'static str, status: Option<u16>, time: Duration) {
        let route = [("route", route)];
        // Where nobody went before, that is said too.
        let vanished = self.vanished.get_or_create_owned(&route);
        match status {
            Some(status) => self
                .answered
                .get_or_create(&(route, [("status", status)]))
                .inc(),
            None => vanished.inc(),
        };
        self.seconds
            .get_or_create(&route)
            .observe(time.as_secs_f64());
    }

    /// Everything as text.
    pub(super) fn to_text(&self, load: PoolLoad, jobs: &[(JobState, usize)]) -> String {
        self.searches_running.set(load.running as i64);
        self.searches_waiting.set(load.waiting as i64);
        for (state, count) in jobs {
            self.jobs
                .get_or_create(&[("state", <&str>::from(*state))])
                .set(*count as i64);
        }
        let mut text = String::new();
        // Writing to a string never fails.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

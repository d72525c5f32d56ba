//! What a request, and all of them together, may cost.

use std::time::Duration;

use plumb_protocol::request::SampleCount;
use serde::Serialize;

/// The largest JSON body, in bytes, where uploads may be larger: it is held in memory whole.
pub(super) const JSON_BYTES: u64 = 1 << 20;
/// How deep JSON may be nested.
pub(super) const JSON_LEVELS: usize = 16;

/// Limits of the service; `/version` tells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ServiceLimits {
    /// Until a request's head must be there, in seconds.
    pub header_s: u64,
    /// Until its body must be there, in seconds.
    pub body_s: u64,
    /// The largest body, in bytes; of JSON at most one MiB.
    pub body_bytes: u64,
    /// Open connections.
    pub connections: usize,
    /// Searches that wait for a thread.
    pub queue: usize,
    /// The nodes that a request may ask for.
    pub nodes: u64,
    /// The time for a search that a request may ask for, in milliseconds.
    pub movetime_ms: u64,
    /// Until a request's searches are stopped and it is answered with what there is, in
    /// seconds.
    pub search_s: u64,
    /// The same for requests that draw lines, which take longer.
    pub long_search_s: u64,
    /// Requests a minute for each token.
    pub requests_per_minute: u32,
    /// Jobs that wait for their turn.
    pub jobs: usize,
    /// Games of an upload.
    pub games: u64,
    /// What an upload may be unpacked, in bytes ...
    pub unpacked_bytes: u64,
    /// ... and in times its own size.
    pub unpacked_times: u64,
    /// Lines that a job or a request may draw.
    pub samples: u64,
    /// How long the files of a job stay that is over, in seconds ...
    pub retain_s: u64,
    /// ... and how much room those of all such jobs may take, in bytes: the oldest go first.
    pub kept_bytes: u64,
}

impl Default for ServiceLimits {
    fn default() -> ServiceLimits {
        ServiceLimits {
            header_s: 10,
            body_s: 60,
            body_bytes: 16 << 20,
            connections: 256,
            queue: 64,
            nodes: 5_000_000,
            movetime_ms: 10_000,
            search_s: 60,
            long_search_s: 600,
            requests_per_minute: 60,
            jobs: 64,
            games: 10_000,
            unpacked_bytes: 1 << 30,
            unpacked_times: 200,
            samples: 20_000,
            retain_s: 24 * 3_600,
            kept_bytes: 10 << 30,
        }
    }
}

impl ServiceLimits {
    /// The largest JSON body, in bytes.
    pub(super) fn json_bytes(&self) -> u64 {
        self.body_bytes.min(JSON_BYTES)
    }

    /// The largest number that a request may have in this member, where the service bounds it.
    pub(super) fn most(&self, member: &str) -> Option<u64> {
        match member {
            "nodes" => Some(self.nodes),
            "movetime_ms" => Some(self.movetime_ms),
            "game" | "max_games" => Some(self.games),
            "samples" => Some(self.samples),
            _ => None,
        }
    }

    /// The sample of a request without a number: `usual`, as far as the service allows it.
    pub(super) fn usual_samples(&self, usual: u64) -> Option<SampleCount> {
        SampleCount::new(usual.min(self.samples)).ok()
    }

    /// For a request's head.
    pub(super) fn header_time(&self) -> Duration {
        Duration::from_secs(self.header_s)
    }

    /// For a request's body.
    pub(super) fn body_time(&self) -> Duration {
        Duration::from_secs(self.body_s)
    }

    /// For a request's searches, waiting for a thread included.
    pub(super) fn search_time(&self) -> Duration {
        Duration::from_secs(self.search_s)
    }

    /// The same for a request that draws lines.
    pub(super) fn long_search_time(&self) -> Duration {
        Duration::from_secs(self.long_search_s)
    }
}

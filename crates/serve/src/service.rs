//! What all requests share.

use std::sync::atomic::AtomicBool;

use super::access::Access;
use super::body::LargeBodies;
use super::jobs::{JobSettings, JobStore};
use super::limits::ServiceLimits;
use super::metrics::Metrics;
use super::request_log::RequestLog;
use super::search_pool::SearchPool;
use plumb_engine::tables::Models;

/// The service: what it knows, what it allows, and what it counts.
pub(super) struct Service {
    pub(super) models: Models,
    pub(super) access: Access,
    pub(super) large_bodies: LargeBodies,
    pub(super) limits: ServiceLimits,
    pub(super) pool: SearchPool,
    /// For requests that draw lines: a thread of its own, which asks `job_threads` more for help,
    /// so that short requests never wait for a long one.
    pub(super) long_pool: SearchPool,
    pub(super) jobs: JobStore,
    pub(super) job_settings: JobSettings,
    /// Threads for the job that runs, and for the request that draws lines.
    pub(super) job_threads: usize,
    pub(super) metrics: Metrics,
    pub(super) log: RequestLog,
    /// It has been told to end, and takes no new work.
    pub(super) is_closing: AtomicBool,
}

//! Work that takes longer than a request may: taken, kept in a folder, done by a thread of its
//! own, and followed by whoever asks.
//!
//! `job_router` lists the paths, `job_routes` answers requests, `job_store` knows all jobs, `job_worker` works on them.
//! `job_kind` lists the kinds, and `job_dispatch` the file that does the work of each.

mod counterfactual_job;
mod data_folder;
mod digest;
mod event_log;
mod event_stream;
mod fairplay_job;
mod gong_job;
mod job_dispatch;
mod job_document;
mod job_id;
mod job_kind;
mod job_priority;
mod job_record;
mod job_router;
mod job_routes;
mod job_settings;
mod job_store;
mod job_task;
mod job_work;
mod job_worker;
mod kept_bytes;
mod multipart;
mod page_policy;
mod query_options;
mod result_download;
mod review_job;
mod upload;
mod uploaded_games;

pub(super) use data_folder::DataFolder;
pub(super) use job_document::job_paths;
pub(super) use job_id::JobId;
pub(super) use job_kind::{JobKind, RESULT_NAMES};
pub(super) use job_record::JobState;
pub(super) use job_router::job_router;
pub(super) use job_routes::{idempotency_key, take};
pub use job_settings::JobSettings;
pub(super) use job_store::JobStore;
pub(super) use job_worker::start_worker;

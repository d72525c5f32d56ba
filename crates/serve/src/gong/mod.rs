//! Two requests as the service of Gong et al. (2026) has them: `/api/detect_anomaly` and
//! `/api/diagnostics`. Names of requests and answers are theirs; what is ours stands apart in `plumb`.
//!
//! `gong_request` reads, `gong_answer` writes, `gong_routes` answers, `fast_api_error` refuses as
//! their framework does, and `gong_document` describes it to programs.

mod fast_api_error;
mod gong_answer;
mod gong_document;
mod gong_request;
mod gong_routes;

pub(super) use gong_answer::answer;
pub(super) use gong_document::gong_paths;
pub(super) use gong_request::{GongKind, PLAYER_ID, gong_schema, read};
pub(super) use gong_routes::{detect_anomaly, diagnostics};

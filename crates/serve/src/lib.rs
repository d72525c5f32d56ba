//! The command line's answers over HTTP: `plumb serve`.
//!
//! Nothing of chess is decided here: a request becomes the same question as on the command
//! line, and the answer is the same JSON. Engines, tables and folders are named at the start;
//! no request opens a path. Searches run on threads of their own and end when whoever asked
//! has gone.
//!
//! Start with `server`, which accepts connections, and `router`, which lists what there is.
//! `guard` decides who may ask, `body`, `bounded_json` and `fields` read JSON, `request_reader` makes requests
//! of it, `answers` and `search_question` answer them, `search_pool` has the threads, `problem` is how
//! something is refused, `jobs` has what takes longer than a request, `gong` the requests of another
//! service, `page` the board page, `api_document` describes all that to programs.
//!
//! ```
//! // A token has at least 32 characters; a shorter one is refused with its line.
//! assert!(plumb_serve::read_tokens("short", 60).is_err());
//! ```

mod access;
mod answers;
mod api_document;
mod body;
mod bounded_json;
mod built_in_policy;
mod check;
mod demo;
mod demo_document;
mod document_responses;
mod field_errors;
mod fields;
mod gong;
mod guard;
mod jobs;
mod limits;
mod login;
mod metrics;
mod page;
mod patient_stream;
mod policy_source;
mod problem;
mod request_log;
mod request_reader;
#[cfg(test)]
mod request_tests;
mod responses;
mod router;
mod routes;
mod search_pool;
mod search_question;
mod server;
mod service;
mod sessions;
mod window_question;

pub use access::{Access, read_tokens};
pub use check::check_health;
pub use jobs::JobSettings;
pub use limits::ServiceLimits;
pub use policy_source::{PolicySource, StartPolicy};
pub use server::{ServeOptions, serve};

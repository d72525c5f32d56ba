//! A whole run, from games and settings to reports: what a run is, for whoever starts one.
//!
//! Nothing is printed here: an `AuditObserver` is told what happens, and stops it. Start
//! with `Audit`; `ZigzagAudit` is a run of the zig-zag, `DecisionAudit` one of moves drawn from
//! rated games, `GameSummary` an audit of the game
//! on a board, `verify` a check of a report, `RatingsAudit` a look at rating histories, `make_reference` makes the table that
//! players are compared with.

mod audit;
mod chosen_games;
mod decision_audit;
mod deep_candidates;
mod deep_selection;
mod drawn_record;
mod error;
mod folder_input;
mod game_selection;
mod game_summary;
mod human_model;
mod input;
mod judge_source;
mod observer;
mod parts;
mod pass_sums;
mod passes;
mod ratings_audit;
mod recorded_audit;
mod recorded_moves;
mod reference_audit;
mod reporting;
mod request;
mod run_folder;
mod run_notes;
mod sums_file;
mod verify;
mod whole_run;
mod zigzag_audit;

pub use audit::{Audit, AuditOutcome, AuditSettings};
pub use decision_audit::{DecisionAudit, DecisionSettings, Eligible};
pub use drawn_record::DrawnRecord;
pub use error::AuditError;
pub use folder_input::folder_files;
pub use game_selection::GameSelection;
pub use game_summary::GameSummary;
pub use human_model::{HumanModelError, human_model};
pub use input::{GameInput, InputFormat};
pub use judge_source::JudgeSource;
pub use observer::{AuditEvent, AuditObserver};
pub use parts::{MergeSettings, Portion, merge, split_games};
pub use passes::PassSettings;
pub use ratings_audit::RatingsAudit;
pub use recorded_moves::{RecordedMove, RecordedMoves};
pub use reference_audit::make_reference;
pub use request::{FairplayRequest, NotADate, SelectionRequest};
pub use run_folder::RunFolder;
pub use verify::{VerificationSettings, VerificationSummary, verify};
pub use zigzag_audit::{ZigzagAudit, ZigzagAuditSettings, ZigzagDestination};

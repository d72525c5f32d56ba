//! Both protocols: what is typed and said, read and written back, garbage, and
//! whole conversations with the program, as GUIs hold them.
//!
//! `rows_*` are the rows of the robustness checklist, by number; `uci` and
//! `cecp_*` are the rules of the two protocols, `go_limits` is what a `go` that
//! is not understood comes to, `people` what is said to them, `games` whole games,
//! `strength` limited play, `tutor` what is explained during games, `tables` what endgame tables change, and
//! `transcripts` compares with the files in `tests/transcripts/`. Scores and
//! best moves are checked only where chess leaves no choice, so the evaluation
//! and the search may change; and limits are depths and nodes wherever
//! possible, so a busy machine makes no difference.

mod book;
mod cecp_play;
mod cecp_rules;
mod chess;
mod driver;
mod extension;
mod games;
mod garbage;
mod go_limits;
mod people;
mod pretend_tutor;
mod round_trips;
mod rows_clock;
mod rows_input;
mod rows_output;
mod rows_search;
mod strength;
mod tables;
mod transcripts;
mod tutor;
mod tutor_uci;
mod uci;
mod unread_output;

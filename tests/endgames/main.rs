//! Endings known by their material: `textbook` has positions from books, and
//! `tables` asks endgame tables where `PLUMB_SYZYGY` names a folder with those
//! of three and four pieces.

#[path = "../common/mod.rs"]
mod common;
mod tables;
mod textbook;

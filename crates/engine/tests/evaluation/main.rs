//! The static evaluation: what it knows, that it adds up, and its tables.
//!
//! `endgame_textbook` has positions from books, and `endgame_tables` asks endgame
//! tables where `PLUMB_SYZYGY` names a folder with those of three and four pieces.

mod endgame_tables;
mod endgame_textbook;
mod rules;
mod scale_sums;
mod sum;
mod tables;

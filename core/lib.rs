//! The layers that a search runs through, and what they need: the rules of chess
//! (`board`), the learned numbers (`tables`), text (`notation`), the evaluation
//! (`eval`), how people choose (`choice`) and the `search` itself.
//!
//! They are a package of their own so that they, and they alone, are always
//! built for speed, in tests too; `plumb` passes them on under the same names,
//! and their files stand beside the other layers, in `src`.

#[path = "../src/board/mod.rs"]
pub mod board;
#[path = "../src/choice/mod.rs"]
pub mod choice;
#[path = "../src/eval/mod.rs"]
pub mod eval;
#[path = "../src/notation/mod.rs"]
pub mod notation;
#[path = "../src/search/mod.rs"]
pub mod search;
#[path = "../src/tables.rs"]
pub mod tables;

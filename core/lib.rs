//! The layers that compute: `random` numbers, the rules of chess (`board`), the learned numbers
//! (`tables`), text (`notation`, `unpack`, and `wording` for what readers are told), the evaluation (`eval`), how people
//! choose (`choice`), what moves look like at a `glance`, what learns from examples (`models`), the `search`, what results prove (`statistics`) and the
//! fitting of weights (`tune`).
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
#[path = "../src/fallible.rs"]
pub mod fallible;
#[path = "../src/glance/mod.rs"]
pub mod glance;
#[path = "../src/models/mod.rs"]
pub mod models;
#[path = "../src/notation/mod.rs"]
pub mod notation;
#[path = "../src/random.rs"]
pub mod random;
#[path = "../src/search/mod.rs"]
pub mod search;
#[path = "../src/statistics/mod.rs"]
pub mod statistics;
#[path = "../src/tables/mod.rs"]
pub mod tables;
#[path = "../src/tune/mod.rs"]
pub mod tune;
#[path = "../src/unpack/mod.rs"]
pub mod unpack;
#[path = "../src/wording/mod.rs"]
pub mod wording;

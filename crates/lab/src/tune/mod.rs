//! Labelled positions become weights.
//!
//! Start with `run`, which tells the whole story: `load` reads files
//! (`dataset`, `source`, `groups`), leaves out what `split` keeps back, plays
//! positions out (`resolve`), checks that counts times weights are what the
//! evaluation says, and packs them (`samples`); `fit` goes downhill on `model`,
//! the evaluation in real numbers. `games` tells which games may judge the
//! result.
//!
//! `spsa` tunes other numbers, those of the search, by games that others play for
//! it; `search_text` writes their table. This layer prints nothing and never plays.

mod choice;
mod dataset;
mod error;
mod fit;
mod games;
mod groups;
mod load;
mod model;
mod provenance;
mod resolve;
mod run;
mod samples;
mod search_text;
mod source;
mod split;
mod spsa;
#[cfg(test)]
mod test_positions;

pub use choice::{Choice, Selection};
pub use dataset::{Label, LabelledPosition, Labels, read, read_until};
pub use error::{DataError, TuneError};
pub use fit::{Descent, Epoch};
pub use games::{GamePart, TunedGames, game_key, game_part, position_key, tuned_game_keys};
pub use load::{DataFile, FileReport, Labelling};
pub use model::Loss;
pub use provenance::provenance;
pub use resolve::{Resolution, Resolver};
pub use run::{Event, Settings, TuningOutcome, multiplied, tune};
pub use search_text::{with_meta, with_values};
pub use source::{Fingerprint, fingerprint, fingerprint_until, sha256};
pub use split::{Part, Rule, Set, Split, part_text, plan};
pub use spsa::{Spsa, Trial, TunedNumber};

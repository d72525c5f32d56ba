//! The plumbing under everything else: threads, files, packed input, dates, random numbers and the
//! texts that readers see.
//!
//! Nothing here knows chess, apart from the texts in `wording/english.toml`. Start with [`spread`]
//! for work on several threads, [`unpack`] for text in any packing and encoding, and
//! [`output_file`] for files that exist only when they are whole.
//!
//! ```
//! use plumb_support::random::Random;
//!
//! // The same numbers on every machine.
//! let (mut one, mut other) = (Random::seeded(7), Random::seeded(7));
//! assert_eq!(one.bits(), other.bits());
//! ```

pub mod calendar;
pub mod fallible;
pub mod lock;
pub mod mailbox;
pub mod output_file;
pub mod output_folder;
pub mod partition;
pub mod random;
pub mod spread;
pub mod unpack;
pub mod wording;

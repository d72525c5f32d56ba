//! Checks a report: everything that follows from games and records is made again with the
//! code that writes reports and compared line by line; a sample of the records is searched
//! again. Start with `verify`.

mod claims;
mod comparison;
mod draw;
mod jury_claims;
mod pass_claims;
mod pass_counts;
mod verification;

pub use verification::{VerificationSettings, VerificationSummary, verify};

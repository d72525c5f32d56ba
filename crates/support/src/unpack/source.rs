//! What text is read from.

use std::io::BufRead;

/// Any source, which is read once.
pub(super) type Source = Box<dyn BufRead + Send>;

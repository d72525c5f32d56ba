//! How a threat's sentence ends, for who says it and who reads it.

/// Where the move, `{}`, lets the threat be carried out.
pub(super) const UNMET: &str = "; {} does not meet it.";

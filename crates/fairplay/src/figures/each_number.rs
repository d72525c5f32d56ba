//! Visits the numbers of sums in order: one visit writes them, another reads them back.

/// A number of sums on its way to bytes, or to be set from them.
pub(super) enum Number<'n> {
    Count(&'n mut u64),
    Signed(&'n mut i128),
}

/// What is done with every number of sums.
pub(super) type EachNumber<'e> = dyn FnMut(Number<'_>) + 'e;

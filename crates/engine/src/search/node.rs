//! Kinds of nodes, as types, so that each gets code of its own.

/// What the search knows about a node before it starts.
pub trait NodeKind {
    /// On the principal variation: the score has to be exact.
    const PV: bool;
    /// The root.
    const ROOT: bool;
}

/// The root of the search.
pub struct Root;
/// On the principal variation.
pub struct Pv;
/// Searched with an empty window, to show that it is not better.
pub struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

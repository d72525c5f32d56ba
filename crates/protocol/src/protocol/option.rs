//! An engine option as either protocol declares it. The text forms differ and
//! live with their protocols: `uci::option` and `cecp::feature`.

/// One option that an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// The name, as it is to be sent back; it may hold single blanks.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes, and its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The value before anybody sets it.
        default: bool,
    },
    /// A whole number within limits.
    Spin {
        /// The value before anybody sets it.
        default: i64,
        /// The smallest value allowed.
        min: i64,
        /// The largest value allowed.
        max: i64,
    },
    /// One of a few words.
    Combo {
        /// The value before anybody sets it.
        default: String,
        /// All the values allowed, in order.
        choices: Vec<String>,
    },
    /// An action, without a value.
    Button,
    /// Any text.
    Text {
        /// The value before anybody sets it; it may be empty.
        default: String,
    },
}

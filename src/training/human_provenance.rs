//! What stands at the head of the human-choice model's table.

/// What made a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HumanProvenance {
    /// The command, without its folders' paths.
    pub command: String,
    /// What was fitted to, in words.
    pub data: String,
    /// What came out, in words.
    pub result: String,
}

impl HumanProvenance {
    /// The comment that begins the table.
    pub const HEAD: &'static str = "\
# How likely a person of some rating picks which move.
#
# A move's share is in proportion to exp(u); u is the sum of its features, each times a
# weight. A weight has three numbers: w0 + w1 t + w2 t², where t is 0 for a rating of 1800
# over the board at long time controls and 1 for 2400. docs/models.md says how it was
# fitted and what it is worth.
";

    /// The lines of the section `meta`.
    pub fn meta(&self) -> String {
        let row = |name: &str, value: &str| format!("{name} = {}\n", toml::Value::from(value));
        [
            row("kind", "fitted"),
            row("command", &self.command),
            row("data", &self.data),
            row("result", &self.result),
        ]
        .concat()
    }
}

//! What stands at the head of a table that was fitted to choices.

/// What made a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FitProvenance {
    /// The command, without its folders' paths.
    pub command: String,
    /// What was fitted to, in words.
    pub data: String,
    /// What came out, in words.
    pub result: String,
}

impl FitProvenance {
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

//! Long lists of a page as text: rows that are kept until the page is written.

use std::fmt::{self, Display, Write};

use serde_json::Value;

/// A list of JSON in the making. As text a row takes a small part of the memory that it
/// takes as a value.
#[derive(Clone, Debug, Default)]
pub struct JsonList {
    /// The values with commas between them.
    text: String,
    count: usize,
}

impl JsonList {
    /// Adds a value.
    pub fn push(&mut self, value: &Value) {
        let comma = if self.count > 0 { "," } else { "" };
        // A text takes whatever is written into it.
        let _ = write!(self.text, "{comma}{value}");
        self.count += 1;
    }

    /// Number of values.
    pub fn count(&self) -> usize {
        self.count
    }
}

impl Display for JsonList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.text)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_list_reads_as_the_same_values() {
        let mut list = JsonList::default();
        assert_eq!(list.to_string(), "[]");
        let values = [
            json!({ "b": "\"],[", "a": [1, 0.5] }),
            json!(null),
            json!([]),
        ];
        for (count, value) in (1..).zip(&values) {
            list.push(value);
            assert_eq!(list.count(), count);
            assert_eq!(list.to_string(), json!(values[..count]).to_string());
        }
    }
}

//! What a large page shows, as the text of one JSON object: some members are values, others
//! are text already.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use serde_json::Value;

/// The members of an object in the order of their names, which is that of `serde_json`.
pub struct PageData<'d> {
    members: BTreeMap<&'d str, &'d dyn Display>,
}

impl<'d> PageData<'d> {
    /// With the members of an object.
    pub fn of(object: &'d Value) -> PageData<'d> {
        let members = object.as_object().into_iter().flatten();
        let members = members.map(|(name, value)| (name.as_str(), value as &dyn Display));
        PageData {
            members: members.collect(),
        }
    }

    /// And with this one, whose text is JSON.
    pub fn with(mut self, name: &'static str, json: &'d dyn Display) -> PageData<'d> {
        self.members.insert(name, json);
        self
    }
}

impl Display for PageData<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "{";
        for (name, value) in &self.members {
            write!(f, "{before}\"{name}\":{value}")?;
            before = ",";
        }
        f.write_str(if self.members.is_empty() { "{}" } else { "}" })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::JsonList;
    use super::*;

    #[test]
    fn values_and_texts_read_as_one_object() {
        let mut rows = JsonList::default();
        rows.push(&json!({ "name": "\"<b>&" }));
        let whole = json!({ "a": 1, "m": [{ "name": "\"<b>&" }], "z": { "y": null } });
        let others = json!({ "z": { "y": null }, "a": 1 });
        let data = PageData::of(&others).with("m", &rows);
        assert_eq!(data.to_string(), whole.to_string());
        assert_eq!(PageData::of(&json!({})).to_string(), "{}");
    }
}

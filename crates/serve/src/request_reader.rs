//! Requests from JSON: the schema of a request says what its members may be, both to the reader
//! and to programs.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::fields::Fields;
use super::limits::ServiceLimits;
use super::problem::{FieldError, Mistake, Problem};
use plumb_protocol::request::{Request, RequestError, only_one_of};
use plumb_support::wording::{say, text};

/// The schema of a request to a service with these limits.
pub(super) fn request_schema<T: Request>(limits: &ServiceLimits) -> Value {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = T::json_schema(&mut settings.into_generator()).to_value();
    for (name, member) in schema["properties"].as_object_mut().into_iter().flatten() {
        // A member is left out, never null.
        if let Some([kind, Value::String(_)]) = member["type"].as_array().map(Vec::as_slice) {
            member["type"] = kind.clone();
        }
        if let Some(most) = limits.most(name) {
            member["maximum"] = json!(most);
        }
    }
    let mut pairs = Vec::new();
    for names in T::EXCLUSIVE {
        for (at, one) in names.iter().enumerate() {
            let others = names[at + 1..].iter();
            pairs.extend(others.map(|other| json!({ "required": [one, other] })));
        }
    }
    schema["not"] = json!({ "anyOf": pairs });
    schema["additionalProperties"] = json!(false);
    if let Some(members) = schema.as_object_mut() {
        members.remove("description");
        members.remove("unevaluatedProperties");
    }
    schema
}

impl Fields {
    /// Reads a request; every member that is wrong is named.
    pub(super) fn request<T: Request>(mut self, limits: &ServiceLimits) -> Result<T, Problem> {
        let schema = request_schema::<T>(limits);
        for names in T::EXCLUSIVE {
            let there: Vec<&str> = names
                .iter()
                .copied()
                .filter(|name| self.has(name))
                .collect();
            for name in there.into_iter().skip(1) {
                self.refuse_member(name, only_one_of(names));
            }
        }
        let mut members = Map::new();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let Some(value) = self.take(name) else {
                continue;
            };
            match mismatch(property, &value) {
                Some((place, detail)) => self.refuse(format!("{name}{place}"), detail),
                None => drop(members.insert(name.clone(), value)),
            }
        }
        let request = T::deserialize(Value::Object(members.clone()));
        if request.is_err() {
            // One by one, to name all that are wrong.
            for (name, value) in members {
                let alone = Map::from_iter([(name.clone(), value)]);
                if let Err(error) = T::deserialize(Value::Object(alone)) {
                    self.refuse(name, error.to_string());
                }
            }
        }
        let known = schema["properties"].as_object();
        let known: Vec<&str> = known
            .into_iter()
            .flatten()
            .map(|(name, _)| name.as_str())
            .collect();
        self.finish(&known)?;
        request.map_err(|error| Problem::internal(error.to_string()))
    }
}

/// What a value is not by the schema of its member, and where in the member.
fn mismatch(schema: &Value, value: &Value) -> Option<(String, String)> {
    let wrong = |detail: String| Some((String::new(), detail));
    match schema["type"].as_str() {
        Some("string") if !value.is_string() => wrong(text!(expected.text).to_owned()),
        Some("integer") => {
            let number = value.as_f64().filter(|number| number.fract() == 0.0);
            let (least, most) = (&schema["minimum"], &schema["maximum"]);
            let bounds = least.as_f64().zip(most.as_f64());
            let is_good = number
                .zip(bounds)
                .is_some_and(|(number, (least, most))| (least..=most).contains(&number));
            (!is_good).then(|| (String::new(), say!(expected.whole_number, least, most)))
        }
        Some("array") => {
            let Some(items) = value.as_array() else {
                return wrong(text!(expected.texts).to_owned());
            };
            let mut items = items.iter().enumerate();
            items.find_map(|(index, item)| {
                let (place, detail) = mismatch(&schema["items"], item)?;
                Some((format!("/{index}{place}"), detail))
            })
        }
        _ => None,
    }
}

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Problem {
        let index = error.index.map(|index| format!("/{index}"));
        Problem::wrong_values(vec![FieldError {
            pointer: format!("/{}{}", error.member, index.unwrap_or_default()),
            detail: error.detail,
            mistake: Mistake::Wrong,
        }])
    }
}

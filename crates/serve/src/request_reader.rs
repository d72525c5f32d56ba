//! Requests from JSON: the schema of a request says what its members may be, both to the reader
//! and to programs.

use plumb_protocol::request::{Request, RequestError, only_one_of};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::field_errors::FieldErrors;
use super::fields::{Fields, unknown};
use super::limits::ServiceLimits;
use super::problem::{FieldError, Problem};
use plumb_support::wording::{say, text};

/// The schema of a request to a service with these limits.
pub(super) fn request_schema<T: Request>(limits: &ServiceLimits) -> Value {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = T::json_schema(&mut settings.into_generator()).to_value();
    simplify(&mut schema, limits);
    let mut pairs = Vec::new();
    for names in T::EXCLUSIVE {
        for (at, one) in names.iter().enumerate() {
            let others = names[at + 1..].iter();
            pairs.extend(others.map(|other| json!({ "required": [one, other] })));
        }
    }
    if !pairs.is_empty() {
        schema["not"] = json!({ "anyOf": pairs });
    }
    if let Some(members) = schema.as_object_mut() {
        members.remove("description");
    }
    schema
}

/// Writes the members of an object as this service reads them.
fn simplify(object: &mut Value, limits: &ServiceLimits) {
    for (name, member) in object["properties"].as_object_mut().into_iter().flatten() {
        present(member);
        if let Some(most) = limits.most(name) {
            member["maximum"] = json!(most);
        }
        if member["type"] == "object" {
            simplify(member, limits);
        }
    }
    object["additionalProperties"] = json!(false);
    if let Some(members) = object.as_object_mut() {
        members.remove("unevaluatedProperties");
    }
}

/// A member is left out, never null; a choice is a list of names.
fn present(member: &mut Value) {
    if let Some([kind, Value::String(_)]) = member["type"].as_array().map(Vec::as_slice) {
        member["type"] = kind.clone();
    }
    let Some(members) = member.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(mut either)) = members.remove("anyOf")
        && let Value::Object(inner) = either.swap_remove(0)
    {
        let description = members.get("description").cloned();
        members.extend(inner);
        members.extend(description.map(|text| ("description".to_owned(), text)));
    }
    if let Some(Value::Array(choices)) = members.remove("oneOf") {
        let names = choices.iter().map(|choice| choice["const"].clone());
        members.insert("enum".to_owned(), names.collect());
        members.insert("type".to_owned(), json!("string"));
    }
}

impl Fields {
    /// Reads a request; every member that is wrong is named.
    pub(super) fn request<T: Request>(self, limits: &ServiceLimits) -> Result<T, Problem> {
        self.request_of(&request_schema::<T>(limits))
    }

    /// Reads a request of which this is the schema.
    pub(super) fn request_of<T: Request>(mut self, schema: &Value) -> Result<T, Problem> {
        for names in T::EXCLUSIVE {
            let there = names.iter().copied().filter(|name| self.has(name));
            let there: Vec<&str> = there.collect();
            for name in there.into_iter().skip(1) {
                self.refuse(name, only_one_of(names));
            }
        }
        let Fields {
            members,
            mut errors,
        } = self;
        let members = right_members(schema, members, "", &mut errors);
        let request = T::deserialize(Value::Object(members.clone()));
        if request.is_err() {
            // One by one, to name all that are wrong.
            let refused = members.into_iter().filter_map(refused::<T>);
            refused.for_each(|error| errors.push(error));
        }
        match (request, errors.is_empty()) {
            (Ok(request), true) => Ok(request),
            (Err(error), true) => Err(Problem::internal(error.to_string())),
            (_, false) => Err(Problem::wrong_values(errors)),
        }
    }
}

/// The place and fault of a member that the type of the request refuses.
fn refused<T: Request>((name, value): (String, Value)) -> Option<FieldError> {
    let alone =
        |value: Value| T::deserialize(Value::Object(Map::from_iter([(name.clone(), value)])));
    let inner = value.as_object().into_iter().flatten();
    let inner = inner.map(|(part, value)| (format!("/{name}/{part}"), json!({ part: value })));
    let whole = (format!("/{name}"), value.clone());
    inner.chain([whole]).find_map(|(pointer, value)| {
        let error = alone(value).err()?;
        Some(FieldError::wrong(pointer, error.to_string()))
    })
}

/// The members of an object that are as its schema says; what is wrong with others is noted.
fn right_members(
    schema: &Value,
    members: Map<String, Value>,
    place: &str,
    errors: &mut FieldErrors,
) -> Map<String, Value> {
    let empty = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&empty);
    let known: Vec<&str> = properties.keys().map(String::as_str).collect();
    let mut right = Map::new();
    for (name, value) in members {
        match (properties.get(&name), value) {
            (None, _) => errors.add(|| unknown(place, &name, &known)),
            (Some(property), Value::Object(inner)) if property["type"] == "object" => {
                let place = format!("{place}/{name}");
                let inner = right_members(property, inner, &place, errors);
                right.insert(name, Value::Object(inner));
            }
            (Some(property), value) => match mismatch(property, &value) {
                Some((inside, detail)) => {
                    let pointer = format!("{place}/{name}{inside}");
                    errors.push(FieldError::wrong(pointer, detail));
                }
                None => drop(right.insert(name, value)),
            },
        }
    }
    right
}

/// What a value is not by the schema of its member, and where in the member.
fn mismatch(schema: &Value, value: &Value) -> Option<(String, String)> {
    let bound = |name: &str| schema[name].as_f64().unwrap_or_default();
    let (least, most) = (bound("minimum"), bound("maximum"));
    let is_within = |number: &f64| (least..=most).contains(number);
    let (is_good, expected) = match schema["type"].as_str() {
        Some("string") => match (value.as_str(), schema["enum"].as_array()) {
            (Some(found), Some(names)) if !names.contains(value) => {
                let names = names.iter().filter_map(Value::as_str);
                let names = names.collect::<Vec<_>>().join(", ");
                (false, say!(expected.one_of, found, names))
            }
            (found, _) => (found.is_some(), text!(expected.text).to_owned()),
        },
        Some("integer") => {
            let number = value.as_f64().filter(|number| number.fract() == 0.0);
            let expected = say!(expected.whole_number, least, most);
            (number.as_ref().is_some_and(is_within), expected)
        }
        Some("number") => {
            let expected = say!(expected.number, least, most);
            (value.as_f64().as_ref().is_some_and(is_within), expected)
        }
        Some("boolean") => (value.is_boolean(), text!(expected.flag).to_owned()),
        Some("object") => (value.is_object(), text!(expected.object).to_owned()),
        Some("array") => {
            if let Some(items) = value.as_array() {
                return items.iter().enumerate().find_map(|(index, item)| {
                    let (place, detail) = mismatch(&schema["items"], item)?;
                    Some((format!("/{index}{place}"), detail))
                });
            }
            (false, text!(expected.texts).to_owned())
        }
        _ => (true, String::new()),
    };
    (!is_good).then_some((String::new(), expected))
}

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Problem {
        let index = error.index.map(|index| format!("/{index}"));
        let pointer = format!("/{}{}", error.member, index.unwrap_or_default());
        Problem::wrong_values(FieldError::wrong(pointer, error.detail))
    }
}

#[cfg(test)]
mod tests {
    use plumb_protocol::request::PositionRequest;

    use super::*;

    #[test]
    fn every_member_that_is_wrong_is_named() {
        let fields = Fields::parse(br#"{"fen": 7, "moves": ["e4", 5], "x/y": 2}"#).unwrap();
        let problem = fields.request::<PositionRequest>(&ServiceLimits::default());
        let problem = problem.unwrap_err().to_json();
        for words in [
            r#""pointer":"/fen""#,
            r#""pointer":"/moves/1""#,
            r#""pointer":"/x~1y""#,
            "expected fen, moves, pgn, ply",
        ] {
            assert!(problem.contains(words), "{words}: {problem}");
        }
    }
}

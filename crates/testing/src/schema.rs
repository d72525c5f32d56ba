//! Checks JSON against a schema: as much of JSON Schema (draft 2020-12) as the
//! schemas of this repository use. A keyword that isn't known here is refused
//! when a schema is read, so that no rule is passed over.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::pattern::Pattern;

/// Keywords that say something to people only.
const WORDS: [&str; 5] = ["$schema", "$id", "title", "description", "examples"];

/// A schema that data can be checked against.
pub struct Validator {
    root: Value,
    patterns: BTreeMap<String, Pattern>,
}

impl Validator {
    /// Reads a schema, down to the last keyword.
    pub fn new(root: Value) -> Result<Validator, String> {
        let mut validator = Validator {
            root: Value::Null,
            patterns: BTreeMap::new(),
        };
        validator.read(&root, &root, "#")?;
        validator.root = root;
        Ok(validator)
    }

    /// Whether the data keep to the schema.
    pub fn is_valid(&self, data: &Value) -> bool {
        self.errors(data).is_empty()
    }

    /// What is wrong with data, each with the place where it is.
    pub fn errors(&self, data: &Value) -> Vec<String> {
        let mut errors = Vec::new();
        self.check(&self.root, data, "", &mut errors);
        errors
    }

    /// Goes through a schema within `root`, so that checking meets nothing unknown.
    fn read(&mut self, root: &Value, schema: &Value, at: &str) -> Result<(), String> {
        if schema.is_boolean() {
            return Ok(());
        }
        let rules = schema.as_object().ok_or(format!("{at} is no schema"))?;
        for (keyword, value) in rules {
            let at = format!("{at}/{keyword}");
            let wrong = || format!("{at}: {value}");
            match keyword.as_str() {
                word if WORDS.contains(&word) => {}
                "const" => {}
                "type" => {
                    let names = one_or_more(value);
                    let is_known = |name: &Value| TYPES.iter().any(|known| name == known);
                    if names.is_empty() || !names.iter().all(is_known) {
                        return Err(wrong());
                    }
                }
                "enum" | "required" => _ = value.as_array().ok_or_else(wrong)?,
                "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
                    value.as_f64().ok_or_else(wrong)?;
                }
                "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
                | "maxProperties" => _ = value.as_u64().ok_or_else(wrong)?,
                "uniqueItems" => _ = value.as_bool().ok_or_else(wrong)?,
                "pattern" => {
                    let text = value.as_str().ok_or_else(wrong)?;
                    self.patterns.insert(text.to_owned(), Pattern::new(text)?);
                }
                "$ref" => _ = target(root, value).ok_or_else(wrong)?,
                "properties" | "$defs" => {
                    for (name, inner) in value.as_object().ok_or_else(wrong)? {
                        self.read(root, inner, &format!("{at}/{name}"))?;
                    }
                }
                "items" | "additionalProperties" | "propertyNames" | "not" => {
                    self.read(root, value, &at)?;
                }
                "anyOf" | "oneOf" | "prefixItems" => {
                    for inner in value.as_array().ok_or_else(wrong)? {
                        self.read(root, inner, &at)?;
                    }
                }
                _ => return Err(format!("{at} is not known here")),
            }
        }
        Ok(())
    }

    fn check(&self, schema: &Value, data: &Value, at: &str, errors: &mut Vec<String>) {
        let Some(rules) = schema.as_object() else {
            if schema == false {
                errors.push(format!("{at}: nothing may stand here"));
            }
            return;
        };
        for (keyword, value) in rules {
            let holds = match keyword.as_str() {
                "type" => one_or_more(value).iter().any(|name| is_of_type(data, name)),
                "const" => are_equal(data, value),
                "enum" => list(value).iter().any(|one| are_equal(data, one)),
                "anyOf" => list(value).iter().any(|one| self.fits(one, data)),
                "oneOf" => {
                    list(value)
                        .iter()
                        .filter(|one| self.fits(one, data))
                        .count()
                        == 1
                }
                "not" => !self.fits(value, data),
                "$ref" => {
                    let there = target(&self.root, value).expect("read before");
                    self.check(there, data, at, errors);
                    true
                }
                _ => match data {
                    Value::Number(_) => number_holds(keyword, value, data),
                    Value::String(text) => self.text_holds(keyword, value, text),
                    Value::Array(items) => self.items_hold(rules, keyword, items, at, errors),
                    Value::Object(object) => self.object_holds(rules, keyword, object, at, errors),
                    Value::Null | Value::Bool(_) => true,
                },
            };
            if !holds {
                errors.push(format!("{at}: {keyword} is {value}, found {data}"));
            }
        }
    }

    fn fits(&self, schema: &Value, data: &Value) -> bool {
        let mut errors = Vec::new();
        self.check(schema, data, "", &mut errors);
        errors.is_empty()
    }

    fn text_holds(&self, keyword: &str, value: &Value, text: &str) -> bool {
        match keyword {
            "minLength" => text.chars().count() as u64 >= whole(value),
            "maxLength" => text.chars().count() as u64 <= whole(value),
            "pattern" => self.patterns[value.as_str().expect("read before")].fits(text),
            _ => true,
        }
    }

    fn items_hold(
        &self,
        rules: &Map<String, Value>,
        keyword: &str,
        items: &[Value],
        at: &str,
        errors: &mut Vec<String>,
    ) -> bool {
        let value = &rules[keyword];
        match keyword {
            "minItems" => return items.len() as u64 >= whole(value),
            "maxItems" => return items.len() as u64 <= whole(value),
            "uniqueItems" if value == true => {
                let is_new = |(index, item): (usize, &Value)| {
                    !items[..index].iter().any(|other| are_equal(other, item))
                };
                return items.iter().enumerate().all(is_new);
            }
            "prefixItems" => {
                for (index, (item, schema)) in items.iter().zip(list(value)).enumerate() {
                    self.check(schema, item, &format!("{at}/{index}"), errors);
                }
            }
            "items" => {
                let first = rules
                    .get("prefixItems")
                    .map_or(0, |prefix| list(prefix).len());
                for (index, item) in items.iter().enumerate().skip(first) {
                    self.check(value, item, &format!("{at}/{index}"), errors);
                }
            }
            _ => {}
        }
        true
    }

    fn object_holds(
        &self,
        rules: &Map<String, Value>,
        keyword: &str,
        object: &Map<String, Value>,
        at: &str,
        errors: &mut Vec<String>,
    ) -> bool {
        let value = &rules[keyword];
        match keyword {
            "minProperties" => return object.len() as u64 >= whole(value),
            "maxProperties" => return object.len() as u64 <= whole(value),
            "required" => {
                let is_there =
                    |name: &Value| object.contains_key(name.as_str().unwrap_or_default());
                return list(value).iter().all(is_there);
            }
            "properties" => {
                for (name, item) in object {
                    if let Some(schema) = value.get(name) {
                        self.check(schema, item, &format!("{at}/{name}"), errors);
                    }
                }
            }
            "additionalProperties" => {
                let named = rules.get("properties").and_then(Value::as_object);
                let is_named = |name: &str| named.is_some_and(|named| named.contains_key(name));
                for (name, item) in object.iter().filter(|(name, _)| !is_named(name)) {
                    self.check(value, item, &format!("{at}/{name}"), errors);
                }
            }
            "propertyNames" => {
                for name in object.keys() {
                    self.check(value, &Value::from(name.as_str()), at, errors);
                }
            }
            _ => {}
        }
        true
    }
}

const TYPES: [&str; 7] = [
    "null", "boolean", "integer", "number", "string", "array", "object",
];

fn is_of_type(data: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("null") => data.is_null(),
        Some("boolean") => data.is_boolean(),
        // 2.0 is an integer too.
        Some("integer") => data.as_f64().is_some_and(|number| number.fract() == 0.0),
        Some("number") => data.is_number(),
        Some("string") => data.is_string(),
        Some("array") => data.is_array(),
        _ => data.is_object(),
    }
}

fn number_holds(keyword: &str, value: &Value, data: &Value) -> bool {
    let (Some(limit), Some(number)) = (value.as_f64(), data.as_f64()) else {
        return true;
    };
    match keyword {
        "minimum" => number >= limit,
        "maximum" => number <= limit,
        "exclusiveMinimum" => number > limit,
        "exclusiveMaximum" => number < limit,
        _ => true,
    }
}

/// Numbers are equal by value, however they are written.
fn are_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(_), Value::Number(_)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| are_equal(a, b))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_there =
                |(name, value)| other.get(name).is_some_and(|there| are_equal(value, there));
            one.len() == other.len() && one.iter().all(is_there)
        }
        _ => one == other,
    }
}

/// What `#/$defs/...` refers to; nothing outside the schema.
fn target<'a>(root: &'a Value, reference: &Value) -> Option<&'a Value> {
    root.pointer(reference.as_str()?.strip_prefix('#')?)
}

fn one_or_more(value: &Value) -> &[Value] {
    value
        .as_array()
        .map_or(std::slice::from_ref(value), Vec::as_slice)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn whole(value: &Value) -> u64 {
    value.as_u64().expect("read before")
}

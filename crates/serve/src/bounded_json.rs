//! JSON as values that take little memory whatever a body says: of 130,000 members only the first
//! thousand are kept, as no request has so many; the others are counted.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use plumb_support::wording::{say, text};

/// Members of an object that are kept.
const MOST_MEMBERS: usize = 1_000;
/// Values of a list; more are an error. The longest game there can be has 17,697 plies.
pub(super) const MOST_ITEMS: usize = 20_000;

/// The members of an object, and how many more it and the objects in it have. A name that stands
/// twice in one object is an error: of two values, one would be ignored.
pub(super) fn read_object(text: &[u8]) -> serde_json::Result<(Map<String, Value>, usize)> {
    let surplus = Cell::new(0);
    let mut reader = serde_json::Deserializer::from_slice(text);
    let members = reader.deserialize_map(ObjectVisitor(&surplus))?;
    reader.end()?;
    Ok((members, surplus.get()))
}

struct ObjectVisitor<'a>(&'a Cell<usize>);

impl<'de> Visitor<'de> for ObjectVisitor<'_> {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(text!(expected.an_object))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Map::new();
        while members.len() < MOST_MEMBERS {
            let Some(name) = map.next_key::<String>()? else {
                return Ok(members);
            };
            let value = map.next_value_seed(Bounded(self.0))?;
            if members.insert(name, value).is_some() {
                return Err(Error::custom(text!(expected.name_once)));
            }
        }
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            self.0.set(self.0.get() + 1);
        }
        Ok(members)
    }
}

/// Any value.
struct Bounded<'a>(&'a Cell<usize>);

impl<'de> DeserializeSeed<'de> for Bounded<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Bounded<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(text!(expected.json_value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(Bounded(self.0))? {
            if items.len() == MOST_ITEMS {
                let most = MOST_ITEMS.to_string();
                return Err(Error::custom(say!(expected.short_list, most)));
            }
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        ObjectVisitor(self.0).visit_map(map).map(Value::Object)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_those_of_the_text() {
        let text = r#" {"a": [1, -2, 0.5, "x\n", true, null, {"b": {}}], "c": 1e3} "#;
        let (members, surplus) = read_object(text.as_bytes()).unwrap();
        let expected: Value = serde_json::from_str(text).unwrap();
        assert_eq!((json!(members), surplus), (expected, 0));
        for wrong in [
            "",
            "[]",
            "{",
            "{} {}",
            r#"{"a": 1, "a": 2}"#,
            r#"{"a": {"b": 1, "b": 1}}"#,
        ] {
            assert!(read_object(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn members_beyond_a_thousand_are_counted_and_long_lists_refused() {
        let members: Vec<String> = (0..1_500).map(|n| format!("\"{n}\": {n}")).collect();
        let many = format!("{{{}}}", members.join(", "));
        let (kept, surplus) = read_object(many.as_bytes()).unwrap();
        assert_eq!((kept.len(), surplus), (1_000, 500));
        let (kept, surplus) = read_object(format!("{{\"a\": {many}}}").as_bytes()).unwrap();
        assert_eq!(
            (kept["a"].as_object().unwrap().len(), surplus),
            (1_000, 500)
        );
        let list = |count| format!("{{\"moves\": [{}]}}", vec!["\"e4\""; count].join(","));
        assert!(read_object(list(20_000).as_bytes()).is_ok());
        let error = read_object(list(20_001).as_bytes())
            .unwrap_err()
            .to_string();
        assert!(error.contains("at most 20000 values in a list"), "{error}");
    }
}

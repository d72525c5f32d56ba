//! Objects that are alike, packed as columns: what stands beside its like packs better.

use serde_json::{Map, Value};

/// Objects with the same keys, some of them `null`, as one object with a list for each key, and
/// under the key "" a letter for each object: `1` where it is there. Objects in objects are packed
/// the same way. Anything else stays a list. The script `details.js` has the way back.
pub fn columns(rows: Vec<Value>) -> Value {
    let Some(keys) = common_keys(&rows) else {
        return Value::Array(rows);
    };
    let mut there = String::with_capacity(rows.len());
    let mut columns = vec![Vec::with_capacity(rows.len()); keys.len()];
    for row in rows {
        let mut fields = match row {
            Value::Object(fields) => Some(fields),
            _ => None,
        };
        there.push(if fields.is_some() { '1' } else { '0' });
        for (key, column) in keys.iter().zip(&mut columns) {
            let field = fields.as_mut().and_then(|fields| fields.get_mut(key));
            column.push(field.map_or(Value::Null, Value::take));
        }
    }
    let columns = columns.into_iter().map(self::columns);
    let mut packed: Map<String, Value> = keys.into_iter().zip(columns).collect();
    packed.insert(String::new(), there.into());
    packed.into()
}

/// The keys of all objects among these, where all others are `null`.
fn common_keys(rows: &[Value]) -> Option<Vec<String>> {
    let mut common: Option<Vec<String>> = None;
    for row in rows.iter().filter(|row| !row.is_null()) {
        let mut keys = row.as_object()?.keys();
        match &common {
            Some(common) if keys.by_ref().eq(common) => {}
            Some(_) => return None,
            None => common = Some(keys.cloned().collect()),
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use plumb_testing::page::rows_of;

    #[test]
    fn objects_become_columns_and_come_back() {
        let rows = vec![
            json!({ "a": 1, "b": { "c": [1, 2], "d": null } }),
            Value::Null,
            json!({ "a": "x", "b": null }),
        ];
        let packed = columns(rows.clone());
        let b = json!({ "": "100", "c": [[1, 2], null, null], "d": [null, null, null] });
        assert_eq!(packed, json!({ "": "101", "a": [1, null, "x"], "b": b }));
        assert_eq!(rows_of(&packed), rows);
    }

    #[test]
    fn what_differs_stays_a_list() {
        for rows in [
            vec![],
            vec![Value::Null],
            vec![json!({ "a": 1 }), json!({ "b": 1 })],
            vec![json!({ "a": 1 }), json!(2)],
        ] {
            assert_eq!(columns(rows.clone()), Value::Array(rows));
        }
    }
}

//! What pages carry for their scripts, read back.

use data_encoding::BASE64;
use serde_json::{Map, Value};

/// The details of a page with this name, as its scripts read them.
pub fn unpacked(page: &str, name: &str) -> Option<Value> {
    let (_, rest) = page.split_once(&format!("id=\"detail-{name}\">"))?;
    let (packed, _) = rest.split_once('<')?;
    let bytes = BASE64.decode(packed.as_bytes()).ok()?;
    serde_json::from_reader(flate2::read::DeflateDecoder::new(bytes.as_slice())).ok()
}

/// The rows of a table that was packed as columns; other JSON has none.
pub fn rows_of(packed: &Value) -> Vec<Value> {
    let Value::Object(columns) = packed else {
        return packed.as_array().cloned().unwrap_or_default();
    };
    let there = columns[""].as_str().unwrap_or_default().chars();
    let fields: Vec<_> = columns.iter().filter(|(key, _)| !key.is_empty()).collect();
    let lists: Vec<_> = fields.iter().map(|(_, column)| rows_of(column)).collect();
    let row = |at: usize| {
        let fields = fields.iter().zip(&lists);
        fields
            .map(|((key, _), list)| ((*key).clone(), list[at].clone()))
            .collect::<Map<String, Value>>()
    };
    there
        .enumerate()
        .map(|(at, is_there)| match is_there {
            '1' => row(at).into(),
            _ => Value::Null,
        })
        .collect()
}

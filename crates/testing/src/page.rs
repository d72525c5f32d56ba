//! What pages carry for their scripts, read back.

use serde_json::{Map, Value};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The details of a page with this name, as its scripts read them.
pub fn unpacked(page: &str, name: &str) -> Option<Value> {
    let (_, rest) = page.split_once(&format!("id=\"detail-{name}\">"))?;
    let (packed, _) = rest.split_once('<')?;
    let place = |letter: &u8| LETTERS.iter().position(|known| known == letter);
    let mut bytes = Vec::new();
    for chunk in packed.as_bytes().chunks(4) {
        let places: Vec<usize> = chunk.iter().filter_map(place).collect();
        let word = (0..4).fold(0, |word, at| {
            word << 6 | places.get(at).copied().unwrap_or(0)
        });
        bytes.extend_from_slice(&(word as u32).to_be_bytes()[1..places.len()]);
    }
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

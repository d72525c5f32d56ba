//! The schemas keep to the standard, and a keyword that it does not know is refused.

use serde_json::json;

use plumb_testing::program::validator;
use plumb_testing::schema::Validator;

#[test]
fn schemas_are_read_to_the_last_word() {
    for name in [
        "analysis",
        "eval",
        "eval-diff",
        "explain",
        "fairplay",
        "fairplay-ratings",
        "legal",
        "problem",
        "zigzag",
    ] {
        assert!(!validator(name).is_valid(&json!({})), "{name}");
    }
    for unknown in [
        json!({ "maximun": 1 }),
        json!({ "properties": { "a": { "anyOf": [{ "itemz": true }] } } }),
        json!({ "properties": { "a": { "minimum": "1" } } }),
        json!({ "items": [] }),
        json!({ "$ref": "#/$defs/none" }),
        json!({ "type": "text" }),
        json!({ "pattern": "^(a$" }),
        json!({ "anyOf": {} }),
    ] {
        assert!(Validator::new(&unknown).is_err(), "{unknown}");
    }
}

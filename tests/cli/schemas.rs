//! What checks data against the schemas finds what is wrong with it, and
//! refuses what it does not know.

use serde_json::{Value, json};

use plumb_testing::pattern::Pattern;
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
        "legal",
        "problem",
        "screening",
        "zigzag",
    ] {
        assert!(!validator(name).is_valid(&json!({})), "{name}");
    }
    for unknown in [
        json!({ "format": "date" }),
        json!({ "properties": { "a": { "minimum": "1" } } }),
        json!({ "items": [] }),
        json!({ "$ref": "#/$defs/none" }),
        json!({ "type": "text" }),
        json!({ "pattern": "^a|b$" }),
        json!({ "anyOf": {} }),
    ] {
        assert!(Validator::new(unknown.clone()).is_err(), "{unknown}");
    }
}

#[test]
fn each_rule_holds_and_is_broken() {
    let (list, object) = (json!([1, "a", 2]), json!({ "a": 1, "b": null }));
    let cases: [(Value, &Value, &Value); 26] = [
        (json!({ "type": "integer" }), &json!(2.0), &json!(2.5)),
        (
            json!({ "type": ["null", "string"] }),
            &json!(null),
            &json!(0),
        ),
        (json!({ "type": "boolean" }), &json!(false), &json!(0)),
        (json!({ "type": "object" }), &object, &list),
        (json!({ "const": 1 }), &json!(1.0), &json!("1")),
        (
            json!({ "const": [1, { "a": 1 }] }),
            &json!([1.0, { "a": 1.0 }]),
            &json!([1, {}]),
        ),
        (json!({ "enum": ["a", null] }), &json!(null), &json!("b")),
        (
            json!({ "minimum": 1, "maximum": 2 }),
            &json!(2),
            &json!(0.9),
        ),
        (json!({ "maximum": 2 }), &json!(-3), &json!(2.1)),
        (json!({ "exclusiveMinimum": 1 }), &json!(1.1), &json!(1)),
        (json!({ "exclusiveMaximum": 1 }), &json!(0), &json!(1)),
        (json!({ "minLength": 2 }), &json!("éa"), &json!("é")),
        (json!({ "maxLength": 1 }), &json!("é"), &json!("ab")),
        (json!({ "pattern": "^[a-z]+$" }), &json!("ab"), &json!("a1")),
        (json!({ "minItems": 3 }), &list, &json!([1, 2])),
        (json!({ "maxItems": 3 }), &list, &json!([1, 2, 3, 4])),
        (json!({ "uniqueItems": true }), &list, &json!([1, "a", 1.0])),
        (
            json!({ "items": { "type": "string" } }),
            &json!(["a"]),
            &list,
        ),
        (
            json!({ "prefixItems": [{ "type": "integer" }], "items": { "type": "string" } }),
            &json!([1, "a"]),
            &list,
        ),
        (json!({ "required": ["a"] }), &object, &json!({ "b": 1 })),
        (
            json!({ "properties": { "a": { "$ref": "#/$defs/n" } }, "$defs": { "n": { "type": "integer" } } }),
            &object,
            &json!({ "a": "" }),
        ),
        (
            json!({ "properties": { "a": true }, "additionalProperties": false }),
            &json!({ "a": 1 }),
            &object,
        ),
        (
            json!({ "additionalProperties": { "type": "null" } }),
            &json!({ "b": null }),
            &object,
        ),
        (
            json!({ "propertyNames": { "enum": ["a", "b"] }, "minProperties": 1 }),
            &object,
            &json!({ "c": 1 }),
        ),
        (
            json!({ "oneOf": [{ "type": "number" }, { "minimum": 2 }] }),
            &json!(1),
            &json!(3),
        ),
        (
            json!({ "anyOf": [{ "type": "string" }, { "not": { "const": 0 } }], "maxProperties": 1 }),
            &json!(1),
            &json!(0),
        ),
    ];
    for (schema, good, bad) in cases {
        let validator = Validator::new(schema.clone()).unwrap();
        assert_eq!(validator.errors(good), [""; 0], "{schema}");
        assert!(!validator.is_valid(bad), "{schema} and {bad}");
    }
}

#[test]
fn patterns_fit_what_they_should() {
    for (pattern, good, bad) in [
        ("^[a-h][1-8][nbrq]?$", "e2 a8q", "e e9 e2k e2qq xe2"),
        ("^[a-z_]+(\\.[a-z_]+)?$", "a a_b.c", ".a a. a.b.c A"),
        ("^[0-9a-f]{4}$", "00ff", "00f 00fff 00fg"),
        ("^[01-]*$", "0 1-0 ---", "2 a"),
    ] {
        let pattern = Pattern::new(pattern).unwrap();
        assert!(good.split(' ').all(|text| pattern.fits(text)), "{good}");
        assert!(!bad.split(' ').any(|text| pattern.fits(text)), "{bad}");
    }
    for unknown in [
        "[a-z]", "^a|b$", "^.$", "^[^a]$", "^\\d$", "^(a$", "^(a)*$", "^a{1,2}$",
    ] {
        assert!(Pattern::new(unknown).is_err(), "{unknown}");
    }
}

//! Checks JSON against a schema (JSON Schema, draft 2020-12).

use std::sync::LazyLock;

use serde_json::{Value, json};

/// A schema that data can be checked against.
pub struct Validator(jsonschema::Validator);

/// What schemas keep to: the standard, without the keywords that it leaves to others, so that
/// no misspelt rule is passed over.
static STRICT: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://plumb.invalid/strict",
        "$dynamicAnchor": "meta",
        "$ref": "https://json-schema.org/draft/2020-12/schema",
        "unevaluatedProperties": false,
    });
    jsonschema::draft202012::new(&schema).expect("a schema")
});

impl Validator {
    /// Reads a schema, which refers to nothing outside itself.
    pub fn new(schema: &Value) -> Result<Validator, String> {
        let keeps = STRICT.validate(schema);
        keeps.map_err(|error| format!("{}: {error}", error.instance_path()))?;
        let validator = jsonschema::draft202012::new(schema);
        validator.map(Validator).map_err(|error| error.to_string())
    }

    /// Whether the data keep to the schema.
    pub fn is_valid(&self, data: &Value) -> bool {
        self.0.is_valid(data)
    }

    /// What is wrong with data, each with the place where it is.
    pub fn errors(&self, data: &Value) -> Vec<String> {
        let errors = self.0.iter_errors(data);
        errors
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect()
    }
}

//! The names of the policies that need no program and no file of their own.

use schemars::JsonSchema;
use serde::Deserialize;

/// Model of human choice without a program or file of its own.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Deserialize,
    JsonSchema,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum BuiltInPolicy {
    /// The model of what people choose after a shallow search.
    #[default]
    Model,
    /// The same model with a second look.
    SecondLook,
    /// Regan's reference player.
    Regan,
}

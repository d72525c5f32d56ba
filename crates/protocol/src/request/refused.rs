//! Why a request cannot be carried out: a value that its type refuses, or one that does not
//! agree with the others.

use std::error::Error;
use std::fmt;

use clap::error::{ContextKind, ContextValue};

/// A value that is good by itself and wrong in this request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// The JSON member.
    pub member: &'static str,
    /// Its place in a list, from 0.
    pub index: Option<usize>,
    /// What is wrong, and what was expected.
    pub detail: String,
}

impl RequestError {
    /// Blames a member.
    pub fn new(member: &'static str, detail: impl Into<String>) -> RequestError {
        RequestError {
            member,
            index: None,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let member = self.member;
        match self.index {
            Some(index) => {
                let one = member.strip_suffix('s').unwrap_or(member);
                write!(f, "{one} {}: {}", index + 1, self.detail)
            }
            None => write!(f, "{member}: {}", self.detail),
        }
    }
}

impl Error for RequestError {}

/// An argument whose type refused its value.
pub struct RefusedValue<'a> {
    /// The option with its dashes; None for a positional argument.
    pub option: Option<&'a str>,
    /// The value.
    pub value: &'a str,
    /// The error of the type.
    pub reason: &'a (dyn Error + 'static),
}

impl<'a> RefusedValue<'a> {
    /// Finds it in an error of the command line; None for errors of other kinds.
    pub fn of(error: &'a clap::Error) -> Option<RefusedValue<'a>> {
        let string = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => Some(text.as_str()),
            _ => None,
        };
        let name = string(ContextKind::InvalidArg)?.split(' ').next()?;
        Some(RefusedValue {
            option: Some(name).filter(|name| name.starts_with('-')),
            value: string(ContextKind::InvalidValue)?,
            reason: error.source()?,
        })
    }
}

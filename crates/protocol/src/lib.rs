//! UCI and CECP (XBoard), from both ends: [`protocol`] is the engine's session and its typed
//! commands and replies, [`peer`] drives other engines by them. [`request`] is the common part of
//! the requests that the command line, sessions and the service read.
//!
//! What a position is worth is decided elsewhere. Start with [`protocol::UciCommand`] and
//! [`protocol::CecpCommand`] for lines, [`peer::Player`] for an engine as a process.
//!
//! ```
//! use plumb_protocol::protocol::UciCommand;
//!
//! assert_eq!(UciCommand::parse("isready"), Ok(Some(UciCommand::IsReady)));
//! ```

pub mod peer;
pub mod protocol;
pub mod request;

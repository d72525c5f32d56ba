//! UCI as data: `command.rs` (what a GUI says; `go.rs` has the long one) and
//! `reply.rs` (what an engine answers; `info.rs` and `option.rs` have the long ones).

mod command;
mod go;
mod info;
mod option;
mod reply;

pub use command::{StartPosition, UciCommand};
pub use go::GoParameters;
pub use info::{InfoLine, WinDrawLoss};
pub use reply::UciReply;

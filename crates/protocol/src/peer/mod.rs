//! An engine that is not us: a program started, spoken to over its standard
//! input and output, timed, and never left behind.
//!
//! One abstraction, [`Player`], serves UCI and CECP engines alike: [`start()`]
//! runs the program and shakes hands, `new_game` and `go` follow a
//! [`Game`](plumb_chess::board::Game) that the caller keeps, and a [`Thought`] is the
//! answer as the engine gave it. Whether its move is legal, its claim right or
//! its time used up is for the caller to judge; what the program itself did
//! wrong (it died, hung, flooded, broke the protocol) is a [`PeerError`].
//!
//! Nothing here knows about matches, ratings or verdicts. Start reading with
//! `player.rs`, then `process.rs`, which both protocols stand on.

mod cecp;
mod cecp_board;
mod cecp_features;
mod cecp_pace;
mod cecp_replies;
mod cecp_think;
mod error;
mod launch;
mod lines;
mod options;
mod player;
mod process;
mod reader;
mod search_budget;
mod start;
mod stderr;
mod system;
mod thought;
mod uci;
mod uci_position;
mod uci_search;

pub use error::PeerError;
pub use launch::{Direction, Launch, Log, Protocol, Timeouts};
pub use lines::{Analysis, Info};
pub use player::{GameSetup, Identity, Player};
pub use process::{Process, Quit};
pub use reader::Line;
pub use search_budget::{Clocks, SearchBudget, SideClock};
pub use start::start;
pub use thought::{Answer, Thought};

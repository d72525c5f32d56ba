//! Text to board and back: FEN, coordinates, SAN, EPD and Polyglot books.
//!
//! Nothing here knows about scores or searching. Start with `parse_fen` and
//! `parse_uci_move`.

mod fen;
mod uci_move;

pub use fen::{FenError, FenStyle, START_FEN, parse_fen, parse_setup, to_epd, to_fen};
pub use uci_move::{CastlingStyle, parse_uci_move, to_uci_move};

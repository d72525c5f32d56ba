//! Text to board and back: FEN, coordinates, SAN, EPD and Polyglot books.
//!
//! Nothing here knows about scores or searching. Start with `parse_fen` and
//! `parse_move`.

mod any_move;
mod board_text;
mod epd;
mod epd_error;
mod fen;
mod numbered_moves;
pub mod pgn;
mod polyglot;
mod san;
mod san_error;
mod san_line;
mod san_read;
mod uci_move;

pub use any_move::{is_move_number, parse_move};
pub use board_text::board_text;
pub use epd::{Epd, Operation, epd_lines, parse_epd, read_epd};
pub use epd_error::{EpdError, EpdLineError};
pub use fen::{FenError, FenStyle, START_FEN, parse_fen, parse_setup, to_epd, to_fen};
pub use numbered_moves::NumberedMoves;
pub use polyglot::{Book, BookError, BookMove, polyglot_key};
pub use san::to_san;
pub use san_error::SanError;
pub use san_line::to_san_line;
pub use san_read::parse_san;
pub use uci_move::{CastlingStyle, parse_uci_move, to_uci_move};

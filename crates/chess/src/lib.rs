//! The rules of chess, and positions and moves as text: FEN, SAN, coordinates, EPD, PGN, Polyglot.
//!
//! [`board`] knows no text, no scores and no threads; [`notation`] reads and writes what `board`
//! has. Nothing here judges a position. Start with [`board::Position`], which is always legal, and
//! [`board::Game`], which makes and unmakes moves.
//!
//! ```
//! use plumb_chess::{board::Game, notation};
//!
//! let mut game = Game::new(notation::parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?);
//! let advance = notation::parse_move(game.position(), "e4")?;
//! game.play(advance);
//! let fen = notation::to_fen(game.position(), notation::FenStyle::XFen);
//! assert_eq!(fen, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod notation;

//! The position that a GUI puts together with `edit`, piece by piece.

use crate::protocol::EditLine;
use plumb_chess::board::{
    Bitboard, Color, Piece, PieceKind, Position, PositionError, Setup, Square,
};

/// A position being put together; it need not be legal until it is done.
pub(super) struct Editor {
    setup: Setup,
    /// Whose pieces are being placed.
    side: Color,
}

impl Editor {
    /// Begins with the pieces of a position.
    pub(super) fn of(position: &Position) -> Editor {
        let setup = Setup {
            en_passant: None,
            ..position.to_setup()
        };
        Editor {
            setup,
            side: Color::White,
        }
    }

    /// Does what a line says. Squares and pieces that do not exist are ignored,
    /// and so is `.`, which ends the editing.
    pub(super) fn edit(&mut self, line: &EditLine) {
        match line {
            EditLine::Clear => self.setup.pieces = [None; 64],
            EditLine::SwitchColor => self.side = !self.side,
            EditLine::Remove { square } => self.put(square, None),
            EditLine::Place { piece, square } => {
                let kind = PieceKind::from_char(*piece);
                self.put(square, kind.map(|kind| Piece::new(self.side, kind)));
            }
            EditLine::Leave => {}
        }
    }

    fn put(&mut self, square: &str, piece: Option<Piece>) {
        if let Some(square) = Square::parse(square) {
            self.setup.pieces[square.index()] = piece;
        }
    }

    /// The position, or why it is none.
    pub(super) fn position(mut self) -> Result<Position, PositionError> {
        // Edit cannot tell castling rights: a king and rook at home have them.
        self.setup.castling_rooks = home_rooks(&self.setup);
        Position::from_setup(&self.setup)
    }
}

fn home_rooks(setup: &Setup) -> Bitboard {
    let home = Setup::standard();
    home.castling_rooks
        .into_iter()
        .filter(|rook| {
            let side = if rook.index() < 32 {
                Color::White
            } else {
                Color::Black
            };
            let king = Piece::new(side, PieceKind::King);
            setup.pieces[rook.index()] == home.pieces[rook.index()]
                && setup.squares_of(king) == home.squares_of(king)
        })
        .collect()
}

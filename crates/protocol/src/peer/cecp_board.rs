//! What a CECP engine has on its board, and the words to change it.

use crate::protocol::EditLine;
use plumb_chess::board::{Bitboard, Color, Game, Move, Piece, PieceKind, Position, Square, Wing};
use plumb_chess::notation::{CastlingStyle, FenStyle, START_FEN, to_fen, to_san, to_uci_move};

/// The game as the engine knows it.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The start, as a FEN.
    pub(super) start: String,
    /// The moves since.
    pub(super) moves: Vec<Move>,
}

impl Known {
    /// The moves of `game` that the engine does not know yet; none if it knows
    /// another game.
    pub(super) fn missing(&self, start: &str, moves: &[Move]) -> Option<Vec<Move>> {
        if self.start != start {
            return None;
        }
        moves.strip_prefix(self.moves.as_slice()).map(<[_]>::to_vec)
    }
}

/// The FEN of a game's start.
pub(super) fn start_fen(game: &Game) -> String {
    fen(game.start())
}

pub(super) fn fen(position: &Position) -> String {
    to_fen(position, FenStyle::XFen)
}

pub(super) fn is_initial(fen: &str) -> bool {
    fen == START_FEN
}

/// A move as the engine is to read it.
pub(super) fn move_text(position: &Position, mv: Move, san: bool, chess960: bool) -> String {
    if san {
        to_san(position, mv)
    } else if chess960 && mv.is_castling() {
        match Wing::of_rook(mv.from(), mv.to()) {
            Wing::King => "O-O".to_owned(),
            Wing::Queen => "O-O-O".to_owned(),
        }
    } else {
        to_uci_move(position, mv, CastlingStyle::Standard)
    }
}

/// The lines of `edit` that set a position up; none if they cannot say all of
/// it. Edit mode knows neither castling rights nor en passant: kings and rooks
/// at home may castle, and no pawn can be taken in passing.
pub(super) fn edit_lines(position: &Position) -> Option<Vec<EditLine>> {
    if position.en_passant().is_some()
        || position.castling().rook_squares() != rooks_at_home(position)
    {
        return None;
    }
    let mut lines = vec![EditLine::Clear];
    for side in Color::ALL {
        if side == Color::Black {
            lines.push(EditLine::SwitchColor);
        }
        for square in position.side(side) {
            if let Some(piece) = position.piece_on(square) {
                lines.push(EditLine::Place {
                    piece: piece.kind().to_char().to_ascii_uppercase(),
                    square: square.to_string(),
                });
            }
        }
    }
    lines.push(EditLine::Leave);
    Some(lines)
}

/// The rooks in their corners whose kings are at home too.
fn rooks_at_home(position: &Position) -> Bitboard {
    let mut rooks = Bitboard::EMPTY;
    for side in Color::ALL {
        let at = |square: &str| Square::parse(square).map(|square| square.relative_to(side));
        let is = |square: Option<Square>, kind| {
            square.is_some_and(|s| position.piece_on(s) == Some(Piece::new(side, kind)))
        };
        if !is(at("e1"), PieceKind::King) {
            continue;
        }
        for corner in [at("a1"), at("h1")] {
            if let Some(square) = corner.filter(|_| is(corner, PieceKind::Rook)) {
                rooks = rooks.with(square);
            }
        }
    }
    rooks
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::parse_fen;

    #[test]
    fn only_what_can_be_said_is_edited() {
        let lines = |fen: &str| edit_lines(&parse_fen(fen).unwrap());
        let edit = lines("4k3/8/8/8/8/8/P7/4K2R b K - 0 1").unwrap();
        let text: Vec<String> = edit.iter().map(ToString::to_string).collect();
        assert_eq!(text, ["#", "Ke1", "Rh1", "Pa2", "c", "Ke8", "."]);
        // The rook is at home but may not castle; and an en passant.
        assert_eq!(lines("4k3/8/8/8/8/8/P7/4K2R w - - 0 1"), None);
        assert_eq!(lines("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), None);
        assert!(lines("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1").is_some());
    }

    #[test]
    fn moves_are_written_as_the_engine_reads_them() {
        let position = parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let mv = plumb_chess::notation::parse_move(&position, "e1g1").unwrap();
        assert_eq!(move_text(&position, mv, false, false), "e1g1");
        assert_eq!(move_text(&position, mv, false, true), "O-O");
        assert_eq!(move_text(&position, mv, true, false), "O-O");
    }

    #[test]
    fn a_longer_game_is_the_same_game() {
        let mut game = Game::new(Position::start());
        let mut known = Known {
            start: start_fen(&game),
            moves: Vec::new(),
        };
        let mv = plumb_chess::notation::parse_move(game.position(), "e2e4").unwrap();
        game.play(mv);
        assert_eq!(known.missing(&known.start.clone(), &[mv]), Some(vec![mv]));
        known.moves.push(mv);
        assert_eq!(known.missing(&known.start.clone(), &[mv]), Some(vec![]));
        assert_eq!(known.missing(&known.start.clone(), &[]), None);
        assert_eq!(known.missing("other", &[mv]), None);
    }
}
